import { expect, test } from "vitest";
import { anAlertShop } from "../../../../test/fixtures/alert-shop.ts";
import { fastest } from "../../../../test/fixtures/fastest.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId, VariantId } from "../../../platform/ids.ts";
import { STATES } from "../../subscriptions/state.ts";
import { findTouches } from "./find-touches.ts";
import { reportOrders } from "./report-orders.ts";

const shop = await anAlertShop();
const { db } = shop.service.deps;

/** A store where each of 20 shoppers bought variants that they had alerts for. All of those ended. */
async function oldCustomers(count: number) {
  const store = await shop.aStore();
  good(await subscribeAs(store, "ann@example.com"));
  const bought = await shop.ask<{ variantId: VariantId; shopperId: ShopperId }>(
    `with made as (
       insert into variants (id, store_id, platform_id) select new_id($1), $1, 'v' || nth from generate_series(1, $2) as nth returning id
     )
     insert into subscriptions (id, variant_id, contact_id, shopper_id, store_id, state, topic)
     select new_id($1), made.id, c.id, row_number() over () % 20 + 1, $1, $3, 'backinstock' from made, contacts c where c.store_id = $1
     returning variant_id as "variantId", shopper_id as "shopperId"`,
    [store.id, count, STATES.bought],
  );
  const record = await store.record();
  const order = { currency: "EUR", occurredAt: new Date(), isCancelled: false, addressHash: null };
  return { record, purchases: bought.map((purchase) => ({ ...order, ...purchase })) };
}

test("a call has at most 2,000 lines", async () => {
  const store = await shop.aStore();
  const report = (lines: number) => {
    const of = (count: number) => Array.from({ length: count }, (_, n) => ({ epi: n + 1, quantity: 1, price: 1 }));
    const orders = Array.from({ length: Math.ceil(lines / 200) }, (_, n) => ({
      id: `o${n}`,
      currency: "EUR",
      occurredAt: "2026-11-18T09:30:00Z",
      lines: of(Math.min(200, lines - n * 200)),
    }));
    return store.admin("/storeadmin/v3/orders/report", undefined, { json: { orders } });
  };
  expect((await report(2_000)).status).toBe(200);
  const { status, body } = await report(2_001);
  expect([status, body["type"]]).toEqual([400, "too-many-lines"]);
  expect(body["msg"]).toContain("2001 lines together, and a call takes 2000");
});

test("2,000 purchases with 60,000 clicks are tied together in less than a second of processor time", async () => {
  const { record, purchases } = await oldCustomers(2_000);
  await shop.ask(
    `insert into clicks (store_id, subscription_id, plan_id, at)
     select $1, id, plan, now() - interval '1 day' - make_interval(secs => plan)
     from subscriptions cross join generate_series(1, 30) as plan where store_id = $1`,
    [record.id],
  );
  const find = () =>
    db.inStore(record.id, (tx) => findTouches(tx, record, purchases, { windowDays: 7, viewThrough: false }));
  const touches = await find();
  expect(touches).toHaveLength(2_000);
  expect(touches.filter((touch) => touch.kind === "click" && touch.planId === "1")).toHaveLength(2_000);
  expect(await fastest(1_000, find)).toBeLessThan(1_000);
}, 120_000);

test("alerts that ended long ago cost a report no statement of their own", async () => {
  const { record, purchases } = await oldCustomers(300);
  let statements = 0;
  const counted = (tx: StoreTx) =>
    new Proxy(tx, {
      apply(target, self, args) {
        statements += 1;
        return Reflect.apply(target, self, args) as unknown;
      },
    });
  const orders = [...Map.groupBy(purchases, ({ shopperId }) => shopperId).values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            ...first,
            id: first.shopperId,
            lines: [first, ...others].map((one) => ({ ...one, quantity: 1, amount: 1n })),
          },
        ]
      : [],
  );
  const outcomes = await db.inStore(record.id, (tx) => reportOrders(counted(tx), record, orders));
  expect(outcomes.map(({ state }) => state)).toEqual(Array(20).fill("stored"));
  expect(statements).toBeGreaterThan(3); // control
  expect(statements).toBeLessThan(30);
});
