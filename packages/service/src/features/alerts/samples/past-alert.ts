import type { PlanId, ShopperId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import type { Reason } from "../delivery/reason.ts";
import type { WAVE_REASONS } from "../plans/plan.ts";
import type { AlertPolicy } from "../plans/policy.ts";

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
