import type { StoreTx } from "../../../platform/db/db.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { leaveLine } from "../../subscriptions/line/leave-line.ts";
import { recordOutcomes } from "../../subscriptions/line/record-outcomes.ts";
import { suppress } from "../../subscriptions/suppression/suppress.ts";
import type { Reservation } from "../offers/check-reservation.ts";
import { asOffered, recordOffers } from "../offers/record-offers.ts";
import type { Plan } from "../plans/plan.ts";
import type { DeliveryOutcome } from "./delivery.ts";
import { stateAfter } from "./reason.ts";
import { storeDeliveries } from "./sql.ts";

/** Records how deliveries ended: the people who were notified leave the line, and bounced addresses are suppressed. Returns
 *  how many were sent. */
export async function recordDeliveries(
  tx: StoreTx,
  plan: Plan,
  ended: readonly DeliveryOutcome[],
  { reservation, areNew }: { readonly reservation: Reservation | undefined; readonly areNew: boolean },
): Promise<number> {
  const deliveries = reservation ? ended.map((one) => asOffered(one, reservation)) : ended;
  if (deliveries.length === 0) return 0;
  await storeDeliveries(tx, plan, deliveries, { areNew });
  await leaveLine(tx, idsOf(deliveries, "notified"));
  const offered = await recordOutcomes(
    tx,
    idsOf(deliveries, "offered").map((id) => ({ id, state: "offered" as const })),
  );
  await recordOutcomes(
    tx,
    idsOf(deliveries, "undeliverable").map((id) => ({ id, state: "undeliverable" as const })),
  );
  for (const { isBounced, recipient, detail } of deliveries)
    if (isBounced) await suppress(tx, recipient.addressHash, { reason: `bounced: ${detail}` });
  if (reservation) {
    const others = deliveries.map(({ recipient }) => recipient.id).filter((id) => !offered.includes(id));
    await recordOffers(tx, plan.id, { offered, others }, reservation);
  }
  const sentIds = deliveries.flatMap(({ recipient, state }) => (state === "sent" ? [recipient.id] : []));
  if (sentIds.length > 0) await announce(tx, "alert.sent", { planId: plan.id, subscriptionIds: sentIds });
  return sentIds.length;
}

const idsOf = (deliveries: readonly DeliveryOutcome[], state: ReturnType<typeof stateAfter>) =>
  deliveries.flatMap(({ recipient, reason }) => (stateAfter(reason) === state ? [recipient.id] : []));
