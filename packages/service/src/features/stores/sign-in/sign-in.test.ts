import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import {
  aBrowser,
  addApp,
  aMember,
  type Browser,
  PASSWORD,
  signIn,
  stepUpByPassword,
} from "../../../../test/fixtures/members.ts";
import { anEmail, aService, aStore, basic } from "../../../../test/fixtures/service.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { addOperator, removeOperator } from "../members/operators.ts";
import { makeLoginLink } from "./make-login-link.ts";
import { resetFactors } from "./reset-factors.ts";

const service = aService({ env: { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" } }); // no worker runs, so nothing connects
const { db } = service.deps;
const invite = (browser: Browser, stepUp?: string) =>
  browser.call("/storeadmin/v3/members/invite", { json: { email: anEmail(), role: "viewer" }, stepUp });

test("a login link signs in once", async () => {
  const store = await aStore(service);
  const member = await aMember(service, store, "owner");
  const { status, body } = await member.me();
  expect([status, body["kind"], body["id"]]).toEqual([200, "member", member.email]);
  expect(body["store"]).toEqual({ pid: store.pid, name: "A test's store" });

  const link = await makeLoginLink(service.deps, toEmail(member.email));
  const [first, second] = [aBrowser(service), aBrowser(service)];
  expect((await first.openLink(link)).headers["location"]).toBe("http://localhost:0/dashboard");
  expect((await second.openLink(link)).headers["location"]).toContain("error=INVALID_TOKEN");
  expect([(await first.me()).status, (await second.me()).status]).toEqual([200, 401]);
});

test("the page of a link uses nothing up: only its button does", async () => {
  const store = await aStore(service);
  const { email } = await aMember(service, store, "owner");
  const link = new URL(await makeLoginLink(service.deps, toEmail(email)));
  const browser = aBrowser(service);
  for (const _ of [1, 2]) expect((await browser.call(link.pathname + link.search)).status).toBe(200);
  expect((await browser.me()).status).toBe(401);
  await browser.openLink(link.href);
  expect((await browser.me()).status).toBe(200);
});

test("a link is mailed to a member, and to nobody else; the answer is the same", async () => {
  const store = await aStore(service);
  const { email } = await aMember(service, store, "viewer");
  const stranger = anEmail();
  const ask = (to: string) => aBrowser(service).auth("/sign-in/magic-link", { json: { email: to } });
  const [known, unknown] = [await ask(email), await ask(stranger)];
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  await expect
    .poll(() => look("select to_email from mails where store_id = $1 and kind = 'member-link'", [store.id]))
    .toEqual([{ to_email: email }]);
  expect(await look("select 1 from mails where to_email = $1", [stranger])).toEqual([]);
});

test("somebody who was not invited gets no account, whatever link they have", async () => {
  const email = toEmail(anEmail());
  const browser = aBrowser(service);
  const { headers } = await browser.openLink(await makeLoginLink(service.deps, email));
  expect(headers["location"]).toContain("error=NOT_INVITED");
  expect(await look('select 1 from dashboard."user" where email = $1', [email])).toEqual([]);
});

test("a member who is removed is shut out at once, and one of another organisation never was let in", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const owner = await aMember(service, store, "owner");
  const viewer = await aMember(service, store, "viewer");
  const stranger = await aMember(service, other, "owner");
  const open = (browser: Browser) => browser.call("/storeadmin/v3/me/open-store", { json: { store: store.pid } });
  expect([(await open(viewer)).status, (await open(stranger)).status]).toEqual([200, 403]);
  const stepUp = await stepUpByPassword(owner);
  const removed = await owner.call("/storeadmin/v3/members/remove", { json: { email: viewer.email }, stepUp });
  expect(removed.status).toBe(200);
  const { status, body } = await viewer.call("/storeadmin/v3/audit");
  expect([status, body["type"]]).toEqual([403, "no-store"]);
  expect((await viewer.me()).body["store"]).toBeNull();
});

test("a session and a key are one or the other: a cookie with a key in a browser is refused", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const owner = await aMember(service, store, "owner");
  const headers = { authorization: basic(store.pid, store.key), origin: service.deps.config.publicUrl };
  expect((await owner.call("/storeadmin/v3/audit", { headers })).body["type"]).toBe("secret-key-in-browser");
});

test("another site cannot use the session: Origin, Sec-Fetch-Site and token must be the dashboard's", async () => {
  const store = await aStore(service);
  const owner = await aMember(service, store, "owner");
  const audit = (headers: Record<string, string | undefined>) => owner.call("/storeadmin/v3/audit", { headers });
  expect((await audit({})).status).toBe(200);
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "keepsake-csrf": undefined },
    { "keepsake-csrf": "x".repeat(43) },
  ])
    expect([headers, (await audit(headers)).body["type"]]).toEqual([headers, "wrong-origin"]);
  const open = (headers: Record<string, string | undefined>) =>
    owner.call("/storeadmin/v3/me/open-store", { json: { store: store.pid }, headers });
  expect((await open({})).status).toBe(200);
  expect((await open({ origin: undefined })).body["type"], "a form without Origin").toBe("wrong-origin");
  const elsewhere = await signIn(service, owner.email);
  expect((await audit({ "keepsake-csrf": elsewhere.csrf() })).status, "the token of another session").toBe(403);
  const signOut = { json: {}, headers: { origin: "https://evil.example" } };
  expect((await owner.auth("/sign-out", signOut)).status).toBe(403);
});

