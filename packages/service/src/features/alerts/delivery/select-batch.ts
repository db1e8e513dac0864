import { type Clock, systemClock } from "../../../platform/clock.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { type CountedSends, type Medium, type SendLimits, takeSends } from "../../../platform/messaging/send-counts.ts";
import { findTesters } from "../../stores/members/find-testers.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { type Recipient, selectRange, selectRecipients } from "../../subscriptions/line/recipients.ts";
import { checkReservation, keepReserved, type Reservation } from "../offers/check-reservation.ts";
import { continuePlan } from "../plans/continue-plan.ts";
import type { Plan } from "../plans/plan.ts";
import type { Senders } from "../senders/store-senders.ts";
import type { Chunk, DeliveryOutcome } from "./delivery.ts";
import { quietSeconds } from "./quiet-hours.ts";
import { beginDeliveries, findBegun, isRange } from "./sql.ts";

export type SelectDeps = {
  readonly senders: Senders;
  /** How much the store may send in a day. */
  readonly limitsOf: (medium: Medium) => SendLimits;
  readonly stores: StoreCache;
  /** For the quiet hours, in which no text message is sent. */
  readonly clock?: Clock;
};

/** A recipient in quiet hours, and the seconds until they end. */
export type QuietRecipient = { readonly recipient: Recipient; readonly seconds: number };

/** The next people of a chunk. */
export type Batch = {
  readonly plan: Plan;
  /** People to notify now. */
  readonly recipients: readonly Recipient[];
  /** People who are not notified, with the reason. */
  readonly outcomes: readonly DeliveryOutcome[];
  readonly quiet: readonly QuietRecipient[];
  /** People whose message is over the store's limit of a day, and the limit of the last of them. */
  readonly overLimit: { readonly people: readonly Recipient[]; readonly limit: SendLimits; readonly medium: Medium };
  /** The recipients are counted as sent already, for these days. */
  readonly counted: Readonly<Partial<Record<Medium, CountedSends>>>;
  readonly reservation: Reservation | undefined;
  readonly hasBegun: boolean;
  /** The people of the chunk after this batch; undefined after the last batch. */
  readonly rest: Chunk["people"] | undefined;
};

/** Selects the next people of a chunk who still wait. Returns "held" or "over" when the plan is paused or ended. A message
 *  that must not be sent twice is recorded as begun before it is sent: if the worker crashes, the next attempt records it as
 *  ambiguous instead of sending it again. */
export async function selectBatch(
  { senders, stores, limitsOf, clock = systemClock }: SelectDeps,
  tx: StoreTx,
  chunk: Pick<Chunk, "planId" | "people">,
  limit: number,
): Promise<Batch | "held" | "over"> {
  const plan = await continuePlan(tx, chunk.planId);
  if (plan === "held" || plan === "over") return plan;
  const { people: selected, rest } = await selectPeople(tx, plan, chunk.people, limit);
  const reservation = await checkReservation(tx, plan);
  const people = reservation ? await keepReserved(tx, plan, selected) : selected;
  const unrepeatable = people.filter(({ medium }) => senders[medium]?.mayRepeat === false);
  const begun =
    unrepeatable.length > 0
      ? await findBegun(
          tx,
          plan,
          unrepeatable.map(({ id }) => id),
        )
      : new Set<SubscriptionId>();
  const testers = await findTesters(stores, tx);
  const outcomes: DeliveryOutcome[] = [];
  const quiet: QuietRecipient[] = [];
  const allowed: Recipient[] = [];
  for (const recipient of people) {
    const seconds = recipient.medium === "sms" ? quietSeconds(recipient.timeZone, clock()) : 0;
    if (recipient.isSuppressed) outcomes.push({ recipient, state: "failed", reason: "suppressed" });
    else if (testers && !testers.has(recipient.value))
      outcomes.push({ recipient, state: "skipped", reason: "testStore" });
    else if (begun.has(recipient.id))
      outcomes.push({
        recipient,
        state: "ambiguous",
        reason: "mayHaveArrived",
        detail: "a worker stopped while sending it",
      });
    else if (reservation?.isSoldOut) outcomes.push({ recipient, state: "skipped", reason: "soldOut" });
    else if (seconds > 0) quiet.push({ recipient, seconds });
    else allowed.push(recipient);
  }
  const { recipients, overLimit, counted } = await countRecipients(tx, allowed, limitsOf);
  const begins = recipients.filter(({ medium }) => senders[medium]?.mayRepeat === false);
  if (begins.length > 0) await beginDeliveries(tx, plan, begins);
  return { plan, recipients, outcomes, quiet, overLimit, counted, reservation, hasBegun: begins.length > 0, rest };
}

/** Keeps the people whom the store may notify today. It is the last that a transaction does, because it locks the counter
 *  that all workers of the store share. */
async function countRecipients(tx: StoreTx, people: readonly Recipient[], limitsOf: SelectDeps["limitsOf"]) {
  const recipients: Recipient[] = [];
  const counted: Partial<Record<Medium, CountedSends>> = {};
  let overLimit: Batch["overLimit"] = { people: [], limit: {}, medium: "email" };
  for (const medium of ["email", "sms"] as const) {
    const wanted = people.filter((one) => one.medium === medium);
    if (wanted.length === 0) continue;
    const limit = limitsOf(medium);
    const taken = await takeSends(tx, medium, wanted.length, limit);
    counted[medium] = taken;
    recipients.push(...wanted.slice(0, taken.granted));
    if (taken.granted < wanted.length)
      overLimit = { people: [...overLimit.people, ...wanted.slice(taken.granted)], limit, medium };
  }
  return { recipients, overLimit, counted };
}

async function selectPeople(tx: StoreTx, plan: Plan, people: Chunk["people"], limit: number) {
  if (!isRange(people)) {
    const { ids, joinedUntil } = people;
    const rest = ids.slice(limit);
    return {
      people: await selectRecipients(tx, ids.slice(0, limit), joinedUntil),
      rest: rest.length > 0 ? { ids: rest, joinedUntil } : undefined,
    };
  }
  const { policy, joinedUntil } = plan;
  const range = { ...people, order: policy.order, joinedUntil };
  const found = await selectRange(tx, plan, range, { price: policy.price, limit });
  const last = found.at(-1);
  const isLast = found.length < limit || !last || last.id === people.last.id;
  return {
    people: found,
    rest: isLast ? undefined : { next: { at: last.position, id: last.id }, last: people.last },
  };
}
