import { expect, test } from "vitest";
import { aLine, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { aDatabaseBefore } from "../../../../test/fixtures/database-before.ts";
import { migrate } from "../../../platform/db/migrate.ts";
import { createLog } from "../../../platform/log.ts";
import { incrementSent } from "./increment-sent.ts";
import { pruneSentCounts } from "./prune-sent-counts.ts";
import { countSent } from "./sql.ts";

const shop = await anAlertShop();
const DAYS = 7;

test("alerts are counted when they are sent, for their own store, and the count does not need their deliveries", async () => {
  const [store, other] = [await shop.aStore(), await shop.aStore()];
  await aLine(store, 3);
  await stock(store, 1);
  await shop.work();
  expect(await store.inStore((tx) => countSent(tx, DAYS))).toBe(3);
  expect(await other.inStore((tx) => countSent(tx, DAYS))).toBe(0);
  await shop.ask("delete from deliveries where store_id = $1", [store.id]);
  expect(await store.inStore((tx) => countSent(tx, DAYS))).toBe(3);
});

test("batches that are recorded at the same time are all counted, and a transaction that fails counts nothing", async () => {
  const store = await shop.aStore();
  await Promise.all(Array.from({ length: 8 }, () => store.inStore((tx) => incrementSent(tx, 25))));
  const failing = store.inStore(async (tx) => {
    await incrementSent(tx, 1_000);
    throw new Error("The batch was not recorded");
  });
  await expect(failing).rejects.toThrow("The batch was not recorded");
  await store.inStore((tx) => incrementSent(tx, 0));
  expect(await store.inStore((tx) => countSent(tx, DAYS))).toBe(200);
});

test("the count is that of today and the seven days before, and counts are deleted after 30 days", async () => {
  const store = await shop.aStore();
  await shop.ask(
    `insert into sent_counts (store_id, day, sent)
     select $1, (now() at time zone 'UTC')::date - ago, 1 from unnest(array[0, 1, 7, 8, 29, 30, 31, 100]) as ago`,
    [store.id],
  );
  expect(await store.inStore((tx) => countSent(tx, DAYS))).toBe(3);
  await pruneSentCounts(shop.service.deps.db);
  expect(await store.inStore((tx) => countSent(tx, 365))).toBe(6);
});

test("the upgrade counts what was sent and which prices there were before it", async () => {
  const { ownerUrl, client } = await aDatabaseBefore("0042_counters.sql");
  await client.query(`
    insert into stores (id, pid, name, sealed_secret) select n, 'store-' || n, 'A', '' from generate_series(1, 2) as n;
    insert into waves (plan_id, store_id, people, wave, reason) select n, n, 1, 1, '' from generate_series(1, 2) as n;
    insert into deliveries (plan_id, slot, subscription_id, store_id, state, reason, place, quantity, at)
    select 1 + n % 2, 0, n, 1 + n % 2, case when n > 90 then 3 else 1 end, 1, 0, 1, now() - n * interval '3 hours' from generate_series(1, 100) as n;
    insert into variants (id, store_id, platform_id) values (1, 1, 'a'), (2, 1, 'b');
    insert into prices (variant_id, store_id, currency, price, seen_at)
    select 1 + n % 2, 1, 'EUR', n, now() + n * interval '1 second' from generate_series(1, 5) as n`);
  await migrate(ownerUrl, createLog("silent"));
  const counts = await client.query(
    "select store_id as store, sum(sent)::int as sent from sent_counts group by 1 order by 1",
  );
  expect(counts.rows).toEqual([
    { store: 1, sent: 31 },
    { store: 2, sent: 32 },
  ]);
  const prices = await client.query("select variant_id as variant, prices from price_counts order by 1");
  expect(prices.rows).toEqual([
    { variant: "1", prices: 2 },
    { variant: "2", prices: 3 },
  ]);
});
