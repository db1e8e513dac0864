import { expect, test } from "vitest";
import { look } from "../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, aUuid, refusalOf, type TestStore } from "../../../test/fixtures/service.ts";
import { createSeal } from "../crypto/seal.ts";
import { answerOf, pruneIdempotencyKeys, runIdempotent } from "./idempotency.ts";

const service = aService();
const { db } = service.deps;
/** The secret of a store, for answers. */
const seal = createSeal(["a-secret-of-a-store"]);
const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
const keysOf = async (store: TestStore) =>
  (await look("select from idempotency_keys where store_id = $1", [store.id])).length;
const age = (store: TestStore, by: string) =>
  look("update idempotency_keys set created_at = now() - $2::interval where store_id = $1", [store.id, by]);

test("a repeated Idempotency-Key replays the first answer byte for byte", async () => {
  const store = await aStore(service);
  const params = { useremail: anEmail() };
  const answers = [];
  for (let time = 0; time < 4; time += 1) answers.push(await store.generateRegid(params, keyed("k")));

  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  // Control: without the key every answer has a new session.
  const unkeyed = [await store.generateRegid(params), await store.generateRegid(params)];
  expect(unkeyed[0]?.text).not.toBe(unkeyed[1]?.text);
});

test("an Idempotency-Key is honoured on every write of the shop's server", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const useremail = anEmail();
  for (const write of [
    () => store.generateRegid({ uuid: guest.uuid }, keyed("guest")),
    () => store.generateRegid({ useremail }, keyed("account")),
    () => store.generateRegid({ useremail, uuid: guest.uuid }, keyed("both")),
    () => store.undoMerge({ regid: guest.regid }, keyed("undo")),
    () => store.sync({ regid: guest.regid, useremail }, keyed("sync")),
    () => store.revokeSessions({ regid: guest.regid }, keyed("revoke")),
    () => store.revokeSessions({ all: "1" }, keyed("revoke-all")),
  ]) {
    const [first, second] = [await write(), await write()];
    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
  }
  const merges = await look("select from merges where store_id = $1", [store.id]);
  const [row] = await look<{ epoch: number }>("select session_epoch as epoch from stores where id = $1", [store.id]);
  expect([merges.length, row?.epoch]).toEqual([2, 1]);
});

test("an Idempotency-Key reused with other parameters is 422 and has no effect", async () => {
  const store = await aStore(service);
  const first = await store.generateRegid({ useremail: anEmail() }, keyed("k"));
  const other = await store.generateRegid({ useremail: anEmail() }, keyed("k"));

  expect(first.status).toBe(200);
  expect(refusalOf(other)).toMatchObject({ status: 422, error: true, type: "idempotency-key-reused" });
  expect(await look("select from shoppers where store_id = $1", [store.id])).toHaveLength(1);
});

test("while a request with an Idempotency-Key is in progress, another with the same key is 409 with Retry-After", async () => {
  const store = await aStore(service);
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let started = () => {};
  const isRunning = new Promise<void>((resolve) => {
    started = resolve;
  });
  const keyedRequest = { storeId: store.id, credential: "c", route: "r", key: "k", params: {} };
  const slow = runIdempotent(db, seal, keyedRequest, async () => {
    started();
    await gate;
    return { answer: 1 };
  });
  await isRunning;
  await expect(runIdempotent(db, seal, keyedRequest, async () => ({ answer: 2 }))).rejects.toMatchObject({
    kind: "in-progress",
    type: "idempotency-key-in-progress",
    retryAfterSeconds: 1,
  });
  finish();
  expect(await slow).toEqual({ answer: 1 });
  expect(await runIdempotent(db, seal, keyedRequest, async () => ({ answer: 3 }))).toEqual({ answer: 1 });
});

