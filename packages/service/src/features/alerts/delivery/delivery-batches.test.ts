import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { aDatabaseBefore } from "../../../../test/fixtures/database-before.ts";
import { migrate } from "../../../platform/db/migrate.ts";
import { createLog } from "../../../platform/log.ts";
import { countSent } from "../feedback/sql.ts";

const DAYS = 7;

test("a plan's results and the alerts of a store's last week are sums of its batches, and need no delivery", async () => {
  const provider = aProvider(({ mail: { to } }) =>
    to.startsWith("p0002") ? { state: "rejected", reason: "550" } : { state: "sent" },
  );
  const shop = await anAlertShop(provider);
  const [store, other] = [await shop.aStore(), await shop.aStore()];
  await aLine(store, 13);
  await stock(store, 1);
  await shop.work();
  const results = async () => (await alertCall(store, "plans", { epi: 1 }))["plans"];
  expect(await results()).toMatchObject([{ deliveries: { sent: 12, failed: 1 } }]);
  await shop.ask("delete from deliveries where store_id = $1", [store.id]);
  expect(await results()).toMatchObject([{ deliveries: { sent: 12, failed: 1 } }]);
  expect(await store.inStore((tx) => countSent(tx, DAYS))).toBe(12);
  expect(await other.inStore((tx) => countSent(tx, DAYS))).toBe(0);
  await shop.ask("update delivery_batches set at = now() - interval '8 days' where store_id = $1", [store.id]);
  expect(await store.inStore((tx) => countSent(tx, DAYS))).toBe(0);
});

test("a delivery that another worker has recorded meanwhile is counted once", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  await aLine(store, 3);
  await stock(store, 1);
  await shop.work();
  await shop.ask(
    "insert into waiting select s.variant_id, s.id, line_place(s.signed_up_at), s.store_id, 0, 1, s.topic from subscriptions s",
  );
  await shop.ask(
    "update plans set state = 0, next_at = now(), next_id = null, next_position = null, is_line_read = false",
  );
  await shop.work();
  expect(await shop.ask("select sum(sent)::int as sent from delivery_batches")).toEqual([{ sent: 3 }]);
});

test("the upgrade counts what was sent and which prices there were before it", async () => {
  const { ownerUrl, client } = await aDatabaseBefore("0042_counters.sql");
  await client.query(`
    insert into stores (id, pid, name, sealed_secret) select n, 'store-' || n, 'A', '' from generate_series(1, 2) as n;
    insert into deliveries (plan_id, slot, subscription_id, store_id, state, reason, place, quantity, at)
    select 1 + n % 2, 0, n, 1 + n % 2, case when n > 90 then 3 else 1 end, 1, 0, 1, now() - n * interval '3 hours' from generate_series(1, 100) as n;
    insert into variants (id, store_id, platform_id) values (1, 1, 'a'), (2, 1, 'b');
    insert into prices (variant_id, store_id, currency, price, seen_at)
    select 1 + n % 2, 1, 'EUR', n, now() + n * interval '1 second' from generate_series(1, 5) as n`);
  await migrate(ownerUrl, createLog("silent"));
  const counts = await client.query(
    `select store_id as store, plan_id as plan, sum(sent)::int as sent, sum(failed)::int as failed
     from delivery_batches group by 1, 2 order by 1`,
  );
  expect(counts.rows).toEqual([
    { store: 1, plan: "1", sent: 45, failed: 5 },
    { store: 2, plan: "2", sent: 45, failed: 5 },
  ]);
  const prices = await client.query("select variant_id as variant, prices from price_counts order by 1");
  expect(prices.rows).toEqual([
    { variant: "1", prices: 2 },
    { variant: "2", prices: 3 },
  ]);
});
