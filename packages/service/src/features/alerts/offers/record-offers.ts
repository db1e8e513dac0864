import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, SubscriptionId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { Outcome } from "../../subscriptions/line/record-outcomes.ts";
import type { DeliveryOutcome } from "../delivery/delivery.ts";
import { freeUnsentUnits } from "../plans/free-units.ts";
import type { Reservation } from "./check-reservation.ts";
import { formatUntil } from "./offer.ts";
import { openOffers } from "./sql.ts";

/** A recipient who was notified, or may have been, has an offer. All other outcomes stay as they are. */
export function asOffered(delivery: DeliveryOutcome, { until }: Reservation): DeliveryOutcome {
  const { subscription } = delivery;
  if (subscription.state !== "notified") return delivery;
  const doubt = delivery.state === "ambiguous" ? ", if the message arrived" : "";
  const reason = `offered until ${formatUntil(until)}${doubt}`;
  return { ...delivery, subscription: { ...subscription, state: "offered", reason } };
}

/** Opens the offers of the people who were notified, and frees the units reserved for the others. Runs in the transaction
 *  that records the deliveries. */
export async function recordOffers(
  tx: StoreTx,
  planId: PlanId,
  { outcomes, changed }: { readonly outcomes: readonly Outcome[]; readonly changed: readonly SubscriptionId[] },
  { until }: Reservation,
): Promise<void> {
  const hasChanged = new Set(changed); // a shopper who left while the message was on its way gets no offer
  const isOffered = ({ id, state }: Outcome) => state === "offered" && hasChanged.has(id);
  const offered = outcomes.filter(isOffered).map(({ id }) => id);
  const others = outcomes.filter((outcome) => !isOffered(outcome)).map(({ id }) => id);
  if (offered.length > 0) {
    await openOffers(tx, planId, offered, until);
    await announce(tx, "alert.offered", { planId, subscriptionIds: offered });
  }
  if (others.length > 0) await freeUnsentUnits(tx, planId, others);
}
