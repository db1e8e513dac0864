import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { aClock } from "../../../test/fixtures/clock.ts";
import { connectAsSuperuser, look } from "../../../test/fixtures/database.ts";
import { aService, aStore, basic, type TestStore } from "../../../test/fixtures/service.ts";
import type { HotDb } from "../../platform/db/db.ts";
import { revokeKey } from "./keys/revoke-key.ts";
import { createStoreCache, type StoreCache } from "./store-cache.ts";

const service = aService();
const { db, seal, hashSecret } = service.deps;

/** Longer than any process may go on with what it knew. */
const TTL_MS = 5_000;

/** A cache on the database of the run, with its statements and how often it opened a store's secret. Answers of the
 *  database can be held back. */
function aCache() {
  const { clock, forward } = aClock();
  const statements: string[] = [];
  let opened = 0;
  let answered = 0;
  let mayAnswer = Promise.resolve();
  const hot: HotDb = {
    async run<Row extends object>(statement: { name: string; text: string }, values: unknown[]) {
      if (statement.name === "touch-key") return [];
      statements.push(statement.name);
      const rows = await db.hot.run<Row>(statement, values);
      answered += 1;
      await mayAnswer;
      return rows;
    },
  };
  const countingSeal: typeof seal = {
    ...seal,
    open(...sealed) {
      opened += 1;
      return seal.open(...sealed);
    },
  };
  const cache = createStoreCache({ hot, seal: countingSeal, hashSecret, clock });
  return {
    ...cache,
    forward,
    /** The statements since the last call. */
    takeStatements: () => {
      answered = 0;
      return statements.splice(0);
    },
    /** Resolves when the database has answered every statement, although the cache may not have the answers yet. */
    untilAnswered: async () => {
      while (answered === 0 || answered < statements.length) await nextTurn();
    },
    countOpened: () => opened,
    /** Holds answers of the database back until the returned function is called. */
    holdAnswers() {
      const held = Promise.withResolvers<void>();
      mayAnswer = held.promise;
      return () => {
        mayAnswer = Promise.resolve();
        held.resolve();
      };
    },
  };
}

const someStores = (count: number) => Promise.all(Array.from({ length: count }, () => aStore(service)));
const authorizationOf = ({ pid, key }: TestStore) => basic(pid, key);
const readAll = (cache: StoreCache, stores: readonly TestStore[]) =>
  Promise.all(
    stores.flatMap((store) => [
      cache.getByPid(store.pid),
      cache.getById(store.id),
      cache.authenticate(authorizationOf(store)),
    ]),
  );
const revoke = (store: TestStore) => db.asOperator((tx) => revokeKey(tx, { storeId: store.id, id: store.keyId }));

test("after a change of one store the next call of another store does not read the database, and its own does", async () => {
  const [changed, other] = await someStores(2);
  const cache = aCache();
  if (!changed || !other) throw new Error("Two stores");
  await readAll(cache, [changed, other]);
  cache.takeStatements();
  cache.forget(changed.id);

  await readAll(cache, [other]);
  expect(cache.takeStatements()).toEqual([]);
  await cache.getByPid(changed.pid);
  expect(cache.takeStatements()).toHaveLength(1);
  await cache.authenticate(authorizationOf(changed));
  expect(cache.takeStatements()).toHaveLength(1);
});

test("50 first calls of one store make one query, also those that arrive while it runs", async () => {
  const store = await aStore(service);
  const cache = aCache();
  const answer = cache.holdAnswers();
  const call = () => Array.from({ length: 25 }, () => cache.getByPid(store.pid));
  const first = call();
  await cache.untilAnswered();
  const second = call();
  await nextTurn();
  answer();
  const found = await Promise.all([...first, ...second]);
  expect(new Set(found).size).toBe(1);
  expect(cache.takeStatements()).toHaveLength(1);
});

test("50 stores that are asked for at once are read by one query, and looked at by one query when they are due", async () => {
  const stores = await someStores(50);
  const cache = aCache();
  const call = () => Promise.all(stores.map(({ pid }) => cache.getByPid(pid)));
  const found = await call();
  expect(found.map(({ pid }) => pid)).toEqual(stores.map(({ pid }) => pid));
  expect(cache.takeStatements()).toHaveLength(1);
  cache.forward(TTL_MS);
  await call();
  expect(cache.takeStatements()).toHaveLength(1);
});

