import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeLoginLink } from "../../service/src/features/stores/sign-in/make-login-link.ts";
import { toEmail } from "../../service/src/platform/text/email.ts";
import { look } from "../../service/test/fixtures/database.ts";
import { aBrowser, addApp, aMember, PASSWORD, stepUpByPassword } from "../../service/test/fixtures/members.ts";
import { aStore as aNewStore, type Service } from "../../service/test/fixtures/service.ts";
import { aDashboard, looksRight, press, says } from "./fixtures.ts";

const { url: publicUrl, service, aWindow } = await aDashboard();

/** A store whose setup is finished, so that signing in leads to Home. */
const aStore = (of: Service) => aNewStore(of, { settings: { setup: { finishedAt: "2026-11-15T09:30:00Z" } } });

/** A window as wide as a small phone. */
const aPhone = () => aWindow({ viewport: { width: 360, height: 640 }, colorScheme: "dark" });

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

const enter = async (page: Page, email: string, password: string) => {
  await page.getByLabel("Email address").fill(email);
  await press(page, "Use a password");
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await press(page, "Sign in");
};
const isIn = (page: Page) => page.getByRole("heading", { level: 1, name: "A test's store" }).waitFor();
async function signOut(page: Page) {
  await press(page, "Menu");
  await press(page, /@/);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByLabel("Email address").waitFor();
}

test("a member asks for a link, signs in with it and signs out", async () => {
  const { email } = await aMember(service, await aStore(service), "owner");
  const { page, problems } = await aPhone();
  await page.goto(`${publicUrl}/dashboard`);
  await page.getByLabel("Email address").fill(email);
  await looksRight(page, "sign-in");
  await press(page, "Mail me a login link");
  await says(page, "a login link is on its way");
  await looksRight(page, "sign-in-mailed");
  await page.goto(await linkMailedTo(email, "member-link"));
  const link = page.url();
  await looksRight(page, "sign-in-link");
  await press(page, "Sign in");
  await isIn(page);
  expect(page.url()).toBe(`${publicUrl}/dashboard`);
  await signOut(page);

  await page.goto(link);
  await press(page, "Sign in");
  await says(page, "This link has expired or was used already");
  expect(problems).toEqual([]);
});

test("opening a login link does not use it up", async () => {
  const { email } = await aMember(service, await aStore(service), "owner");
  const link = await makeLoginLink(service.deps, toEmail(email));
  for (let scans = 0; scans < 3; scans += 1) expect((await fetch(link)).status).toBe(200);
  const { page } = await aPhone();
  await page.goto(link);
  await press(page, "Sign in");
  await isIn(page);
});

test("the link of the password mail leads to a form that sets the password, and the password signs in", async () => {
  const owner = await aMember(service, await aStore(service), "owner");
  await stepUpByPassword(owner);
  await aBrowser(service).auth("/request-password-reset", { json: { email: owner.email } });
  const link = await linkMailedTo(owner.email, "member-password");
  const { page, problems } = await aPhone();
  await page.goto(link);
  await page.getByLabel("New password").fill("a rather good password");
  await looksRight(page, "sign-in-new-password");
  await press(page, "Set the password");
  await says(page, "Your password is set");
  expect((await owner.me()).status, "the session before").toBe(401);
  await page.getByRole("link", { name: "Sign in" }).click();
  await enter(page, owner.email, "a rather good password");
  await isIn(page);
  expect(problems).toEqual([]);

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
  await looksRight(page, "sign-in-code");
  const enterCode = async () => {
    await page.getByLabel("Code of the app").fill(code());
    await press(page, "Continue");
    await isIn(page);
  };
  await enterCode();
  await signOut(page);
  await enter(page, owner.email, PASSWORD);
  await enterCode();
  expect(page.url()).toBe(`${publicUrl}/dashboard`);
});

test("a wrong password says what to do, in English and in German", async () => {
  const { email } = await aMember(service, await aStore(service), "owner");
  const { page } = await aPhone();
  await page.goto(`${publicUrl}/dashboard`);
  await enter(page, email, "a wrong password");
  await says(page, "Wait 15 minutes, or ask for a login link");
  const german = await aWindow({ locale: "de-AT" });
  await german.page.goto(`${publicUrl}/dashboard`);
  await german.page.getByLabel("E-Mail-Adresse").fill(email);
  await press(german.page, "Passwort verwenden");
  await german.page.getByRole("textbox", { name: "Passwort" }).fill("a wrong password");
  await press(german.page, "Anmelden");
  await says(german.page, "lassen Sie sich einen Anmeldelink schicken");
  expect(await german.page.evaluate("document.documentElement.lang")).toBe("de");
});

test("somebody with several stores chooses one, and switches to the other", async () => {
  const [first, second] = [await aStore(service), await aStore(service)];
  const owner = await aMember(service, first, "owner");
  await aMember(service, second, "viewer", owner.email);
  const { page } = await aWindow();
  await page.goto(await makeLoginLink(service.deps, toEmail(owner.email)));
  await press(page, "Sign in");
  await says(page, "Which store do you want to open?");
  await looksRight(page, "open-store");
  await press(page, /Owner/);
  await isIn(page);
  await page.getByRole("link", { name: "Team" }).waitFor();
  await press(page, /Switch store/);
  await page.getByRole("menuitem").nth(1).click();
  await expect.poll(() => page.getByRole("link", { name: "Team" }).count()).toBe(0); // a viewer has no page for it
  await page.getByRole("link", { name: "Demand" }).waitFor();
});

test("a page of another site cannot frame the dashboard, and its policy has nothing inline", async () => {
  const { headers } = await fetch(`${publicUrl}/dashboard/people`);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain("unsafe");
  const { page } = await aWindow();
  await page.route("http://evil.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<iframe src="${publicUrl}/dashboard"></iframe>` }),
  );
  await page.goto("http://evil.example/");
  await expect.poll(() => page.frames().at(-1)?.url()).toBe("chrome-error://chromewebdata/");
});

test("at another address than the one that is set, the page says where signing in works", async () => {
  await aMember(service, await aStore(service), "owner");
  const { page } = await aPhone();
  await page.goto(`${publicUrl.replace("localhost", "keepsake.localhost")}/dashboard`);
  await says(page, `Signing in works only at ${publicUrl}/dashboard`);
  await page.getByRole("link", { name: "Open it there" }).click();
  await page.getByLabel("Email address").waitFor();
  expect(page.url()).toBe(`${publicUrl}/dashboard`);
});

test("a call that openapi.json does not describe is noticed by every test", async () => {
  const { page, problems } = await aWindow();
  await page.goto(`${publicUrl}/dashboard`);
  await page.evaluate("fetch('/storeadmin/v3/secrets')");
  expect(problems).toEqual(["GET /storeadmin/v3/secrets is not in openapi.json"]);
});
