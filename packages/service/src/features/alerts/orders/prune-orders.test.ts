import { expect, test } from "vitest";
import { anAlertShop } from "../../../../test/fixtures/alert-shop.ts";
import { pruneClicks } from "../clicks/prune-clicks.ts";
import { pruneOrders } from "./prune-orders.ts";

test("orders are kept for 800 days and clicks for 400, those of other stores too", async () => {
  const shop = await anAlertShop();
  const { db } = shop.service.deps;
  const stores = [await shop.aStore(), await shop.aStore()];
  for (const { id } of stores) {
    await shop.ask(
      `insert into orders (store_id, id, currency, occurred_at, reported_at) select $1, ago::text, 'EUR', now(), now() - make_interval(days => ago)
       from unnest(array[0, 799, 801]) as ago`,
      [id],
    );
    await shop.ask(
      "insert into order_lines (store_id, order_id, variant_id, quantity, amount, touch, topic) select $1, id, 1, 1, 1, 0, '' from orders where store_id = $1",
      [id],
    );
    await shop.ask(
      "insert into clicks (store_id, subscription_id, plan_id, at) select $1, ago, 1, now() - make_interval(days => ago) from unnest(array[1, 399, 401]) as ago",
      [id],
    );
  }
  expect(await pruneOrders(db)).toBe(2);
  expect(await pruneClicks(db)).toBe(2);
  const [left] =
    await shop.ask(`select (select array_agg(distinct id order by id) from orders) as orders, (select array_agg(distinct order_id order by order_id) from order_lines) as lines,
    (select array_agg(distinct subscription_id::int order by subscription_id::int) from clicks) as clicks`);
  expect(left).toEqual({ orders: ["0", "799"], lines: ["0", "799"], clicks: [1, 399] });
});
