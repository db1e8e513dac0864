import { findStateName } from "../../../platform/db/state-name.ts";
import type { PlanId, SubscriptionId, VariantId } from "../../../platform/ids.ts";

/** What a connector reserves at the platform for somebody who accepted an offer. The numbers are those of the table.
 *  "wanted": it should reserve now. "ending": the offer is over, so it should release now. "given-up": nobody released it for
 *  a week. */
export const HOLD_STATES = { wanted: 0, held: 1, refused: 2, ending: 3, released: 4, "given-up": 5 } as const;
export type HoldState = keyof typeof HOLD_STATES;

export const holdStateName = (state: number): HoldState => findStateName(HOLD_STATES, state) ?? "released";

export type Hold = {
  readonly id: string;
  /** The acceptance as connectors know it. */
  readonly token: string;
  readonly variantId: VariantId;
  readonly units: number;
  readonly until: Date;
  readonly state: HoldState;
  /** What the platform calls the reservation. */
  readonly reference: string | null;
  /** Where the shopper buys what is reserved. */
  readonly url: string | null;
};

/** An offer of which a hold may exist. */
export type HoldKey = { readonly planId: PlanId; readonly subscriptionId: SubscriptionId };

export type HoldReport = {
  readonly token: string;
  readonly state: "held" | "refused" | "released";
  readonly reference: string | null;
  readonly url: string | null;
  readonly reason: string | null;
};

/** The state after a report, whatever the order in which reports arrive. What was reserved too late, or again after it was
 *  released, must be released. "released" before anything was reserved does not end the wish for it. */
export function nextState(
  { state, isOver }: { readonly state: HoldState; readonly isOver: boolean },
  reported: HoldReport["state"],
): HoldState {
  switch (reported) {
    case "held":
      return !isOver && (state === "wanted" || state === "held" || state === "refused") ? "held" : "ending";
    case "refused":
      return state === "wanted" ? "refused" : state;
    case "released":
      return state === "wanted" || state === "refused" ? state : "released";
  }
}
