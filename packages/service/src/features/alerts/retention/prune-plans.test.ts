import { expect, test } from "vitest";
import { aLine, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { prunePlans } from "./prune-plans.ts";

/** A shop with two stores that each notified two people; the first keeps its alerts for a shorter time. */
async function twoStores() {
  const shop = await anAlertShop();
  const short = await shop.aStore({ alerts: { historyDays: 30 } });
  const long = await shop.aStore();
  for (const store of [short, long]) {
    await aLine(store, 2);
    await stock(store, 5);
  }
  await shop.work();
  const left = async (store: TestStore) =>
    (
      await shop.ask<{ plans: number; deliveries: number; waves: number }>(
        `select (select count(*)::int from plans where store_id = $1) as plans,
           (select count(*)::int from deliveries where store_id = $1) as deliveries,
           (select count(*)::int from waves where store_id = $1) as waves`,
        [store.id],
      )
    )[0];
  const age = (days: number) =>
    shop.ask("update plans set keep_until = keep_until - make_interval(days => $1)", [days]);
  return { shop, short, long, left, age, db: shop.service.deps.db };
}
const ALL = { plans: 1, deliveries: 2, waves: 1 };
const NONE = { plans: 0, deliveries: 0, waves: 0 };

test("a store's alerts are deleted after the days of its own setting, and those of other stores stay", async () => {
  const { short, long, left, age, db } = await twoStores();
  await age(29);
  await prunePlans(db);
  expect([await left(short), await left(long)]).toEqual([ALL, ALL]);
  await age(2);
  await prunePlans(db);
  expect([await left(short), await left(long)]).toEqual([NONE, ALL]);
});

test("when no store keeps a month any more, its deliveries are truncated", async () => {
  const { shop, short, long, left, age, db } = await twoStores();
  await age(401);
  const [{ slot } = { slot: 0 }] = await shop.ask<{ slot: number }>("select slot from plans limit 1");
  const fileOf = async () =>
    (await shop.ask("select relfilenode from pg_class where relname = 'deliveries_' || $1::text", [slot]))[0];
  const before = await fileOf();
  await prunePlans(db);
  expect([await left(short), await left(long)]).toEqual([NONE, NONE]);
  expect(await fileOf()).not.toEqual(before); // a truncated table gets a new file
});

test("alerts that are not over are kept", async () => {
  const { shop, short, left, age, db } = await twoStores();
  await shop.ask("update plans set state = 1");
  await age(1_000);
  await prunePlans(db);
  expect(await left(short)).toEqual(ALL);
});
