import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, ShopperId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { DELIVERY_STATES } from "../delivery/delivery.ts";
import { codeOf, type Reason } from "../delivery/reason.ts";
import { TOUCHES } from "../orders/order.ts";
import { LOG_KINDS, PLAN_CAUSES, PLAN_STATES, WAVE_REASONS } from "../plans/plan.ts";
import type { AlertPolicy } from "../plans/policy.ts";
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

export type PastPlan = {
  readonly id: PlanId;
  readonly createdAt: string;
  readonly variantId: VariantId;
  readonly topic: string;
  readonly cause: "event" | "merchant";
  readonly number: number;
  readonly unitsSelected: number;
  readonly waves: number;
  readonly state: "done" | "held" | "cancelled";
  readonly policy: AlertPolicy;
  /** When its first wave began. */
  readonly joinedUntil: string;
  readonly nextPosition: string | null;
  readonly nextId: SubscriptionId | null;
  readonly isLineRead: boolean;
  readonly bought: number;
  readonly firstBoughtAt: string | null;
  readonly meanBoughtAt: string | null;
};
export type PastWave = {
  readonly planId: PlanId;
  readonly wave: number;
  readonly at: string;
  /** The stock that it counted; null for a topic that does not share out units. */
  readonly quantity: number | null;
  readonly arrived: number | null;
  /** Units that the waves before it selected. */
  readonly unitsSelected: number;
  readonly reserved: 0;
  readonly isWaitOver: boolean;
  readonly people: number;
  readonly units: number;
  readonly reason: (typeof WAVE_REASONS)[keyof typeof WAVE_REASONS];
};
export type PastDelivery = {
  readonly planId: PlanId;
  readonly planCreatedAt: string;
  readonly wave: number;
  readonly subscriptionId: SubscriptionId;
  readonly at: string;
  readonly signedUpAt: string;
  readonly quantity: number;
  readonly state: "sent" | "failed";
  readonly reason: Extract<Reason, "sent" | "refused" | "suppressed">;
  readonly detail: string;
};
export type PastClick = { readonly subscriptionId: SubscriptionId; readonly planId: PlanId; readonly at: string };
export type PastOrderLine = {
  readonly variantId: VariantId;
  readonly quantity: number;
  readonly amount: string;
  readonly touch: "none" | "click" | "save";
  readonly touchedAt: string | null;
  readonly planId: PlanId | null;
  readonly subscriptionId: SubscriptionId | null;
  readonly topic: string;
};
export type PastOrder = {
  readonly id: string;
  readonly currency: string;
  readonly occurredAt: string;
  readonly reportedAt: string;
  readonly addressHash: string | null;
  readonly shopperId: ShopperId | null;
  readonly lines: readonly PastOrderLine[];
};

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
  await insertOrders(
    tx,
    orders.map(({ lines: _, ...order }) => order),
  );
  await insertOrderLines(
    tx,
    orders.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, orderId: id, touch: TOUCHES[line.touch] }))),
  );
}