test("signing in makes a new session, whatever cookie the browser had", async () => {
  const store = await aStore(service);
  const { email, jar } = await aMember(service, store, "owner");
  const [[name = "", before = ""] = []] = jar;
  const victim = aBrowser(service);
  victim.jar.set(name, before.replace(/^.{8}/, "planted0"));
  await victim.openLink(await makeLoginLink(service.deps, toEmail(email)));
  expect(victim.jar.get(name)).not.toContain("planted0");
  const again = aBrowser(service);
  again.jar.set(name, before); // the attacker's own session
  await again.openLink(await makeLoginLink(service.deps, toEmail(email)));
  expect(again.jar.get(name)).not.toBe(before);
});

test("a session ends: by signing out, after twelve idle hours, and after a week in any case", async () => {
  const store = await aStore(service);
  const owner = await aMember(service, store, "owner");
  const [kept] = [...owner.jar];
  const change = (text: string) =>
    look(`update dashboard."session" set ${text} from dashboard."user" u where "userId" = u."id" and u."email" = $1`, [
      owner.email,
    ]);
  await change(`"createdAt" = now() - interval '6 days 23 hours'`);
  expect((await owner.me()).status).toBe(200);
  await change(`"createdAt" = now() - interval '7 days 1 minute'`);
  expect((await owner.me()).status).toBe(401);
  await change(`"createdAt" = now(), "expiresAt" = now() - interval '1 second'`);
  expect((await owner.me()).status).toBe(401);

  const later = await signIn(service, owner.email);
  const cookies = [...later.jar];
  expect((await later.auth("/sign-out", { json: {} })).status).toBe(200);
  for (const [name, value] of [...cookies, ...(kept ? [kept] : [])]) later.jar.set(name, value);
  expect((await later.me()).status).toBe(401);
});

test("a stolen cookie changes no member, makes no factor of its own, and finds no token", async () => {
  const store = await aStore(service);
  const owner = await aMember(service, store, "owner");
  const stepUp = await stepUpByPassword(owner);
  expect((await invite(owner, stepUp)).status).toBe(200);

  const thief = aBrowser(service);
  for (const [name, value] of owner.jar) thief.jar.set(name, value);
  await thief.me();
  expect((await invite(thief)).body["type"]).toBe("step-up-needed");
  expect((await thief.auth("/set-password", { json: { newPassword: "another good password" } })).status).toBe(403);
  expect((await thief.auth("/two-factor/enable", { json: {} })).status).toBe(403);
  expect((await thief.auth("/passkey/generate-register-options")).status).toBe(403);
  expect((await thief.auth("/verify-password", { json: { password: "a guess that is wrong" } })).status).toBe(401);

  const elsewhere = await signIn(service, owner.email);
  expect((await invite(elsewhere, stepUp)).body["type"], "a token of another session").toBe("step-up-needed");
  const [until = "", signature = ""] = stepUp.split(".");
  const late = `${Number(until) + 60_000}.${signature}`;
  expect((await invite(owner, late)).body["type"], "a token made to last longer").toBe("step-up-needed");
});

