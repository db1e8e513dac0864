import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, test } from "vitest";
import { alertCall, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { findPast } from "../../subscriptions/past-line/find-past.ts";
import type { Plan } from "../plans/plan.ts";
import { loadPeople, loadRestock, PEOPLE_MAX } from "./load-restock.ts";
import { createPace, TookTooLong } from "./pace.ts";
import type { LogEntry } from "./past-restock.ts";
import { createReplays } from "./replay.ts";
import { replayAsItWas } from "./replay-as-it-was.ts";
import { findRestocks } from "./sql.ts";

const isFull = process.env["KEEPSAKE_TESTS"] === "full";
const PEOPLE = isFull ? PEOPLE_MAX : 3_000;

const shop = await anAlertShop();

/** Adds people to the line of variant 1, as if they had signed up in the last days. */
async function addPeople(store: TestStore, from: number, count: number) {
  await shop.ask(
    `with contact as (
       insert into contacts (id, store_id, medium, value, address_hash)
       select new_id($1), $1, 1, 'n' || nth || '@example.com', md5(nth::text)::uuid from generate_series($2::int, $2 + $3::int - 1) as nth
       returning id
     ), joined as (
       insert into subscriptions (id, store_id, variant_id, contact_id, state, topic, quantity, signed_up_at)
       select new_id($1), $1, (select variant_id from subscriptions where store_id = $1 limit 1), id, 1, 'backinstock', 1 + id % 2,
         now() - random() * interval '3 days'
       from contact returning id, signed_up_at, quantity
     )
     insert into ledger (store_id, subscription_id, state, reason, quantity, at)
     select $1, id, 1, 'signed up', quantity, signed_up_at + interval '1 millisecond' from joined`,
    [store.id, from, count],
  );
}

type Restock = { exact: boolean | null; note: string | null; people: { really: number; replayed: number } | null };
/** Replays, and measures how long other requests had to wait meanwhile, and how much memory it took. */
const replay = async (store: TestStore, policy: object) => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const memoryBefore = process.memoryUsage().heapUsed;
  let memory = 0;
  const looks = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage().heapUsed - memoryBefore);
  }, 20);
  delay.enable();
  const begun = performance.now();
  const { restocks } = (await alertCall(store, "replay", { policy })) as unknown as { restocks: Restock[] };
  const ms = Math.round(performance.now() - begun);
  clearInterval(looks);
  delay.disable();
  return { restock: restocks[0], ms, delayMs: Math.round(delay.max / 1e6), mb: Math.round(memory / 2 ** 20) };
};
/** Several times what was measured on an idle machine. */
const DELAY_MAX_MS = 1_500;
const MEMORY_MAX_MB = 500;

test(`a line of ${PEOPLE.toLocaleString("en")} people is replayed, and leaves time and memory to other requests`, async () => {
  const store = await shop.aStore({ alerts: { audience: "all" } });
  await subscribeAs(store, "first@example.com");
  await addPeople(store, 1, PEOPLE - 1);
  await stock(store, 500);
  await shop.work();
  const same = await replay(store, { audience: "all" });
  expect(same.restock).toMatchObject({ exact: true, people: { really: PEOPLE, replayed: PEOPLE } });
  const perUnit = await replay(store, { audience: "per-unit", perUnit: 1, waitSeconds: 1 });
  expect(perUnit.restock).toMatchObject({ exact: true, people: { really: PEOPLE } });
  for (const [policy, { ms, delayMs, mb }] of Object.entries({ same, perUnit })) {
    console.log(`${PEOPLE} people, ${policy}: ${ms} ms, the others waited ${delayMs} ms at most, ${mb} MB`);
    expect(delayMs).toBeLessThan(DELAY_MAX_MS);
    expect(mb).toBeLessThan(MEMORY_MAX_MB);
  }
});

test("a replay lets other requests come first at each wave and person, and stops when its time is over", async () => {
  const store = await shop.aStore({ alerts: { audience: "all" } });
  await subscribeAs(store, "first@example.com");
  await addPeople(store, 1, 9);
  await stock(store, 500);
  await shop.work();
  const restock = await store.inStore(async (tx) => {
    const [row] = await findRestocks(tx, "backinstock", 1);
    return row && loadRestock(tx, row, (await loadPeople(tx, row)) ?? []);
  });
  if (!restock || typeof restock === "string") throw new Error(`The restock cannot be replayed: ${restock}`);
  const wave = { ...restock.log[0], kind: "selected" } as LogEntry;
  const manyWaves = { ...restock, log: Array.from({ length: 100 }, () => wave) };
  let asked = 0;
  await replayAsItWas(manyWaves, async () => {
    asked += 1;
  });
  expect(asked).toBe(100 + restock.people.length);

  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 1);
  const pace = createPace();
  for (const end = performance.now() + 100; performance.now() < end; ) await pace();
  clearInterval(others);
  expect(turns).toBeGreaterThan(2);
  await expect(replayAsItWas(manyWaves, createPace(0))).rejects.toThrow(TookTooLong);
});

test("a call whose time is over answers with the restocks that it has replayed, and says so of the others", async () => {
  const store = await shop.aStore({ alerts: { audience: "all" } });
  await subscribeAs(store, "first@example.com");
  await stock(store, 1);
  await shop.work();
  const change = { audience: "all" } as const;
  const request = { variantId: undefined, planId: undefined, count: 20, change, page: { after: undefined, limit: 1 } };
  const replayIn = async (secondsMax: number) =>
    createReplays({ db: shop.deps.db, secondsMax })(await shop.deps.stores.getById(store.id), request);
  expect((await replayIn(60)).restocks).toMatchObject([{ comparison: { isExact: true }, notes: [] }]);
  const notes = [expect.stringContaining("Ask for fewer restocks at a time")];
  expect((await replayIn(0)).restocks).toMatchObject([{ comparison: undefined, notes }]);
});

test("a line that is longer than the limit is not read", async () => {
  const store = await shop.aStore({ alerts: { audience: "all" } });
  await subscribeAs(store, "first@example.com");
  await addPeople(store, 1, 2);
  const [line] = await shop.ask<Pick<Plan, "variantId" | "topic">>(
    `select variant_id as "variantId", topic from subscriptions where store_id = $1 limit 1`,
    [store.id],
  );
  const find = (people: number, rows = 1_000) =>
    store.inStore(async (tx) => line && findPast(tx, line, { people, rows }));
  expect((await find(3))?.members).toHaveLength(3);
  expect(await find(2)).toBeUndefined();
  expect((await find(3, 6))?.entries).toHaveLength(3);
  expect(await find(3, 5)).toBeUndefined();
  expect(await find(3, 2)).toBeUndefined();

  await stock(store, 1);
  await shop.work();
  // 3 people, their sign-ups and their alerts.
  const load = (rowsMax: number) => store.inStore(async (tx) => line && loadPeople(tx, line, { rowsMax }));
  expect(await load(9)).toHaveLength(3);
  expect(await load(8)).toBeUndefined();
});

test.runIf(isFull)(
  `a restock of a line of more than ${PEOPLE_MAX.toLocaleString("en")} people is not replayed`,
  async () => {
    const store = await shop.aStore({ alerts: { audience: "all" } });
    await subscribeAs(store, "first@example.com");
    await stock(store, 1);
    await shop.work();
    await addPeople(store, 1, PEOPLE_MAX);
    const { restock } = await replay(store, { audience: "all" });
    expect(restock).toMatchObject({
      exact: null,
      people: null,
      note: expect.stringContaining("More than 50,000 people"),
    });
  },
);
