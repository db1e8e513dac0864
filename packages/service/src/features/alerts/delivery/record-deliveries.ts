import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { recordOutcomes } from "../../subscriptions/line/record-outcomes.ts";
import { suppress } from "../../subscriptions/suppression/suppress.ts";
import type { Reservation } from "../offers/check-reservation.ts";
import { asOffered, recordOffers } from "../offers/record-offers.ts";
import type { DeliveryOutcome } from "./delivery.ts";
import { storeDeliveries } from "./sql.ts";

/** Records how deliveries ended, and updates the subscriptions, the suppressions and the offers accordingly. */
export async function recordDeliveries(
  tx: StoreTx,
  planId: PlanId,
  ended: readonly DeliveryOutcome[],
  reservation: Reservation | undefined,
): Promise<void> {
  const deliveries = reservation ? ended.map((one) => asOffered(one, reservation)) : ended;
  if (deliveries.length === 0) return;
  await storeDeliveries(tx, planId, deliveries);
  const outcomes = deliveries.map(({ subscription }) => ({ ...subscription, planId }));
  const changed = await recordOutcomes(tx, outcomes);
  for (const { bouncedAddressHash, subscription } of deliveries)
    if (bouncedAddressHash) await suppress(tx, bouncedAddressHash, { reason: `bounced: ${subscription.reason}` });
  if (reservation) await recordOffers(tx, planId, { outcomes, changed }, reservation);
  const sentIds = deliveries.flatMap(({ id, state }) => (state === "sent" ? [id] : []));
  if (sentIds.length > 0) await announce(tx, "alert.sent", { planId, subscriptionIds: sentIds });
}