test("control: a session that is fresh and has no factor may add its first one, and an old one may not", async () => {
  const store = await aStore(service);
  const owner = await aMember(service, store, "owner");
  await look(
    `update dashboard."session" set "createdAt" = now() - interval '11 minutes' from dashboard."user" u
     where "userId" = u."id" and u."email" = $1`,
    [owner.email],
  );
  expect((await owner.auth("/set-password", { json: { newPassword: PASSWORD } })).status).toBe(403);
  const fresh = await signIn(service, owner.email);
  expect((await fresh.auth("/set-password", { json: { newPassword: PASSWORD } })).status).toBe(200);
});

test("with an authenticator app, neither a link nor a password is enough, and the code confirms", async () => {
  const store = await aStore(service);
  const owner = await aMember(service, store, "owner");
  await stepUpByPassword(owner);
  const { code } = await addApp(owner);

  const byLink = await signIn(service, owner.email);
  expect((await byLink.me()).body["type"]).toBe("second-factor-needed");
  expect((await byLink.auth("/two-factor/verify-totp", { json: { code: "000000" } })).body["type"]).toBe("wrong-code");
  expect((await byLink.auth("/two-factor/verify-totp", { json: { code: code() } })).status).toBe(200);
  expect((await byLink.me()).status, "a link and a code").toBe(200);

  const byPassword = aBrowser(service);
  const half = await byPassword.auth("/sign-in/email", { json: { email: owner.email, password: PASSWORD } });
  expect(half.body["twoFactorRedirect"]).toBe(true);
  expect((await byPassword.me()).status).toBe(401);
  expect((await byPassword.auth("/two-factor/verify-totp", { json: { code: "000000" } })).status).toBe(401);
  const whole = await byPassword.auth("/two-factor/verify-totp", { json: { code: code(), trustDevice: true } });
  expect(whole.status).toBe(200);
  expect((await byPassword.me()).status).toBe(200);
  expect((await invite(byPassword, String(whole.headers["keepsake-step-up"]))).status).toBe(200);

  const weak = await byPassword.auth("/verify-password", { json: { password: PASSWORD } });
  expect([weak.status, weak.headers["keepsake-step-up"]], "a password is too weak a proof now").toEqual([
    200,
    undefined,
  ]);
  const json = { email: owner.email, password: PASSWORD };
  const again = await byPassword.auth("/sign-in/email", { json });
  expect(again.body["twoFactorRedirect"], "no device is trusted without a code").toBe(true);
});

test("a factor that is lost has a way back: the operator resets all, and a link signs in again", async () => {
  const store = await aStore(service);
  const owner = await aMember(service, store, "owner");
  await stepUpByPassword(owner);
  await addApp(owner);
  await resetFactors(service.deps, toEmail(owner.email));
  expect((await owner.me()).status, "the sessions end").toBe(401);
  const back = await signIn(service, owner.email);
  const { body } = await back.call("/storeadmin/v3/audit", { query: { action: "member.factor-changed" } });
  expect((body["items"] as object[])[0]).toMatchObject({
    actor: { kind: "operator" },
    details: { change: "all removed" },
  });
  const stepUp = await stepUpByPassword(back);
  expect((await invite(back, stepUp)).status, "a new password is the first factor").toBe(200);
  await expect(resetFactors(service.deps, toEmail(anEmail()))).rejects.toThrow("has never signed in");
});

test("a person is told by mail of each change of their factors", async () => {
  const owner = await aMember(service, await aStore(service), "owner");
  const told = async () => {
    const mails = await look<{ kind: string; text_body: string }>(
      "select kind, text_body from mails where to_email = $1 order by created_at, id",
      [owner.email],
    );
    return mails.map(({ kind, text_body: text }) => [kind, /dashboard: ([^.]+)\./.exec(text)?.[1]]);
  };
  await stepUpByPassword(owner);
  await addApp(owner);
  await resetFactors(service.deps, toEmail(owner.email));
  expect(await told()).toEqual([
    ["member-account", "password set"],
    ["member-account", "app added"],
    ["member-account", "all removed"],
  ]);
});

