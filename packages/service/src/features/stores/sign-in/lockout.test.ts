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
import { anEmail, aService, aStore } from "../../../../test/fixtures/service.ts";

const service = aService();

/** Fifteen minutes pass. This file alone uses these counters, and its tests run one after the other. */
const wait = () => look("update sign_in_failures set failed_at = now() - interval '16 minutes'");

test("a password works, and ten wrong ones lock the account for fifteen minutes without saying so", async () => {
  const store = await aStore(service);
  const owner = await aMember(service, store, "owner");
  await stepUpByPassword(owner);
  const attempt = (email: string, password: string) =>
    aBrowser(service).auth("/sign-in/email", { json: { email, password } });
  expect((await attempt(owner.email, PASSWORD)).status).toBe(200);

  const stranger = anEmail();
  const answers = new Set<string>();
  for (let count = 0; count < 10; count += 1)
    for (const email of [owner.email, stranger]) {
      const { status, body } = await attempt(email, "wrong wrong wrong");
      answers.add(`${status} ${String(body["type"])} ${String(body["msg"])}`);
    }
  const locked = await attempt(owner.email, PASSWORD);
  answers.add(`${locked.status} ${String(locked.body["type"])} ${String(locked.body["msg"])}`);
  expect([...answers]).toHaveLength(1);
  expect([...answers][0]).toContain("401 wrong-password");

  const link = await signIn(service, owner.email);
  expect((await link.me()).status, "a link still works").toBe(200);
  await wait();
  expect((await attempt(owner.email, PASSWORD)).status, "after fifteen minutes").toBe(200);
});

test("a hundred passwords at the same moment are not a hundred tries", async () => {
  const store = await aStore(service);
  const owner = await aMember(service, store, "owner");
  await stepUpByPassword(owner);
  const attempt = (password: string) =>
    aBrowser(service).auth("/sign-in/email", { json: { email: owner.email, password } });
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => attempt(`guess number ${index}`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect((await attempt(PASSWORD)).status).toBe(401);
});

test("codes cannot be guessed with a session: after ten wrong ones the right one is refused for fifteen minutes", async () => {
  const owner = await aMember(service, await aStore(service), "owner");
  await stepUpByPassword(owner);
  const { code } = await addApp(owner);
  const verify = (text: string) => owner.auth("/two-factor/verify-totp", { json: { code: text } });
  for (let count = 0; count < 5; count += 1) {
    expect((await verify("000000")).body["type"]).toBe("wrong-code");
    const backup = await owner.auth("/two-factor/verify-backup-code", { json: { code: "wrong-wrong" } });
    expect(backup.body["type"]).toBe("wrong-code");
  }
  expect((await verify(code())).body["type"]).toBe("wrong-code");
  const locked = () => entriesOf(owner, "member.locked-out");
  await expect.poll(locked).toMatchObject([{ details: { tried: "code" } }]);
  await verify(code());
  await wait();
  expect((await verify(code())).status, "after fifteen minutes").toBe(200);
  expect(await locked(), "the log has the lock once").toHaveLength(1);
});

test("a confirmation counts for the person who is signed in, whatever address is sent along", async () => {
  const owner = await aMember(service, await aStore(service), "owner");
  await stepUpByPassword(owner);
  const confirm = (password: string, more: object = {}) =>
    owner.auth("/verify-password", { json: { password, ...more } });
  for (let count = 0; count < 11; count += 1)
    expect((await confirm("wrong wrong wrong", { email: anEmail() })).status).toBe(401);
  expect((await confirm(PASSWORD, { email: anEmail() })).status).toBe(401);
  await wait();
  expect((await confirm(PASSWORD)).status, "after fifteen minutes").toBe(200);
});

test("a stranger who tries passwords does not keep a member from confirming", async () => {
  const owner = await aMember(service, await aStore(service), "owner");
  await stepUpByPassword(owner);
  const json = { email: owner.email, password: "wrong wrong wrong" };
  for (let count = 0; count < 11; count += 1) await aBrowser(service).auth("/sign-in/email", { json });
  expect((await owner.auth("/verify-password", { json: { password: PASSWORD } })).status).toBe(200);
});

async function entriesOf(browser: Browser, action: string) {
  const { body } = await browser.call("/storeadmin/v3/audit", { query: { action } });
  return body["items"];
}
