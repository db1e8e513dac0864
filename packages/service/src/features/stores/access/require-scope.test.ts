import { expect, test } from "vitest";
import { waitFor } from "../../../../../../engines/wait-for.ts";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore, aUuid, basic, refusalOf, type TestStore } from "../../../../test/fixtures/service.ts";
import { revokeKey } from "../keys/revoke-key.ts";
import { rotateKey } from "../keys/rotate-key.ts";
import type { Scope } from "./scopes.ts";

const service = aService();
const { db, hashSecret, stores, metrics } = service.deps;

const callWith = (store: TestStore, key: string, from = "192.0.2.20") =>
  store.generateRegid({ uuid: aUuid() }, { key, from });
const rotate = (store: TestStore, overlapSeconds: number) =>
  db.asOperator((tx) => rotateKey(tx, hashSecret, { storeId: store.id, id: store.keyId, overlapSeconds }));
const revoke = (store: TestStore, id = store.keyId) => db.asOperator((tx) => revokeKey(tx, { storeId: store.id, id }));
const keyRow = async (store: TestStore, id = store.keyId) =>
  (await look<Record<string, unknown>>("select * from api_keys where store_id = $1 and id = $2", [store.id, id]))[0];

test("a request to /storeadmin with an Origin header is 403 secret-key-in-browser, and a metric counts it", async () => {
  const store = await aStore(service);
  const count = async () => (await metrics.secretKeysInBrowsers.get()).values[0]?.value ?? 0;
  const before = await count();
  const origins = ["https://shop.example", "null", "http://127.0.0.1", ""];
  for (const origin of origins) {
    const answer = await store.generateRegid({ uuid: aUuid() }, { headers: { origin } });
    expect(refusalOf(answer)).toMatchObject({ status: 403, error: true, type: "secret-key-in-browser" });
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  }
  expect(await count()).toBe(before + origins.length);
  expect((await store.generateRegid({ uuid: aUuid() })).status).toBe(200);
});

test("a request from a browser is refused before its key is checked, so a page cannot try keys", async () => {
  const store = await aStore(service);
  const [right, wrong, none] = [
    await store.generateRegid({}, { headers: { origin: "https://shop.example" } }),
    await store.generateRegid({}, { headers: { origin: "https://shop.example" }, key: "wrong" }),
    await store.generateRegid({}, { headers: { origin: "https://shop.example" }, key: null }),
  ].map(refusalOf);
  expect([wrong, none]).toEqual([right, right]);
});

test("only a key with the scope of the call, or with admin, may make it", async () => {
  const store = await aStore(service);
  const statuses: Record<string, number> = {};
  for (const scope of ["identity", "subscriptions", "lists:read", "lists:write", "admin"] satisfies Scope[]) {
    const { key } = await store.aKey([scope]);
    statuses[scope] = (await callWith(store, key)).status;
  }
  expect(statuses).toEqual({ identity: 200, admin: 200, subscriptions: 403, "lists:read": 403, "lists:write": 403 });

  const { key } = await store.aKey(["lists:read", "identity"]);
  expect((await callWith(store, key)).status).toBe(200);
});

test("a missing scope is 403, and the text names the scope", async () => {
  const store = await aStore(service, { scopes: ["lists:read"] });
  const answer = await store.generateRegid({ uuid: aUuid() });
  expect(refusalOf(answer)).toMatchObject({ status: 403, error: true, type: "missing-scope" });
  expect(answer.body.msg).toContain("identity");
});

test("the database stores a hash of the key", async () => {
  const store = await aStore(service);
  const secret = store.key.split("_")[2] ?? "";
  const row = JSON.stringify(await keyRow(store));
  const { secret_hash: hash } = (await keyRow(store)) ?? {};

  expect(row).not.toContain(secret);
  expect(row).not.toContain(Buffer.from(secret).toString("hex"));
  expect(hash).toEqual(hashSecret(secret));
});

test("a rotated key and its replacement both work during the overlap", async () => {
  const store = await aStore(service);
  const replacement = await rotate(store, 3_600);
  stores.clear();
  expect((await callWith(store, store.key)).status).toBe(200);
  expect((await callWith(store, replacement.key)).status).toBe(200);

  // The database decides by its own clock when a key expires, so the test moves the expiry by an hour.
  await look(
    "update api_keys set expires_at = expires_at - interval '1 hour' where store_id = $1 and expires_at is not null",
    [store.id],
  );
  stores.clear();
  expect((await callWith(store, store.key)).status).toBe(401);
  expect((await callWith(store, replacement.key)).status).toBe(200);
});

