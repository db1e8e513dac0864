import { chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getFreePort } from "../../../../../../engines/get-free-port.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aBrowser, addApp, aMember, PASSWORD, stepUpByPassword } from "../../../../test/fixtures/members.ts";
import { requestShared } from "../../../../test/fixtures/request-shared.ts";
import { anEmail, aService, aStore } from "../../../../test/fixtures/service.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { makeLoginLink } from "./make-login-link.ts";

const executablePath = await requestShared("chromium");
const port = await getFreePort();
const publicUrl = `http://localhost:${port}`;
const service = aService({ env: { KEEPSAKE_PUBLIC_URL: publicUrl, KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" } });
let browser: Awaited<ReturnType<typeof chromium.launch>>;
beforeAll(async () => {
  await service.http.listen({ port, host: "localhost" });
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
});
afterAll(() => browser.close());

/** A window as wide as a small phone, and what the policy of the pages refused in it. */
async function aPhone() {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, colorScheme: "dark" });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && refused.push(message.text())));
  whenDone(() => context.close());
  return { page, refused };
}

const linkMailedTo = async (email: string, kind: string) => {
  const find = async () => {
    const [mail] = await look<{ text_body: string }>("select text_body from mails where to_email = $1 and kind = $2", [
      email,
      kind,
    ]);
    return /http:\S+/.exec(mail?.text_body ?? "")?.[0] ?? "";
  };
  await expect.poll(find).not.toBe("");
  return find();
};

const says = (page: Page, text: string) => page.getByText(text).waitFor();
const press = (page: Page, button: string) => page.getByRole("button", { name: button }).click();

test("a member asks for a link, signs in with it and signs out, in a browser without scripts of ours", async () => {
  const { email } = await aMember(service, await aStore(service), "owner");
  const { page, refused } = await aPhone();
  await page.goto(`${publicUrl}/dashboard`);
  await page.getByLabel("Email address").fill(email);
  await press(page, "Sign in");
  await says(page, "a login link is on its way");
  await page.goto(await linkMailedTo(email, "member-link"));
  const link = page.url();
  await press(page, "Sign in");
  await says(page, `As ${email}.`);
  expect(page.url()).toBe(`${publicUrl}/dashboard`);
  await press(page, "Sign out");
  await page.getByLabel("Email address").waitFor();

  await page.goto(link);
  await press(page, "Sign in");
  await says(page, "This link has expired or was used already");
  expect(await page.evaluate("document.documentElement.scrollWidth"), "fits a small phone").toBe(360);
  expect(refused).toEqual([]);
});

test("the link of the password mail leads to a form that sets the password, and the password signs in", async () => {
  const owner = await aMember(service, await aStore(service), "owner");
  await stepUpByPassword(owner);
  await aBrowser(service).auth("/request-password-reset", { json: { email: owner.email } });
  const link = await linkMailedTo(owner.email, "member-password");
  const { page, refused } = await aPhone();
  await page.goto(link);
  await page.getByLabel("New password").fill("a rather good password");
  await press(page, "Set the password");
  await says(page, "Your password is set");
  expect((await owner.me()).status, "the session before").toBe(401);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email address").fill(owner.email);
  await page.getByLabel("Password").fill("a rather good password");
  await press(page, "Sign in");
  await says(page, `As ${owner.email}.`);
  expect(refused).toEqual([]);

  await page.goto(link);
  await page.getByLabel("New password").fill("a rather good password");
  await press(page, "Set the password");
  await says(page, "Nothing was changed now");
});

test("somebody with an app is asked for its code, after a link and after a password", async () => {
  const owner = await aMember(service, await aStore(service), "owner");
  await stepUpByPassword(owner);
  const { code } = await addApp(owner);
  const { page } = await aPhone();
  await page.goto(await makeLoginLink(service.deps, toEmail(owner.email)));
  await press(page, "Sign in");
  await page.getByLabel("Code of the app").fill("000000");
  await press(page, "Continue");
  await says(page, "The code is wrong");
  const enterCode = async () => {
    await page.getByLabel("Code of the app").fill(code());
    await press(page, "Continue");
    await says(page, `As ${owner.email}.`);
  };
  await enterCode();
  await press(page, "Sign out");
  await page.getByLabel("Email address").fill(owner.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await press(page, "Sign in");
  await enterCode();
  expect(page.url()).toBe(`${publicUrl}/dashboard`);
});

const post = (path: string, form: Record<string, string>, origin: string | undefined = publicUrl) =>
  service.http.inject({
    method: "POST",
    url: `/dashboard/${path}`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...(origin === "" ? {} : { origin }) },
    payload: new URLSearchParams(form).toString(),
  });

test("the forms say as little as the routes: who has an account, and nothing to other sites", async () => {
  const { email } = await aMember(service, await aStore(service), "owner");
  for (const password of ["", "a wrong password"]) {
    const [known, unknown] = [
      await post("sign-in", { email, password }),
      await post("sign-in", { email: anEmail(), password }),
    ];
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
  }
  const forms = {
    "sign-in": { email },
    code: { code: "1" },
    "sign-out": {},
    "new-password": { token: "a", newPassword: "b" },
  };
  for (const [path, form] of Object.entries(forms))
    for (const origin of ["", "null", "https://evil.example"])
      expect([path, origin, (await post(path, form, origin)).statusCode]).toEqual([path, origin, 403]);
  const short = await post("new-password", { token: "a", newPassword: "short" });
  expect([short.statusCode, short.body]).toEqual([400, expect.stringContaining("Password too short")]);
  const markup = await service.http.inject({ url: `/dashboard/new-password?token=${encodeURIComponent('"><i>')}` });
  expect(markup.body).not.toContain("<i>");
});

test("a person whose form cannot be read sees a page, and a program gets JSON", async () => {
  const send = (accept: string) =>
    fetch(`${publicUrl}/dashboard/sign-in`, {
      method: "POST",
      headers: { accept, origin: publicUrl },
      body: new URLSearchParams({ email: "a".repeat(1_001) }),
    });
  const page = await send("text/html,*/*;q=0.8");
  expect([page.status, page.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
  expect(await page.text()).toContain("This did not work");
  expect(await (await send("*/*")).json()).toMatchObject({ error: true });
});

test("at another address than the one that is set, the page says where signing in works", async () => {
  const { email } = await aMember(service, await aStore(service), "owner");
  const { page } = await aPhone();
  await page.goto(`${publicUrl.replace("localhost", "keepsake.localhost")}/dashboard`);
  await page.getByLabel("Email address").fill(email);
  await press(page, "Sign in");
  await says(page, `Signing in works only at ${publicUrl}/dashboard/sign-in`);
  await page.getByRole("link", { name: "Open it there" }).click();
  await page.getByLabel("Email address").fill(email);
  await press(page, "Sign in");
  await says(page, "a login link is on its way");
  expect(await linkMailedTo(email, "member-link")).toContain(`${publicUrl}/dashboard/sign-in?token=`);
});
