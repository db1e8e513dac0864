import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getFreePort } from "../../../../../../engines/get-free-port.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aMember, type Browser } from "../../../../test/fixtures/members.ts";
import { requestShared } from "../../../../test/fixtures/request-shared.ts";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { addFirstMember } from "../members/add-first-member.ts";

const executablePath = await requestShared("chromium");
const port = await getFreePort();
const publicUrl = `http://localhost:${port}`;
const service = aService({ env: { KEEPSAKE_PUBLIC_URL: publicUrl } });
let browser: Awaited<ReturnType<typeof chromium.launch>>;
beforeAll(async () => {
  await service.http.listen({ port, host: "localhost" });
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
});
afterAll(() => browser.close());

/** A page of the dashboard's origin, in a browser with a security key that its owner always confirms. */
async function aPage() {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const html = "<!doctype html><title>The dashboard</title>";
  await page.route(`${publicUrl}/dashboard`, (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto(`${publicUrl}/dashboard`);
  return { context, page, devtools, authenticatorId };
}

/** Runs in the page: the two halves of a ceremony, as the dashboard will do them. A busy service asks to be called again. */
const CEREMONIES = `
  window.ask = async (path, body, headers = {}, triesLeft = 10) => {
    const answer = await fetch("/dashboard/auth" + path, body === undefined
      ? { headers }
      : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } });
    if (answer.status === 503 && triesLeft > 0) {
      await new Promise((resolve) => setTimeout(resolve, answer.headers.get("retry-after") * 1000));
      return ask(path, body, headers, triesLeft - 1);
    }
    return { status: answer.status, body: await answer.json(), stepUp: answer.headers.get("keepsake-step-up") };
  };
  window.register = async () => {
    const { status, body } = await ask("/passkey/generate-register-options");
    if (status !== 200) return { status, body };
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(body);
    const credential = await navigator.credentials.create({ publicKey });
    return ask("/passkey/verify-registration", { response: credential.toJSON(), name: "Test key" });
  };
  window.authenticate = async () => {
    const { body } = await ask("/passkey/generate-authenticate-options");
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(body);
    const credential = await navigator.credentials.get({ publicKey });
    return ask("/passkey/verify-authentication", { response: credential.toJSON() });
  };`;
type Result = { status: number; body: Record<string, unknown>; stepUp: string | null };

/** What runs in the page of this member. */
async function aPageOf({ jar }: Browser) {
  const opened = await aPage();
  await opened.context.addCookies([...jar].map(([name, value]) => ({ name, value, url: publicUrl })));
  const run = async <T = Result>(text: string) => {
    await opened.page.evaluate(CEREMONIES);
    return opened.page.evaluate<T>(text);
  };
  return { ...opened, run };
}

test("confirming with a passkey keeps the open store, and ends the session before", async () => {
  const [older, newer] = [await aStore(service), await aStore(service)];
  const ann = await aMember(service, newer, "owner");
  const invitation = { storeId: older.id, email: toEmail(ann.email), role: "owner" } as const;
  await service.deps.db.asOperator((tx) => addFirstMember(tx, invitation));
  expect((await ann.call("/storeadmin/v3/me/open-store", { json: { store: newer.pid } })).status).toBe(200);
  const { context, run } = await aPageOf(ann);
  expect((await run("register()")).status).toBe(200);
  const { status, stepUp } = await run("authenticate()");
  expect([status, stepUp]).toEqual([200, expect.any(String)]);

  const before = [...ann.jar];
  for (const { name, value } of await context.cookies()) ann.jar.set(name, value);
  expect(new Map(before).get("keepsake-session")).not.toBe(ann.jar.get("keepsake-session"));
  expect((await ann.me()).body).toMatchObject({ store: { pid: newer.pid }, factors: { passkey: true } });
  const json = { email: "new@example.com", role: "viewer" };
  const invited = await ann.call("/storeadmin/v3/members/invite", { json, stepUp: String(stepUp) });
  expect(invited.status, "the repeated call").toBe(200);
  for (const [name, value] of before) ann.jar.set(name, value);
  expect((await ann.me()).status, "the session before").toBe(401);
  const log = `select action, details from audit_log where actor_id = $1 and details ->> 'way' = 'passkey'`;
  expect(await look(log, [ann.email])).toEqual([{ action: "member.confirmed", details: { way: "passkey" } }]);
});

test("a passkey is registered, signs in without anything else, and is a fresh proof", async () => {
  const store = await aStore(service);
  const owner = await aMember(service, store, "owner");
  const { email } = owner;
  const { context, page, devtools, authenticatorId, run } = await aPageOf(owner);
  const registered = await run("register()");
  expect([registered.status, registered.body]).toMatchObject([200, { name: "Test key" }]);

  await context.clearCookies();
  const signedIn = await run("authenticate()");
  expect([signedIn.status, signedIn.stepUp]).toEqual([200, expect.stringMatching(/^\d{13}\.[\w-]{43}$/)]);
  const me = await page.evaluate<Record<string, unknown>>(`fetch("/storeadmin/v3/me").then((answer) => answer.json())`);
  expect(me).toMatchObject({ kind: "member", id: email });
  const invited = await page.evaluate<number>(
    `fetch("/storeadmin/v3/members/invite", {
      method: "POST",
      body: JSON.stringify({ email: "new@example.com", role: "viewer" }),
      headers: { "content-type": "application/json", "keepsake-csrf": ${JSON.stringify(me["csrf"])}, "keepsake-step-up": ${JSON.stringify(signedIn.stepUp)} },
    }).then((answer) => answer.status)`,
  );
  expect(invited).toBe(200);

  // The same key of another person's device: the signature does not fit.
  await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await devtools.send("WebAuthn.clearCredentials", { authenticatorId });
  await context.clearCookies();
  await page.evaluate(CEREMONIES);
  await expect(page.evaluate(`authenticate()`)).rejects.toThrow(/NotAllowedError|timed out/);
});