test("a store is opened once, whether it is found by its pid, its id or its key, and not again while it does not change", async () => {
  const store = await aStore(service);
  const cache = aCache();
  for (let time = 0; time < 3; time += 1) {
    await cache.getByPid(store.pid);
    await cache.getById(store.id);
    await cache.authenticate(authorizationOf(store));
    expect(cache.countOpened()).toBe(1);
    cache.forward(TTL_MS);
  }
  await revoke(store); // changes a key, not the store
  cache.forget(store.id);
  await cache.getByPid(store.pid);
  expect(cache.countOpened()).toBe(1);
});

test("a changed setting is seen within five seconds, and at once in a process that forgets the store", async () => {
  const store = await aStore(service);
  const cache = aCache();
  const seen = async () => {
    const [byPid, byId, { store: byKey }] = [
      await cache.getByPid(store.pid),
      await cache.getById(store.id),
      await cache.authenticate(authorizationOf(store)),
    ];
    return [byPid, byId, byKey].map(({ settings }) => settings.sessionTtlDays);
  };
  expect(await seen()).toEqual([undefined, undefined, undefined]);
  await store.set({ sessionTtlDays: 7 });
  expect(await seen()).toEqual([undefined, undefined, undefined]);
  cache.forward(TTL_MS);
  expect(await seen()).toEqual([7, 7, 7]);

  await store.set({ sessionTtlDays: 8 });
  cache.forget(store.id);
  expect(await seen()).toEqual([8, 8, 8]);
  await store.set({ sessionTtlDays: 9 });
  cache.clear();
  expect(await seen()).toEqual([9, 9, 9]);
});

test("when a key is revoked, other keys of the store go on, and so does the same process for other stores", async () => {
  const [store, other] = await someStores(2);
  if (!store || !other) throw new Error("Two stores");
  const { key } = await store.aKey(["identity"]);
  const cache = aCache();
  await readAll(cache, [store, other]);
  await cache.authenticate(basic(store.pid, key));
  await revoke(store);
  cache.forget(store.id);
  await expect(cache.authenticate(authorizationOf(store))).rejects.toMatchObject({ type: "invalid-api-key" });
  await expect(cache.authenticate(basic(store.pid, key))).resolves.toMatchObject({ store: { id: store.id } });
  await expect(cache.authenticate(authorizationOf(other))).resolves.toMatchObject({ store: { id: other.id } });
});

test.each([
  { look: "the first look", isKnown: false, asked: "while it runs" },
  { look: "the first look", isKnown: false, asked: "after it" },
  { look: "a later look", isKnown: true, asked: "while it runs" },
  { look: "a later look", isKnown: true, asked: "after it" },
])("$look that began before a change does not hide the change from a call $asked", async ({ isKnown, asked }) => {
  const store = await aStore(service);
  const cache = aCache();
  if (isKnown) await readAll(cache, [store]);
  cache.forward(TTL_MS);
  cache.takeStatements();
  const answer = cache.holdAnswers();
  const early = readAll(cache, [store]);
  await cache.untilAnswered();
  await store.set({ sessionTtlDays: 7 });
  await revoke(store);
  cache.forget(store.id);

  const call = () => Promise.allSettled([cache.getByPid(store.pid), cache.authenticate(authorizationOf(store))]);
  const during = asked === "while it runs" ? call() : undefined;
  answer();
  await Promise.allSettled([early]);
  for (const [found, caller] of [await (during ?? call()), await call()]) {
    expect(found).toMatchObject({ value: { settings: { sessionTtlDays: 7 } } });
    expect(caller).toMatchObject({ reason: { type: "invalid-api-key" } });
  }
});

test("a store that is gone is unknown at its next look, and one with its pid that came later is found", async () => {
  const [store, later] = await someStores(2);
  if (!store || !later) throw new Error("Two stores");
  const cache = aCache();
  await readAll(cache, [store]);
  const client = await connectAsSuperuser();
  await client.query("set session_replication_role = replica"); // a trigger refuses to delete stores
  await client.query("delete from api_keys where store_id = $1", [store.id]);
  await client.query("delete from stores where id = $1", [store.id]);
  await client.end();
  cache.forward(TTL_MS);
  await expect(cache.getById(store.id)).rejects.toMatchObject({ type: "unknown-store" });
  await expect(cache.getByPid(store.pid)).rejects.toMatchObject({ type: "unknown-store" });
  await expect(cache.authenticate(authorizationOf(store))).rejects.toMatchObject({ type: "invalid-api-key" });

  await look("update stores set pid = $1 where id = $2", [store.pid, later.id]);
  expect((await cache.getByPid(store.pid)).id).toBe(later.id);
});