test("an Idempotency-Key of 1 to 255 characters is accepted, any other is 400", async () => {
  const store = await aStore(service);
  const statusOf = async (key: string) => (await store.generateRegid({ uuid: aUuid() }, keyed(key))).status;
  expect([await statusOf("k"), await statusOf("k".repeat(255))]).toEqual([200, 200]);

  for (const key of ["", "k".repeat(256)]) {
    const answer = await store.generateRegid({ uuid: aUuid() }, keyed(key));
    expect(refusalOf(answer)).toMatchObject({ status: 400, error: true, type: "invalid-idempotency-key" });
  }
});

test("a key belongs to one store, one credential and one route", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const { key } = await store.aKey(["identity"]);
  const params = { uuid: aUuid() };
  const guest = await store.aGuest();
  const answers = [
    await store.generateRegid(params, keyed("k")),
    await store.generateRegid(params, { ...keyed("k"), key }),
    await other.generateRegid(params, keyed("k")),
    await store.sync({ regid: guest.regid, useremail: anEmail() }, keyed("k")),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.sessionid)).size).toBe(4);
});

test("a refusal is not stored: the corrected request may use the same key", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const useremail = anEmail();
  await store.sync({ regid: guest.regid, useremail });
  const refused = await store.sync({ regid: guest.regid, useremail: anEmail() }, keyed("k"));
  expect(refused.status).toBe(403);
  expect(await keysOf(store)).toBe(0);
  expect((await store.sync({ regid: guest.regid, useremail }, keyed("k"))).status).toBe(200);
});

test("an effect that fails stores neither its writes nor an answer", async () => {
  const store = await aStore(service);
  const keyedRequest = { storeId: store.id, credential: "c", route: "r", key: "k", params: {} };
  await expect(
    runIdempotent(db, seal, keyedRequest, async () => {
      throw new Error("crash");
    }),
  ).rejects.toThrow("crash");
  expect(await keysOf(store)).toBe(0);
  expect(await runIdempotent(db, seal, keyedRequest, async () => "second")).toBe("second");
});

test("the stored answer is encrypted, because it may contain a session", async () => {
  const store = await aStore(service);
  const { body } = await store.generateRegid({ useremail: anEmail() }, keyed("k"));
  const [row] = await look<{ sealed: Buffer }>(
    "select sealed_body as sealed from idempotency_keys where store_id = $1",
    [store.id],
  );
  expect(row?.sealed.includes(Buffer.from(String(body.sessionid)))).toBe(false);
  const { seal: ofStore } = await store.record();
  const opened = ofStore.open(row?.sealed ?? Buffer.alloc(0), answerOf(store.id));
  expect(opened.toString()).toContain(String(body.sessionid));
});

test("a key is valid for 24 hours; after that the same key starts a new request", async () => {
  const store = await aStore(service);
  const params = { useremail: anEmail() };
  const first = await store.generateRegid(params, keyed("k"));
  await age(store, "23 hours 59 minutes");
  expect((await store.generateRegid(params, keyed("k"))).text).toBe(first.text);
  await age(store, "24 hours 1 minute");
  const later = await store.generateRegid({ useremail: anEmail() }, keyed("k"));
  expect(later.status).toBe(200);
  expect(later.text).not.toBe(first.text);
});

test("pruning deletes the answers that are older than 24 hours, and no others", async () => {
  const [old, young] = [await aStore(service), await aStore(service)];
  for (const store of [old, young]) {
    for (const key of ["a", "b", "c"]) await store.generateRegid({ uuid: aUuid() }, keyed(key));
  }
  await age(old, "24 hours 1 minute");
  await age(young, "23 hours 59 minutes");
  expect(await pruneIdempotencyKeys(db)).toBeGreaterThanOrEqual(3);
  expect([await keysOf(old), await keysOf(young)]).toEqual([0, 3]);
});

test("one run deletes all answers that are older than 24 hours, however many they are", async () => {
  const store = await aStore(service);
  await look(
    `insert into idempotency_keys (store_id, key_hash, fingerprint, sealed_body, created_at)
     select $1, sha256(n::text::bytea), sha256(''), '', now() - interval '25 hours' from generate_series(1, 2500) as n`,
    [store.id],
  );
  await pruneIdempotencyKeys(db);
  expect(await keysOf(store)).toBe(0);
});
