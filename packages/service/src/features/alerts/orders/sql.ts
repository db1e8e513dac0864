import type { StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { literal } from "../../../platform/db/fragment.ts";
import { findStateName } from "../../../platform/db/state-name.ts";
import type { PlanId, ShopperId, StoreId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { formatDecimal, parseDecimal } from "../../../platform/text/decimal.ts";
import { DELIVERY_STATES } from "../delivery/delivery.ts";
import { type ReportedOrder, type StoredLine, type StoredOrder, TOUCHES, type Touch } from "./order.ts";

const SENT = literal(DELIVERY_STATES.sent);

/** An order before a report. A new one is as it was reported. */
export type OrderBefore = Omit<StoredOrder, "lines"> & { readonly firstReportedAt: Date; readonly isNew: boolean };

/** Inserts the orders that are new and locks the others, in the order of their ids. Returns all, without their lines.
 *  Expects each id once. */
export async function insertOrLock(tx: StoreTx, orders: readonly ReportedOrder[]): Promise<OrderBefore[]> {
  const inserted = await tx<{ id: string }>`
    insert into orders (store_id, id, currency, occurred_at, is_cancelled, address_hash, shopper_id)
    select ${tx.storeId}, id, currency, occurred_at, is_cancelled, address_hash, shopper_id
    from unnest(${orders.map(({ id }) => id)}::text[], ${orders.map(({ currency }) => currency)}::text[],
      ${orders.map(({ occurredAt }) => occurredAt)}::timestamptz[], ${orders.map(({ isCancelled }) => isCancelled)}::boolean[],
      ${orders.map(({ addressHash }) => addressHash)}::uuid[], ${orders.map(({ shopperId }) => shopperId)}::bigint[])
      as reported (id, currency, occurred_at, is_cancelled, address_hash, shopper_id)
    order by id on conflict do nothing returning id`;
  return tx<OrderBefore>`
    select id, currency, occurred_at as "occurredAt", is_cancelled as "isCancelled", address_hash as "addressHash",
      shopper_id as "shopperId", reported_at as "firstReportedAt", id = any(${inserted.map(({ id }) => id)}::text[]) as "isNew"
    from orders where store_id = ${tx.storeId} and id = any(${orders.map(({ id }) => id)}::text[])
    order by id for update`;
}

type LineRow = {
  readonly orderId: string;
  readonly variantId: VariantId;
  readonly quantity: number;
  readonly amount: string;
  readonly touch: number;
  readonly touchedAt: Date | null;
  readonly planId: PlanId | null;
  readonly subscriptionId: SubscriptionId | null;
  readonly topic: string;
};

/** The stored lines of these orders, each with its order. */
export async function findLines(
  tx: StoreTx,
  ids: readonly string[],
): Promise<(StoredLine & { readonly orderId: string })[]> {
  const rows = await tx<LineRow>`
    select order_id as "orderId", variant_id as "variantId", quantity, amount::text, touch, touched_at as "touchedAt", plan_id as "planId",
      subscription_id as "subscriptionId", topic
    from order_lines where store_id = ${tx.storeId} and order_id = any(${ids}::text[])`;
  return rows.map((row) => ({
    orderId: row.orderId,
    variantId: row.variantId,
    quantity: row.quantity,
    amount: parseDecimal(row.amount) ?? 0n,
    touch: toTouch(row),
  }));
}

function toTouch({ touch, touchedAt, planId, subscriptionId, topic }: LineRow): Touch {
  const kind = findStateName(TOUCHES, touch) ?? "none";
  if (kind === "none" || !touchedAt) return { kind: "none" };
  if (kind === "save" || !planId || !subscriptionId) return { kind: "save", at: touchedAt };
  return { kind, at: touchedAt, topic, planId, subscriptionId };
}

/** Writes the orders as they are now, in place of what was stored. */
export async function storeOrders(tx: StoreTx, orders: readonly StoredOrder[]): Promise<void> {
  await tx`
    update orders o set currency = new.currency, occurred_at = new.occurred_at, is_cancelled = new.is_cancelled,
      address_hash = new.address_hash, shopper_id = new.shopper_id
    from unnest(${orders.map(({ id }) => id)}::text[], ${orders.map(({ currency }) => currency)}::text[],
      ${orders.map(({ occurredAt }) => occurredAt)}::timestamptz[], ${orders.map(({ isCancelled }) => isCancelled)}::boolean[],
      ${orders.map(({ addressHash }) => addressHash)}::uuid[], ${orders.map(({ shopperId }) => shopperId)}::bigint[])
      as new (id, currency, occurred_at, is_cancelled, address_hash, shopper_id)
    where o.store_id = ${tx.storeId} and o.id = new.id`;
  await tx`delete from order_lines where store_id = ${tx.storeId} and order_id = any(${orders.map(({ id }) => id)}::text[])`;
  const lines = orders.flatMap(({ id, lines: ofOrder }) => ofOrder.map((line) => ({ orderId: id, ...line })));
  if (lines.length === 0) return;
  const alertOf = ({ touch }: StoredLine) => (touch.kind === "click" || touch.kind === "delivery" ? touch : undefined);
  await tx`
    insert into order_lines (store_id, order_id, variant_id, quantity, amount, touch, touched_at, plan_id, subscription_id, topic)
    select ${tx.storeId}, order_id, variant_id, quantity, amount, touch, touched_at, plan_id, subscription_id, topic
    from unnest(${lines.map(({ orderId }) => orderId)}::text[], ${lines.map(({ variantId }) => variantId)}::bigint[],
      ${lines.map(({ quantity }) => quantity)}::int[], ${lines.map(({ amount }) => formatDecimal(amount))}::numeric[],
      ${lines.map(({ touch }) => TOUCHES[touch.kind])}::smallint[], ${lines.map(({ touch }) => (touch.kind === "none" ? null : touch.at))}::timestamptz[],
      ${lines.map((line) => alertOf(line)?.planId ?? null)}::bigint[], ${lines.map((line) => alertOf(line)?.subscriptionId ?? null)}::bigint[],
      ${lines.map((line) => alertOf(line)?.topic ?? "")}::text[])
      as line (order_id, variant_id, quantity, amount, touch, touched_at, plan_id, subscription_id, topic)`;
}

/** Which of these variants an order contains. */
export const findOrdered = (tx: StoreTx, variantIds: readonly VariantId[]) => tx<{ variantId: VariantId }>`
  select distinct variant_id as "variantId" from order_lines
  where store_id = ${tx.storeId} and variant_id = any(${variantIds}::bigint[])`;

/** Which of these shoppers bought something. */
export const findBuyersAmong = (tx: StoreTx, shopperIds: readonly ShopperId[]) => tx<{ shopperId: ShopperId }>`
  select distinct shopper_id as "shopperId" from orders
  where store_id = ${tx.storeId} and shopper_id = any(${shopperIds}::bigint[])`;

export type DeliveredRow = { readonly subscriptionId: SubscriptionId; readonly planId: PlanId; readonly at: Date };

/** The alerts that were sent to these subscriptions since a moment. */
export const findDelivered = (
  tx: StoreTx,
  alerts: readonly { readonly id: SubscriptionId; readonly variantId: VariantId; readonly topic: string }[],
  since: Date,
) => tx<DeliveredRow>`
  select sought.id as "subscriptionId", p.id as "planId", d.at
  from unnest(${alerts.map(({ id }) => id)}::bigint[], ${alerts.map(({ variantId }) => variantId)}::bigint[],
    ${alerts.map(({ topic }) => topic)}::text[]) as sought (id, variant_id, topic)
  cross join lateral (
    select id, slot from plans p
    where p.store_id = ${tx.storeId} and p.variant_id = sought.variant_id and p.topic = sought.topic
    order by p.created_at desc, p.id desc limit 50
  ) as p
  cross join lateral (
    select at from deliveries d
    where d.store_id = ${tx.storeId} and d.slot = p.slot and d.plan_id = p.id and d.subscription_id = sought.id and d.state = ${SENT} and d.at >= ${since}
    offset 0
  ) as d`;

export type OrderKey = { readonly storeId: StoreId; readonly id: string };

/** Orders that were first reported long ago. */
export const findOldOrders = (tx: SystemTx, days: number, limit: number) => tx<OrderKey>`
  select store_id as "storeId", id from orders where reported_at < now() - make_interval(days => ${days}) limit ${limit}`;

export async function deleteOrders(tx: StoreTx, ids: readonly string[]): Promise<void> {
  await tx`delete from order_lines where store_id = ${tx.storeId} and order_id = any(${ids}::text[])`;
  await tx`delete from orders where store_id = ${tx.storeId} and id = any(${ids}::text[])`;
}
