import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { DeliveryOutcome } from "../delivery/delivery.ts";
import { endHoldsOf } from "../holds/end-holds.ts";
import { freeUnits, freeUnsentUnits } from "../plans/free-units.ts";
import type { Plan } from "../plans/plan.ts";
import type { Reservation } from "./check-reservation.ts";
import { formatUntil } from "./offer.ts";
import { closeOlderOffers, openOffers } from "./sql.ts";

/** A recipient who was notified, or may have been, has an offer. All other outcomes stay as they are. */
export function asOffered(delivery: DeliveryOutcome, { until }: Reservation): DeliveryOutcome {
  if (delivery.reason === "sent") return { ...delivery, reason: "offered", detail: formatUntil(until) };
  if (delivery.reason === "mayHaveArrived") return { ...delivery, reason: "mayBeOffered", detail: formatUntil(until) };
  return delivery;
}

/** Opens the offers of the people who were notified, and frees the units reserved for the others. A shopper who left while
 *  the message was on its way gets no offer. Runs in the transaction that records the deliveries. */
export async function recordOffers(
  tx: StoreTx,
  plan: Pick<Plan, "id" | "variantId" | "topic">,
  { offered, others }: { readonly offered: readonly SubscriptionId[]; readonly others: readonly SubscriptionId[] },
  { until }: Reservation,
): Promise<void> {
  const { id: planId, topic } = plan;
  if (offered.length > 0) {
    await openOffers(tx, planId, offered, until);
    const line = { variantId: plan.variantId, topic };
    await announce(tx, "alert.offered", { planId, subscriptionIds: offered, ...line });
  }
  if (others.length > 0) await freeUnsentUnits(tx, planId, others);
  // A shopper may have left and come back before the reader of events ended their older offer.
  const older = offered.length > 0 ? await closeOlderOffers(tx, planId, offered) : [];
  await endHoldsOf(tx, older);
  await freeUnits(
    tx,
    older.map(({ variantId }) => variantId),
  );
}
