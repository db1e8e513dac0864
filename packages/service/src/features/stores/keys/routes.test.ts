import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aMember, stepUpByPassword } from "../../../../test/fixtures/members.ts";
import { aService, aStore, basic, type TestStore } from "../../../../test/fixtures/service.ts";
import { createStore } from "../create-store.ts";
import { createKey } from "./create-key.ts";

const service = aService();
const post = (store: TestStore, path: string, json: unknown, key = store.key) =>
  store.admin(`/storeadmin/v3/keys/${path}`, undefined, { json, key });
const works = async (store: TestStore, key: string) =>
  (await store.admin("/storeadmin/me", undefined, { method: "GET", key })).status === 200;

test("a key is made, replaced with an overlap and ended; its text is shown once", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const made = await post(store, "create", { name: "server", scopes: ["identity"] });
  expect(made.status).toBe(200);
  const { id, key } = made.body as { id: string; key: string };
  expect(await works(store, key)).toBe(true);

  const rotated = await post(store, "rotate", { id, overlapSeconds: 3_600 });
  const next = rotated.body as { id: string; key: string; scopes: string[] };
  expect(next.scopes).toEqual(["identity"]);
  expect([await works(store, key), await works(store, next.key)]).toEqual([true, true]);

  expect((await post(store, "revoke", { id })).status).toBe(200);
  expect([await works(store, key), await works(store, next.key)]).toEqual([false, true]);
  expect((await post(store, "revoke", { id })).body["type"]).toBe("unknown-key");

  const { text, body } = await store.admin("/storeadmin/v3/keys", undefined, { method: "GET" });
  expect(text).not.toContain(next.key.slice(12, 44));
  expect(
    (body["keys"] as { id: string; revokedAt: string | null }[]).find((one) => one.id === id)?.revokedAt,
  ).toBeTruthy();
});

test("a key cannot make or replace one that may do more than itself; an owner can", async () => {
  const store = await aStore(service, { scopes: ["keys", "identity"] });
  expect((await post(store, "create", { name: "same", scopes: ["identity"] })).status).toBe(200);
  for (const scopes of [["admin"], ["identity", "people:export"]]) {
    const { status, body } = await post(store, "create", { name: "more", scopes });
    expect([status, body["type"]]).toEqual([403, "missing-scope"]);
  }
  const strong = await store.aKey(["admin"]);
  expect((await post(store, "rotate", { id: strong.id })).status).toBe(403);
  expect(await works(store, strong.key)).toBe(true);

  const owner = await aMember(service, store, "owner");
  const stepUp = await stepUpByPassword(owner);
  const json = { name: "server", scopes: ["identity", "subscriptions"] };
  expect((await owner.call("/storeadmin/v3/keys/create", { json, stepUp })).status).toBe(200);
});

test("owners get a mail about a new key", async () => {
  const mailing = aService({
    env: { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", KEEPSAKE_MAIL_FROM: "shop@example.com" },
  });
  const store = await aStore(mailing, { scopes: ["admin"] });
  const { email } = await aMember(mailing, store, "owner");
  await aMember(mailing, store, "viewer");
  await post(store, "create", { name: "server" });
  const mails = await look<{ to_email: string; subject: string; text_body: string }>(
    "select to_email, subject, text_body from mails where store_id = $1 and kind = 'member'",
    [store.id],
  );
  expect(mails).toEqual([
    {
      to_email: email,
      subject: "A test's store: An API key was created",
      text_body: expect.stringMatching(/The API key ".+" created the API key "server"\./),
    },
  ]);
});

test("a key that was replaced cannot be replaced again, owners get a mail, and keys that work are listed first", async () => {
  const mailing = aService({
    env: { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", KEEPSAKE_MAIL_FROM: "shop@example.com" },
  });
  const store = await aStore(mailing, { scopes: ["admin"] });
  const { email } = await aMember(mailing, store, "owner");
  const old = await store.aKey(["identity"]);
  const answers = await Promise.all([1, 2, 3].map(() => post(store, "rotate", { id: old.id })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 400)?.body["type"]).toBe("key-replaced");
  const mails = await look("select to_email, subject from mails where store_id = $1 and kind = 'member'", [store.id]);
  expect(mails).toEqual([{ to_email: email, subject: "A test's store: An API key was replaced" }]);

  await post(store, "revoke", { id: old.id });
  const { body } = await store.admin("/storeadmin/v3/keys", undefined, { method: "GET" });
  const listed = body["keys"] as { id: string; revokedAt: string | null }[];
  expect(listed.map(({ revokedAt }) => revokedAt !== null)).toEqual([false, false, true]);
});

test("a key that replaces another counts: a store with a hundred keys that work gets no more", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  for (let made = 1; made < 100; made += 1) await store.aKey(["identity"]);
  for (const [path, json] of [
    ["create", { name: "one more" }],
    ["rotate", { id: store.keyId }],
  ] as const) {
    const { status, body } = await post(store, path, json);
    expect([path, status, body["type"]]).toEqual([path, 400, "limit-reached"]);
  }
});

test("the keys of a test store begin with ks_test_ and work like others", async () => {
  const { db, seal, config } = service.deps;
  const other = await aStore(service, { scopes: ["admin"] });
  const { id, pid } = await db.asOperator((tx) =>
    createStore(tx, seal, { name: "Test", shards: config.shards, besides: other.pid, isTest: true }),
  );
  const { key } = await db.asOperator((tx) =>
    createKey(tx, service.deps.hashSecret, { storeId: id, name: "t", scopes: ["admin"] }),
  );
  expect(key).toMatch(/^ks_test_/);
  const headers = { authorization: basic(pid, key) };
  const { body } = await other.admin("/storeadmin/v3/settings", undefined, { method: "GET", headers });
  expect([body["pid"], body["test"]]).toEqual([pid, true]);
});