test("the replacement of a key has its name and its scopes", async () => {
  const store = await aStore(service, { scopes: ["lists:read", "identity"] });
  const replacement = await rotate(store, 60);
  expect(replacement).toMatchObject({ name: "test", scopes: ["lists:read", "identity"] });
  expect(replacement.id).not.toBe(store.keyId);
});

test("a rotated key stops working when its overlap is over", async () => {
  const { clock, forward } = aClock();
  const timed = aService({ clock });
  const store = await aStore(timed);
  await rotate(store, 1);
  const isRefused = async () => {
    forward(5_000); // no process caches a key for longer
    return (await callWith(store, store.key, "192.0.2.21")).status === 401;
  };
  expect(await waitFor(isRefused, 60_000)).toBe(true);
});

test("a second rotation during the overlap is refused, and does not extend it", async () => {
  const store = await aStore(service);
  await rotate(store, 60);
  const first = (await keyRow(store))?.expires_at;
  await expect(rotate(store, 86_400)).rejects.toMatchObject({ type: "key-replaced" });
  expect((await keyRow(store))?.expires_at).toEqual(first);
});

test("a revoked key is refused within 5 seconds, and at once in a process that received the event", async () => {
  const { clock, forward } = aClock();
  const timed = aService({ clock });
  const store = await aStore(timed);
  expect((await callWith(store, store.key, "192.0.2.22")).status).toBe(200);
  await revoke(store);
  forward(5_000);
  const refused = await callWith(store, store.key, "192.0.2.22");
  expect(refusalOf(refused)).toMatchObject({ status: 401, type: "invalid-api-key" });

  const second = await aStore(timed);
  expect((await callWith(second, second.key, "192.0.2.22")).status).toBe(200);
  await revoke(second);
  timed.deps.stores.clear();
  expect((await callWith(second, second.key, "192.0.2.22")).status).toBe(401);
});

test("revoking a key leaves the other keys of the store working", async () => {
  const store = await aStore(service);
  const { key } = await store.aKey(["identity"]);
  await revoke(store);
  stores.clear();
  expect((await callWith(store, store.key)).status).toBe(401);
  expect((await callWith(store, key)).status).toBe(200);
});

test("rotating or revoking a key that is unknown, revoked or of another store is 404 unknown-key", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  await revoke(store);
  for (const attempt of [
    () => revoke(store),
    () => rotate(store, 60),
    () => revoke(store, other.keyId),
    () => revoke(store, "nokeyish"),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ kind: "not-found", type: "unknown-key" });
  }
  expect((await callWith(other, other.key)).status).toBe(200);
});

test("rotating and revoking a key each announce store.changed", async () => {
  const store = await aStore(service);
  await look("delete from outbox where store_id = $1", [store.id]);
  await rotate(store, 60);
  await revoke(store);
  expect(await look("select subject from outbox where store_id = $1", [store.id])).toEqual([
    { subject: "store.changed" },
    { subject: "store.changed" },
  ]);
});

test("the time of a key's last use is stored, and again once it is a minute old", async () => {
  const { clock, forward } = aClock();
  const timed = aService({ clock });
  const store = await aStore(timed);
  const lastUsed = async () => (await keyRow(store))?.last_used_at;
  expect(await lastUsed()).toBeNull();
  await callWith(store, store.key);
  expect(await waitFor(async () => (await lastUsed()) !== null, 60_000)).toBe(true);

  await look("update api_keys set last_used_at = '2020-01-01' where store_id = $1", [store.id]);
  forward(5_000);
  await callWith(store, store.key);
  expect(await waitFor(async () => (await lastUsed())?.valueOf() !== Date.UTC(2020, 0), 60_000)).toBe(true);
});

test("a pid with a plus, a slash and an equals sign works as the user of Basic authentication", async () => {
  const store = await aStore(service, { pid: `a+b/c=${aUuid().slice(0, 8)}` });
  expect((await callWith(store, store.key)).status).toBe(200);
  const authorization = basic(store.pid.replaceAll("+", " "), store.key);
  expect((await store.generateRegid({ uuid: aUuid() }, { headers: { authorization } })).status).toBe(200);
});
