import type { StoreTx } from "../../../platform/db/db.ts";
import { DELIVERY_STATES } from "../delivery/delivery.ts";
import { codeOf } from "../delivery/reason.ts";
import { TOUCHES } from "../orders/order.ts";
import { LOG_KINDS, PLAN_CAUSES, PLAN_STATES, WAVE_REASONS } from "../plans/plan.ts";
import type { PastClick, PastDelivery, PastOrder, PastPlan, PastWave } from "./past-alert.ts";
import {
  insertBatches,
  insertClicks,
  insertDeliveries,
  insertLog,
  insertOrderLines,
  insertOrders,
  insertPlans,
  insertWaves,
} from "./sql.ts";

/** Stores plans that are over, or that the merchant has paused. */
export async function addPastPlans(tx: StoreTx, plans: readonly PastPlan[], keepDays: number): Promise<void> {
  await insertPlans(
    tx,
    plans.map((plan) => ({ ...plan, state: PLAN_STATES[plan.state], cause: PLAN_CAUSES[plan.cause] })),
    keepDays,
  );
  const held = plans.filter(({ state }) => state === "held");
  await insertLog(
    tx,
    held.map(({ id, joinedUntil }) => ({
      planId: id,
      kind: LOG_KINDS.paused,
      at: new Date(Date.parse(joinedUntil) + PAUSED_AFTER_MS).toISOString(),
    })),
  );
}
const PAUSED_AFTER_MS = 240_000;

/** Expects all waves of a plan, in their order. Only restocks have a log. */
export async function addPastWaves(tx: StoreTx, waves: readonly PastWave[]): Promise<void> {
  await insertWaves(tx, waves);
  const ofRestocks = waves.filter(({ quantity }) => quantity !== null);
  await insertLog(
    tx,
    ofRestocks.map(({ reason, ...wave }) => ({
      ...wave,
      kind: reason === WAVE_REASONS.soldOut ? LOG_KINDS.soldOut : LOG_KINDS.selected,
    })),
  );
}

export const addPastDeliveries = (tx: StoreTx, deliveries: readonly PastDelivery[]) =>
  insertDeliveries(
    tx,
    deliveries.map(({ state, reason, ...one }) => ({ ...one, state: DELIVERY_STATES[state], reason: codeOf(reason) })),
  );

/** Counts the deliveries of each wave. Expects all deliveries of a wave. */
export function addPastBatches(tx: StoreTx, deliveries: readonly PastDelivery[]) {
  const ofWaves = Map.groupBy(deliveries, ({ planId, wave }) => `${planId} ${wave}`);
  return insertBatches(
    tx,
    [...ofWaves.values()].flatMap((ofWave) => {
      const last = ofWave.at(-1);
      if (!last) return [];
      const sent = ofWave.filter(({ state }) => state === "sent").length;
      return [{ planId: last.planId, at: last.at, sent, skipped: 0, failed: ofWave.length - sent, ambiguous: 0 }];
    }),
  );
}

export const addPastClicks = (tx: StoreTx, clicks: readonly PastClick[]) => insertClicks(tx, clicks);

export async function addPastOrders(tx: StoreTx, orders: readonly PastOrder[]): Promise<void> {
  await insertOrders(tx, orders);
  await insertOrderLines(
    tx,
    orders.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, orderId: id, touch: TOUCHES[line.touch] }))),
  );
}