test("only the routes of better-auth that we use exist", async () => {
  const owner = await aMember(service, await aStore(service), "owner");
  for (const [method, path] of [
    ["POST", "/sign-up/email"],
    ["POST", "/delete-user"],
    ["POST", "/change-email"],
    ["POST", "/update-user"],
    ["GET", "/list-accounts"],
    ["GET", "/ok"],
  ] as const) {
    const { status, body } = await owner.auth(path, method === "POST" ? { json: {} } : {});
    expect([path, status, body["type"]]).toEqual([path, 404, "unknown-route"]);
  }
});

test("an operator opens any store for thirty minutes, changes nothing, and the store sees it", async () => {
  const store = await aStore(service);
  const email = toEmail(anEmail());
  await look("insert into operators (email) values ($1)", [email]);
  const operator = await signIn(service, email);
  expect((await operator.me()).body["store"]).toBeNull();
  const opened = await operator.call("/storeadmin/v3/me/open-store", {
    json: { store: store.pid, reason: "ticket 7" },
  });
  expect(opened.status).toBe(200);
  const { body } = await operator.call("/storeadmin/v3/audit");
  expect(body["items"]).toMatchObject([
    { actor: { kind: "operator", id: email }, action: "store.opened", details: { reason: "ticket 7" } },
  ]);
  const template = { topic: "backinstock" };
  expect((await operator.call("/storeadmin/v3/alerts/template/reset", { json: template })).status).toBe(403);
  await look(`update dashboard."session" set "storeUntil" = now() - interval '1 second' where "storeId" = $1`, [
    store.id,
  ]);
  expect((await operator.call("/storeadmin/v3/audit")).body["type"]).toBe("no-store");
});

test("two owners cannot remove each other at the same moment, and the last one stays", async () => {
  const store = await aStore(service);
  const [ann, ben] = [await aMember(service, store, "owner"), await aMember(service, store, "owner")];
  const [proofOfAnn, proofOfBen] = [await stepUpByPassword(ann), await stepUpByPassword(ben)];
  const remove = (by: Browser, email: string, stepUp: string) =>
    by.call("/storeadmin/v3/members/remove", { json: { email }, stepUp });
  const answers = await Promise.all([remove(ann, ben.email, proofOfAnn), remove(ben, ann.email, proofOfBen)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const owners = await db.inStore(store.id, (tx) => tx`select email from memberships where role = 'owner'`);
  expect(owners).toHaveLength(1);
});

test("me says which role and factors somebody has, and the owner sees who has a second factor", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const owner = await aMember(service, store, "owner");
  const viewer = await aMember(service, store, "viewer");
  expect((await viewer.me()).body).toMatchObject({
    role: "viewer",
    factors: { app: false, passkey: false, password: false },
    isOperator: false,
  });
  await stepUpByPassword(owner);
  expect((await owner.me()).body).toMatchObject({
    role: "owner",
    factors: { app: false, passkey: false, password: true },
  });
  const secured = async () => {
    const { body } = await store.admin("/storeadmin/v3/members", undefined, { method: "GET" });
    const members = body["members"] as { email: string; secondFactor: boolean }[];
    return Object.fromEntries(members.map(({ email, secondFactor }) => [email, secondFactor]));
  };
  expect(await secured(), "a password is a first factor").toEqual({ [owner.email]: false, [viewer.email]: false });
  await addApp(owner);
  expect((await owner.me()).body["factors"]).toEqual({ app: true, passkey: false, password: true });
  expect(await secured()).toEqual({ [owner.email]: true, [viewer.email]: false });

  const key = await store.admin("/storeadmin/v3/me", undefined, { method: "GET" });
  expect(key.body).toMatchObject({ kind: "key", role: null, factors: null, isOperator: false });
});

test("me says who is an operator, also when they have a role in a store, and no longer than they are one", async () => {
  const store = await aStore(service);
  const member = await aMember(service, store, "support");
  const email = toEmail(member.email);
  await db.asOperator((tx) => addOperator(tx, email));
  expect((await member.me()).body).toMatchObject({ kind: "member", role: "support", isOperator: true });
  await db.asOperator((tx) => removeOperator(tx, email));
  expect((await member.me()).body).toMatchObject({ role: "support", isOperator: false });
});
