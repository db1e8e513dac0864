import { expect, test } from "vitest";
import { connectAsSuperuser, look } from "../../../../test/fixtures/database.ts";
import { aMember, type Browser, signIn, stepUpByPassword } from "../../../../test/fixtures/members.ts";
import { aMigratedDatabase } from "../../../../test/fixtures/migrated-database.ts";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { addFirstMember } from "../members/add-first-member.ts";

const service = aService();
const write = (browser: Browser, headers: Record<string, string> = {}) =>
  browser.call("/storeadmin/v3/settings/update", { json: { stock: { minimum: 7 } }, headers });
const open = (browser: Browser, store: { pid: string }) =>
  browser.call("/storeadmin/v3/me/open-store", { json: { store: store.pid } });
const settingsOf = (store: { id: number }) =>
  look("select settings->'stock' as stock from stores where id = $1", [store.id]);

/** A member of the newer of two stores, whom the owner of the older one invites while they are signed in. */
async function anInvitedMember() {
  const [older, newer] = [await aStore(service), await aStore(service)];
  const ann = await aMember(service, newer, "owner");
  const invitation = { storeId: older.id, email: toEmail(ann.email), role: "owner" } as const;
  await service.deps.db.asOperator((tx) => addFirstMember(tx, invitation));
  return { older, newer, ann };
}

test("an invitation to an older store does not move the calls of a session there", async () => {
  const { older, newer, ann } = await anInvitedMember();
  expect((await write(ann)).status).toBe(200);
  expect(await settingsOf(newer)).toEqual([{ stock: { minimum: 7 } }]);
  expect(await settingsOf(older)).toEqual([{ stock: null }]);
  expect((await ann.me()).body["store"]).toMatchObject({ pid: newer.pid });
});

test("a member of several stores opens one first, and the answer says so", async () => {
  const { older, newer, ann } = await anInvitedMember();
  const later = await signIn(service, ann.email);
  const me = (await later.me()).body;
  expect(me["store"]).toBeNull();
  const pids = (me["stores"] as { pid: string }[]).map(({ pid }) => pid); // by id, which does not follow age across shards
  expect(pids.toSorted()).toEqual([older.pid, newer.pid].toSorted());
  const refused = await write(later);
  expect([refused.status, refused.body["type"]]).toEqual([403, "open-a-store"]);
  expect(String(refused.body["msg"])).toContain("/storeadmin/v3/me/open-store");
  expect((await open(later, newer)).status).toBe(200);
  expect((await write(later)).status).toBe(200);
  expect(await settingsOf(older)).toEqual([{ stock: null }]);
});

test("a tab that shows another store than the open one changes nothing", async () => {
  const { older, newer, ann } = await anInvitedMember();
  const oldTab = { "keepsake-csrf": ann.csrf() };
  expect((await open(ann, older)).status).toBe(200);
  expect((await write(ann, oldTab)).body["type"]).toBe("wrong-origin");
  expect((await write(ann)).status).toBe(200);
  expect(await settingsOf(newer)).toEqual([{ stock: null }]);
});

const change = ({ email }: { email: string }, text: string) =>
  look(`update dashboard."session" set ${text} from dashboard."user" u where "userId" = u."id" and u."email" = $1`, [
    email,
  ]);

test("a call prolongs the session and its cookie together, twelve hours from then", async () => {
  const owner = await aMember(service, await aStore(service), "owner");
  expect((await owner.me()).headers["set-cookie"], "a young session").toBeUndefined();
  await change(owner, `"expiresAt" = now() + interval '6 hours'`);
  const { headers } = await owner.call("/storeadmin/v3/audit");
  expect(String(headers["set-cookie"])).toMatch(/^keepsake-session=.+Max-Age=43200/);
});

test("a session that is older than ten minutes lists its sessions and, with a fresh proof, adds a passkey", async () => {
  const owner = await aMember(service, await aStore(service), "owner");
  const stepUp = await stepUpByPassword(owner);
  await change(owner, `"createdAt" = now() - interval '1 hour'`);
  expect((await owner.auth("/list-sessions")).status).toBe(200);
  expect((await owner.auth("/passkey/generate-register-options")).status, "without a proof").toBe(403);
  expect((await owner.auth("/passkey/generate-register-options", { stepUp })).status).toBe(200);
  const response = { id: "AAAA", rawId: "AAAA", type: "public-key", response: {}, clientExtensionResults: {} };
  const refused = await owner.auth("/passkey/verify-registration", { json: { response }, stepUp });
  expect([refused.status, refused.body["type"]], "a passkey that does not fit").toEqual([400, "wrong-passkey"]);
});

test("a session of ten days that was kept alive lists and ends no sessions", async () => {
  const owner = await aMember(service, await aStore(service), "owner");
  const other = await signIn(service, owner.email);
  const old = `"createdAt" = now() - interval '10 days', "expiresAt" = now() + interval '12 hours'`;
  await look(`update dashboard."session" set ${old} where "token" = $1`, [tokenOf(owner)]);
  expect((await owner.auth("/list-sessions")).status).toBe(401);
  await look(`update dashboard."session" set ${old} where "token" = $1`, [tokenOf(other)]);
  expect((await other.auth("/revoke-other-sessions", { json: {} })).status).toBe(401);
  expect(
    (await (await signIn(service, owner.email)).auth("/list-sessions")).body,
    "control: only the new one",
  ).toHaveLength(1);
});

const tokenOf = ({ jar }: Browser) => decodeURIComponent(jar.get("keepsake-session") ?? "").split(".")[0];

/** A busy machine refuses calls, too. */
const PATIENCE = { timeout: 60_000, interval: 500 };

test("while the database is busy, a member's calls are 503 with Retry-After, and not a refusal", async () => {
  const url = await aMigratedDatabase();
  const busy = aService({ env: { DATABASE_URL: url } });
  const owner = await aMember(busy, await aStore(busy), "owner");
  const cookie = [...owner.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, "keepsake-csrf": owner.csrf() };
  const ask = async (path: string) => {
    const answer = await busy.http.inject({ url: path, headers });
    return [path, answer.statusCode, answer.headers["retry-after"]];
  };
  const locker = await connectAsSuperuser(url);
  whenDone(() => locker.end());
  const paths = ["/storeadmin/v3/me", "/storeadmin/v3/audit"];
  for (const [table, more] of [
    [`dashboard."session"`, ["/dashboard/auth/list-sessions", "/dashboard/auth/get-session"]],
    ["memberships", []],
  ] as const) {
    await locker.query(`begin; lock table ${table}`);
    for (const path of [...paths, ...more])
      await expect.poll(() => ask(path), { ...PATIENCE, message: `without ${table}` }).toEqual([path, 503, "1"]);
    await locker.query("rollback");
  }
  for (const path of paths) await expect.poll(() => ask(path), PATIENCE).toEqual([path, 200, undefined]);
});
