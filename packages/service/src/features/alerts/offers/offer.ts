import { findStateName } from "../../../platform/db/state-name.ts";
import type { PlanId, SubscriptionId, VariantId } from "../../../platform/ids.ts";

/** The numbers are those of the table. "chosen": the units are reserved and the message is not sent yet. */
export const OFFER_STATES = { chosen: 0, open: 1, accepted: 2, passed: 3, expired: 4, bought: 5 } as const;
type OfferState = keyof typeof OFFER_STATES;

export const offerStateName = (state: number): OfferState => findStateName(OFFER_STATES, state) ?? "expired";

/** An offer in this state or a later one reserves nothing. */
export const FIRST_ENDED_OFFER = OFFER_STATES.passed;

export type OfferCounts = Readonly<Partial<Record<OfferState, number>>>;

export type Offer = {
  readonly planId: PlanId;
  readonly subscriptionId: SubscriptionId;
  readonly variantId: VariantId;
  readonly units: number;
  readonly until: Date;
  readonly state: OfferState;
  /** By the database's clock. */
  readonly isOver: boolean;
};

/** What happens to a shopper who declines or does not answer: they keep their place in line, or leave it. */
export type AfterOffer = "keep" | "leave";

export const stateAfterOffer = (after: AfterOffer) => (after === "leave" ? "expired" : "waiting");

/** For ledgers and explanations, such as 2026-11-15 09:30 UTC. */
export const formatUntil = (until: Date) => `${until.toISOString().slice(0, 16).replace("T", " ")} UTC`;
