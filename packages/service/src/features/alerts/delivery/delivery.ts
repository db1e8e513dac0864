import { findStateName } from "../../../platform/db/state-name.ts";
import type { PlanId, StoreId, SubscriptionId } from "../../../platform/ids.ts";
import type { Outcome } from "../../subscriptions/line/record-outcomes.ts";

/** The numbers are those of the table. "begun": the message goes to a provider that must not get it twice, and the
 *  provider's answer is not recorded yet. */
export const DELIVERY_STATES = { begun: 0, sent: 1, skipped: 2, failed: 3, ambiguous: 4 } as const;
type DeliveryState = keyof typeof DELIVERY_STATES;

export const deliveryStateName = (state: number): DeliveryState => findStateName(DELIVERY_STATES, state) ?? "begun";

export type DeliveryCounts = Readonly<Partial<Record<DeliveryState, number>>>;

/** Some of the people that a wave selected, for one worker at a time. */
export type Chunk = {
  readonly storeId: StoreId;
  readonly planId: PlanId;
  readonly wave: number;
  readonly nth: number;
  readonly tries: number;
  readonly subscriptionIds: readonly SubscriptionId[];
};

/** How one delivery ended, and what that means for the subscription. */
export type DeliveryOutcome = {
  readonly id: SubscriptionId;
  readonly state: DeliveryState;
  readonly subscription: Outcome;
  /** The address, if the provider refused it permanently. */
  readonly bouncedAddressHash?: string;
};

export const sent = (id: SubscriptionId): DeliveryOutcome => ({
  id,
  state: "sent",
  subscription: { id, state: "notified", reason: "sent" },
});

/** The subscription keeps its state. */
export const skipped = (id: SubscriptionId, reason: string): DeliveryOutcome => ({
  id,
  state: "skipped",
  subscription: { id, reason },
});

export const failed = (id: SubscriptionId, reason: string): DeliveryOutcome => ({
  id,
  state: "failed",
  subscription: { id, state: "undeliverable", reason },
});

/** Counts as notified, because the message may have arrived. A shopper who signs up again waits again. */
export const ambiguous = (id: SubscriptionId, reason: string): DeliveryOutcome => ({
  id,
  state: "ambiguous",
  subscription: { id, state: "notified", reason: `may have been delivered: ${reason}` },
});
