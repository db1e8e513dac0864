import { type Clock, systemClock } from "../../../platform/clock.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, SubscriptionId } from "../../../platform/ids.ts";
import type { Sender } from "../../../platform/messaging/sender.ts";
import { type Recipient, selectRecipients } from "../../subscriptions/line/recipients.ts";
import { checkReservation, type Reservation } from "../offers/check-reservation.ts";
import { continuePlan } from "../plans/continue-plan.ts";
import { ambiguous, type DeliveryOutcome, skipped } from "./delivery.ts";
import { quietSeconds } from "./quiet-hours.ts";
import { beginDeliveries, findDeliveryStates } from "./sql.ts";

export type Senders = { readonly email?: Sender; readonly sms?: Sender };
export type SelectDeps = {
  readonly senders: Senders;
  /** For the quiet hours, in which no text message is sent. */
  readonly clock?: Clock;
};

/** A recipient in quiet hours, and the seconds until they end. */
export type QuietRecipient = { readonly id: SubscriptionId; readonly seconds: number };

type Batch = {
  /** People to notify now. */
  readonly recipients: readonly Recipient[];
  /** People who are not notified, with the reason. */
  readonly outcomes: readonly DeliveryOutcome[];
  readonly quiet: readonly QuietRecipient[];
  readonly reservation: Reservation | undefined;
  readonly hasBegun: boolean;
};

/** Selects the people of a batch who still wait and were not notified yet. Returns undefined when the plan is paused or
 *  cancelled. A message that must not be sent twice is recorded as begun before it is sent: if the worker crashes, the
 *  next attempt records it as ambiguous instead of sending it again. */
export async function selectBatch(
  { senders, clock = systemClock }: SelectDeps,
  tx: StoreTx,
  planId: PlanId,
  ids: readonly SubscriptionId[],
): Promise<Batch | undefined> {
  const plan = await continuePlan(tx, planId);
  if (!plan) return undefined;
  const deliveries = await findDeliveryStates(tx, planId, ids);
  const reservation = await checkReservation(tx, plan);
  const selected = await selectRecipients(
    tx,
    ids.filter((id) => !deliveries.has(id)),
  );
  const isSoldOut = reservation?.isSoldOut ?? false;
  const tooLate = isSoldOut ? selected.recipients : [];
  const waiting = isSoldOut ? [] : selected.recipients;
  const outcomes = [
    ...selected.skipped.map(({ id, reason }) => skipped(id, reason)),
    ...tooLate.map(({ id }) => skipped(id, "sold out before the offer was sent")),
    ...ids
      .filter((id) => deliveries.get(id) === "begun")
      .map((id) => ambiguous(id, "a worker stopped while sending it")),
  ];
  const quiet = findQuiet(waiting, clock());
  const isQuiet = new Set(quiet.map(({ id }) => id));
  const recipients = waiting.filter(({ id }) => !isQuiet.has(id));
  const unrepeatable = recipients.filter(({ medium }) => senders[medium]?.mayRepeat === false).map(({ id }) => id);
  if (unrepeatable.length > 0) await beginDeliveries(tx, planId, unrepeatable);
  return { recipients, outcomes, quiet, reservation, hasBegun: unrepeatable.length > 0 };
}

const findQuiet = (recipients: readonly Recipient[], now: number): QuietRecipient[] =>
  recipients.flatMap(({ id, medium, timeZone }) => {
    const seconds = medium === "sms" ? quietSeconds(timeZone, now) : 0;
    return seconds > 0 ? [{ id, seconds }] : [];
  });
