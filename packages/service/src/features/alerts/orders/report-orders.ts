import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { announceMany } from "../../../platform/outbox/announce.ts";
import { formatDecimal } from "../../../platform/text/decimal.ts";
import { resultRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import type { State } from "../../subscriptions/state.ts";
import { endAsBought } from "../offers/mark-bought.ts";
import { recordPurchases } from "../plans/record-purchase.ts";
import { findAlertsOfBuyers } from "./find-alerts-of-buyers.ts";
import { findTouches } from "./find-touches.ts";
import type { ReportedLine, ReportedOrder, StoredLine, StoredOrder, Touch } from "./order.ts";
import { findLines, insertOrLock, storeOrders } from "./sql.ts";

/** "stored": new. "replaced": an earlier report said something else. */
export type OrderOutcome = {
  readonly order: StoredOrder;
  readonly state: "stored" | "replaced" | "unchanged" | "cancelled";
};

/** Stores orders, ties their lines to what led to them, counts units and revenue, and ends the alerts of those who bought. A
 *  later report of an order replaces the earlier one; what led to a line is decided once, unless the buyer or the time
 *  changes. Expects each order once. */
export async function reportOrders(
  tx: StoreTx,
  store: Store,
  reported: readonly ReportedOrder[],
): Promise<OrderOutcome[]> {
  const found = await insertOrLock(tx, reported);
  const firstReports = new Map(found.map(({ id, firstReportedAt }) => [id, firstReportedAt]));
  const sent = reported.map((order) => ({
    ...order,
    occurredAt: notAfter(order.occurredAt, firstReports.get(order.id)),
  }));
  const known = found.filter(({ isNew }) => !isNew);
  const linesBefore = Map.groupBy(
    await findLines(
      tx,
      known.map(({ id }) => id),
    ),
    ({ orderId }) => orderId,
  );
  const before = new Map(known.map((order) => [order.id, { ...order, lines: linesBefore.get(order.id) ?? [] }]));
  const orders = await decideTouches(tx, store, sent, before);
  const outcomes = orders.map((order) => ({ order, state: compare(order, before.get(order.id)) }));
  const changed = outcomes.filter(({ state }) => state !== "unchanged").map(({ order }) => order);
  if (changed.length > 0) await storeOrders(tx, changed);
  await announceDifferences(tx, changed, before);
  await endAlerts(tx, store, changed);
  return outcomes;
}

/** An order happened before its first report: a clock that runs ahead must not put it into tomorrow. */
const notAfter = (occurredAt: Date, firstReportedAt = occurredAt) =>
  firstReportedAt < occurredAt ? firstReportedAt : occurredAt;

type OrderWithMarkets = StoredOrder & { readonly lines: readonly (StoredLine & ReportedLine)[] };

/** Gives each line its touch: the one that was decided before, or that of now. */
async function decideTouches(
  tx: StoreTx,
  store: Store,
  reported: readonly ReportedOrder[],
  before: ReadonlyMap<string, StoredOrder>,
): Promise<OrderWithMarkets[]> {
  const decided = new Map<string, Touch>();
  for (const order of reported) {
    const earlier = before.get(order.id);
    if (earlier && isSamePurchase(earlier, order))
      for (const { variantId, touch } of earlier.lines) decided.set(`${variantId} ${order.id}`, touch);
  }
  const open = reported.flatMap((order) =>
    order.lines.flatMap((line) =>
      decided.has(`${line.variantId} ${order.id}`) || order.isCancelled ? [] : [{ ...order, ...line }],
    ),
  );
  const touches = open.length > 0 ? await findTouches(tx, store, open, resultRules(store.settings)) : [];
  for (const [index, { variantId, id }] of open.entries())
    decided.set(`${variantId} ${id}`, touches[index] ?? { kind: "none" });
  return reported.map((order) => ({
    ...order,
    lines: order.lines.map((line) => ({
      ...line,
      touch: decided.get(`${line.variantId} ${order.id}`) ?? { kind: "none" },
    })),
  }));
}

/** A guest who registers after the purchase is found as the account then, and is the same buyer. The buyer of an order that
 *  something led to is missing when their address was deleted after a while. */
const isSameBuyer = (one: StoredOrder, other: ReportedOrder) =>
  one.addressHash === other.addressHash
    ? one.shopperId === other.shopperId || (one.addressHash !== null && one.shopperId !== null)
    : one.addressHash === null && one.shopperId === null && one.lines.some(({ touch }) => touch.kind !== "none");

const isSamePurchase = (one: StoredOrder, other: ReportedOrder) =>
  isSameBuyer(one, other) && one.occurredAt.getTime() === other.occurredAt.getTime() && !one.isCancelled;

function compare(order: StoredOrder, before: StoredOrder | undefined): OrderOutcome["state"] {
  if (before && isSameBuyer(before, order) && textOf(order) === textOf(before)) return "unchanged";
  if (order.isCancelled) return "cancelled";
  return before ? "replaced" : "stored";
}

const textOf = (order: StoredOrder) =>
  JSON.stringify([
    order.currency,
    order.occurredAt.getTime(),
    order.isCancelled,
    order.lines
      .map(({ variantId, quantity, amount }) => `${variantId} ${quantity} ${amount}`)
      .toSorted((a, b) => a.localeCompare(b)),
  ]);

type Sum = { readonly line: StoredLine; units: number; revenue: bigint };

/** Announces what the orders add to the results of their day, less what they were counted for before. */
async function announceDifferences(
  tx: StoreTx,
  orders: readonly StoredOrder[],
  before: ReadonlyMap<string, StoredOrder>,
): Promise<void> {
  const days = new Map<string, { readonly day: string; readonly currency: string; readonly sums: Map<string, Sum> }>();
  const add = ({ occurredAt, currency, isCancelled, lines }: StoredOrder, sign: 1 | -1) => {
    if (isCancelled) return;
    const day = occurredAt.toISOString().slice(0, 10);
    const ofDay = days.get(`${day} ${currency}`) ?? { day, currency, sums: new Map<string, Sum>() };
    days.set(`${day} ${currency}`, ofDay);
    for (const line of lines) {
      if (line.touch.kind === "none") continue;
      const key = `${line.variantId} ${topicOf(line)}`;
      const sum = ofDay.sums.get(key) ?? { line, units: 0, revenue: 0n };
      sum.units += sign * line.quantity;
      sum.revenue += BigInt(sign) * line.amount;
      ofDay.sums.set(key, sum);
    }
  };
  for (const order of orders) {
    const earlier = before.get(order.id);
    if (earlier) add(earlier, -1);
    add(order, 1);
  }
  const counted = [...days.values()].flatMap(({ day, currency, sums }) => {
    const lines = [...sums.values()].filter(({ units, revenue }) => units !== 0 || revenue !== 0n);
    if (lines.length === 0) return [];
    return [
      {
        day,
        currency,
        variantIds: lines.map(({ line }) => line.variantId),
        topics: lines.map(({ line }) => topicOf(line)),
        units: lines.map(({ units }) => units),
        revenue: lines.map(({ revenue }) => formatDecimal(revenue)),
      },
    ];
  });
  await announceMany(tx, "order.counted", counted);
}

const topicOf = ({ touch }: StoredLine) => (touch.kind === "click" || touch.kind === "delivery" ? touch.topic : "");

/** States that a purchase ends. */
const OPEN: readonly State[] = ["waiting", "offered", "notified"];

/** Ends the alerts of buyers for what they bought. Somebody who signed up after the order waits on. */
async function endAlerts(tx: StoreTx, store: Store, orders: readonly OrderWithMarkets[]): Promise<void> {
  const { windowDays } = resultRules(store.settings);
  const bought = orders
    .filter(({ isCancelled }) => !isCancelled)
    .flatMap((order) => order.lines.map((line) => ({ ...order, ...line })));
  const alerts = await findAlertsOfBuyers(tx, store, bought);
  const ended = new Map(
    alerts
      .filter(
        ({ index, signedUpAt, state }) =>
          OPEN.includes(state) && signedUpAt.getTime() <= (bought[index]?.occurredAt.getTime() ?? 0),
      )
      .map((alert) => [alert.id, alert]),
  );
  const purchases: { planId: PlanId; boughtAt: Date }[] = [];
  // In one order, so that two reports do not wait for each other in a circle.
  for (const alert of [...ended.values()].toSorted((a, b) => Number(BigInt(a.variantId) - BigInt(b.variantId)))) {
    const boughtAt = bought[alert.index]?.occurredAt ?? new Date();
    const end = await endAsBought(tx, alert, { boughtAt, windowDays });
    if (end?.planId) purchases.push({ planId: end.planId, boughtAt });
  }
  await recordPurchases(tx, purchases);
}
