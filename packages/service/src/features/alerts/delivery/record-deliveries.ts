import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { announceMany } from "../../../platform/outbox/announce.ts";
import { HAPPENINGS } from "../../subscriptions/line/happenings.ts";
import { leaveLine } from "../../subscriptions/line/leave-line.ts";
import { recordOutcomes } from "../../subscriptions/line/record-outcomes.ts";
import { suppress } from "../../subscriptions/suppression/suppress.ts";
import type { Reservation } from "../offers/check-reservation.ts";
import { asOffered, recordOffers } from "../offers/record-offers.ts";
import type { Plan } from "../plans/plan.ts";
import type { DeliveryOutcome } from "./delivery.ts";
import { stateAfter } from "./reason.ts";
import { type Progress, storeBatch } from "./sql.ts";

/** Records how the deliveries of a batch ended: the people who were notified leave the line, and bounced addresses are
 *  suppressed. Returns whether the worker still had its lease. */
export async function recordDeliveries(
  tx: StoreTx,
  plan: Plan,
  ended: readonly DeliveryOutcome[],
  progress: Progress,
  { reservation, areNew }: { readonly reservation: Reservation | undefined; readonly areNew: boolean },
): Promise<boolean> {
  const deliveries = reservation ? ended.map((one) => asOffered(one, reservation)) : ended;
  const isMine = await storeBatch(tx, plan, deliveries, progress, { areNew });
  await leaveLine(tx, idsOf(deliveries, "notified"));
  const offered = await recordOutcomes(
    tx,
    idsOf(deliveries, "offered").map((id) => ({ id, state: "offered" as const })),
  );
  const failed = await recordOutcomes(
    tx,
    idsOf(deliveries, "undeliverable").map((id) => ({ id, state: "undeliverable" as const })),
  );
  await announceFailed(tx, plan, deliveries, failed);
  for (const { isBounced, recipient, detail } of deliveries)
    if (isBounced)
      await suppress(tx, recipient.addressHash, { reason: HAPPENINGS.say("bounced", { answer: detail ?? "" }) });
  if (reservation && deliveries.length > 0) {
    const others = deliveries.map(({ recipient }) => recipient.id).filter((id) => !offered.includes(id));
    await recordOffers(tx, plan, { offered, others }, reservation);
  }
  return isMine;
}

/** A person is in a batch once, so each contact has one subscription in it. */
const announceFailed = (
  tx: StoreTx,
  { variantId, topic }: Plan,
  deliveries: readonly DeliveryOutcome[],
  ids: readonly SubscriptionId[],
) =>
  announceMany(
    tx,
    "alert.failed",
    deliveries.flatMap(({ recipient: { id, contactId } }) =>
      ids.includes(id) ? [{ contactId, subscriptionIds: [id], variantIds: [variantId], topics: [topic] }] : [],
    ),
  );

const idsOf = (deliveries: readonly DeliveryOutcome[], state: ReturnType<typeof stateAfter>) =>
  deliveries.filter(({ reason }) => stateAfter(reason) === state).map(({ recipient }) => recipient.id);
