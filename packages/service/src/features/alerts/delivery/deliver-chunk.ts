import { type Clock, systemClock } from "../../../platform/clock.ts";
import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, SubscriptionId } from "../../../platform/ids.ts";
import type { Log } from "../../../platform/log.ts";
import type { SendOutcome } from "../../../platform/messaging/send-outcome.ts";
import type { Sender } from "../../../platform/messaging/sender.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import type { AlertLinks } from "../../subscriptions/alert-links.ts";
import { type Outcome, type Recipient, recordOutcomes, selectRecipients } from "../../subscriptions/line/recipients.ts";
import { suppress } from "../../subscriptions/suppression/suppress.ts";
import { alertMail } from "../messages/alert-mail.ts";
import type { TemplateCache } from "../messages/template-cache.ts";
import { asOffered, beginHold, type Hold, writeOffers } from "../offers/reserve-units.ts";
import {
  beginDeliveries,
  type Chunk,
  type DeliveryOutcome,
  endChunk,
  findDeliveries,
  findPlanState,
  forgetBegun,
  holdPlan,
  keepLease,
  leaseChunk,
  postponeChunk,
  setPlanReason,
  storeDeliveries,
} from "../sql.ts";
import { quietSeconds } from "./quiet-hours.ts";
import { senderOfStore, unverified } from "./store-sender.ts";

export type Delivering = {
  readonly db: Db;
  readonly log: Log;
  readonly stores: StoreCache;
  readonly variants: VariantCache;
  readonly links: AlertLinks;
  /** Messages in the stores' own words; without it everybody gets the default. */
  readonly templates?: TemplateCache;
  readonly senders: { readonly email?: Sender; readonly sms?: Sender };
  /** Where mail goes nowhere, a store's sender needs no verification. */
  readonly isCatcher?: boolean | undefined;
  /** For the hours in which no text message is sent. */
  readonly clock?: Clock;
};

const TRIES = 5;
const RETRY_SECONDS = 30;
/** A provider that is away is asked again so often, for as long as it takes: that is nobody's fault who waits. */
const AWAY_SECONDS = 60;

/** Takes the chunk whose turn it is and tells its people. False where there is none. */
export async function deliverNextChunk(parts: Delivering): Promise<boolean> {
  const chunk = await parts.db.asWorker(leaseChunk);
  if (!chunk) return false;
  await deliverChunk(parts, chunk);
  return true;
}

/** A handful at a time: looked up, told, written down. So nobody is told long after they left, and a crash repeats
 *  no more than one handful. No transaction is open while a provider is spoken to. */
async function deliverChunk(parts: Delivering, chunk: Chunk) {
  const { db } = parts;
  const store = await parts.stores.getById(chunk.storeId);
  const inStore = <T>(work: (tx: StoreTx) => Promise<T>) => db.inStore(store.id, work);
  const size = Math.max(parts.senders.email?.inFlight ?? 1, parts.senders.sms?.inFlight ?? 1);
  const later: SubscriptionId[] = [];
  const quiet: Quiet[] = [];
  let hold: Hold | undefined;
  const waitsFor = parts.isCatcher ? undefined : unverified(store);
  if (waitsFor) {
    await inStore(async (tx) => {
      await setPlanReason(tx, chunk.planId, waitsFor);
      await postponeChunk(tx, chunk, chunk.subscriptionIds, { seconds: AWAY_SECONDS, isCounted: false });
    });
    return;
  }

  const handful = (from: number) => chunk.subscriptionIds.slice(from, from + size);
  let next = await inStore((tx) => whomToTell(parts, tx, chunk.planId, handful(0)));
  for (let from = 0; from < chunk.subscriptionIds.length; from += size) {
    const asked = next;
    if (!asked) {
      const left = [...later, ...quiet.map(({ id }) => id), ...chunk.subscriptionIds.slice(from)];
      await inStore((tx) => postponeChunk(tx, chunk, left, { seconds: 0, isCounted: false }));
      return;
    }
    quiet.push(...asked.quiet);
    hold = asked.hold;
    const outcomes = await Promise.all(
      asked.people.map((person) => tell(parts, store, chunk.planId, person, asked.hold)),
    );
    const isAway = outcomes.length > 0 && outcomes.every(({ sent }) => sent.state === "later" && sent.isAway);
    const notNow = outcomes.flatMap(({ person: { id }, sent }) => (sent.state === "later" ? [id] : []));
    later.push(...notNow);
    next = await inStore(async (tx) => {
      await writeDown(tx, chunk, [...asked.left, ...outcomes.flatMap(toTold)], asked.hold);
      await forgetBegun(tx, chunk.planId, notNow.length > 0 && asked.hasBegun ? notNow : []);
      if (isAway) {
        const left = [...later, ...quiet.map(({ id }) => id), ...chunk.subscriptionIds.slice(from + size)];
        await postponeChunk(tx, chunk, left, { seconds: AWAY_SECONDS, isCounted: false });
        return undefined;
      }
      await keepLease(tx, chunk);
      const rest = handful(from + size);
      return rest.length > 0 ? whomToTell(parts, tx, chunk.planId, rest) : undefined;
    });
    if (isAway) return;
  }

  await inStore(async (tx) => {
    const mayTryAgain = later.length > 0 && chunk.tries < TRIES;
    if (!mayTryAgain) {
      await writeDown(
        tx,
        chunk,
        later.map((id) => failed(id, `not taken in ${TRIES} tries`)),
        hold,
      );
    }
    await recordOutcomes(
      tx,
      quiet.map(({ id }) => ({ id, planId: chunk.planId, reason: "it is night there: told from 8 o'clock on" })),
    );
    const left = [...(mayTryAgain ? later : []), ...quiet.map(({ id }) => id)];
    if (left.length === 0) return void (await endChunk(tx, chunk));
    const seconds = Math.min(
      ...(mayTryAgain ? [RETRY_SECONDS * 2 ** chunk.tries] : []),
      ...quiet.map((one) => one.seconds),
    );
    await postponeChunk(tx, chunk, left, { seconds, isCounted: mayTryAgain });
  });
}

type Told = DeliveryOutcome & { readonly settled: Outcome; readonly bounced?: string };
type Quiet = { readonly id: SubscriptionId; readonly seconds: number };

/** Those of the handful who still wait and were not told yet. Before a message that must not go out twice is handed over,
 *  it is written down that it was: where the worker dies, nobody knows whether it arrived, and a person decides. */
async function whomToTell(parts: Delivering, tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[]) {
  const plan = await findPlanState(tx, planId);
  if (plan?.state !== "open" && plan?.state !== "done") return undefined;
  if (plan.brake) {
    await holdPlan(tx, planId, plan.brake);
    return undefined;
  }
  if (plan.reason) await setPlanReason(tx, planId, null); // what it waited for has come
  const before = await findDeliveries(tx, planId, ids);
  const hold = plan.offer ? await beginHold(tx, { ...plan, offer: plan.offer }) : undefined;
  const found = await selectRecipients(
    tx,
    ids.filter((id) => !before.has(id)),
  );
  const tooLate = hold?.isSoldOut ? found.recipients : [];
  const toTell = hold?.isSoldOut ? [] : found.recipients;
  const notToTell = [...found.skipped, ...tooLate.map(({ id }) => ({ id, reason: "sold out before it was offered" }))];
  const left = [
    ...notToTell.map((settled): Told => ({ id: settled.id, state: "skipped", settled })),
    ...ids.filter((id) => before.get(id) === "begun").map((id) => ambiguous(id, "handed over when a worker died")),
  ];
  const now = (parts.clock ?? systemClock)();
  const quiet = toTell.flatMap(({ id, medium, timeZone }): Quiet[] => {
    const seconds = medium === "sms" ? quietSeconds(timeZone, now) : 0;
    return seconds > 0 ? [{ id, seconds }] : [];
  });
  const isQuiet = new Set(quiet.map(({ id }) => id));
  const people = toTell.filter(({ id }) => !isQuiet.has(id));
  const once = people.filter(({ medium }) => parts.senders[medium]?.mayRepeat === false).map(({ id }) => id);
  if (once.length > 0) await beginDeliveries(tx, planId, once);
  return { people, left, quiet, hold, hasBegun: once.length > 0 };
}

type Tried = {
  readonly person: Recipient;
  readonly sent: SendOutcome | { readonly state: "impossible"; readonly reason: string };
};

async function tell(parts: Delivering, store: Store, planId: PlanId, person: Recipient, hold?: Hold): Promise<Tried> {
  const { id, medium, variantId } = person;
  const sender = parts.senders[medium];
  if (!sender) return { person, sent: { state: "impossible", reason: `no sender for ${medium} is set up` } };
  try {
    const write = async () => {
      const [variant] = await parts.variants.findByIds(store.id, [variantId]);
      if (!variant) throw new Error("The variant is gone");
      const held = hold && {
        until: hold.until,
        url: parts.links.offerUrl({ storeId: store.id, planId, subscriptionId: id }),
      };
      const mail = await alertMail({
        store,
        variant,
        recipient: person,
        links: parts.links,
        templates: parts.templates,
        offer: held,
      });
      const from = senderOfStore(store);
      return from ? { ...mail, from } : mail;
    };
    return { person, sent: await sender.send(write, `${planId}-${id}`) };
  } catch (error) {
    parts.log.warn({ error, subscription: id, plan: planId }, "An alert could not be written");
    return { person, sent: { state: "later", reason: "the message could not be written" } };
  }
}

const failed = (id: SubscriptionId, reason: string): Told => ({
  id,
  state: "failed",
  settled: { id, state: "undeliverable", reason },
});

/** It counts as told: it may have arrived, and whoever asks again waits again. */
const ambiguous = (id: SubscriptionId, reason: string): Told => ({
  id,
  state: "ambiguous",
  settled: { id, state: "notified", reason: `it may have arrived or not: ${reason}` },
});

function toTold({ person: { id, addressHash }, sent }: Tried): Told[] {
  if (sent.state === "sent") return [{ id, state: "sent", settled: { id, state: "notified", reason: "sent" } }];
  if (sent.state === "refused") return [{ ...failed(id, sent.reason), bounced: addressHash }];
  if (sent.state === "impossible") return [failed(id, sent.reason)];
  if (sent.state === "unknown") return [ambiguous(id, sent.reason)];
  return [];
}

async function writeDown(tx: StoreTx, { planId }: Chunk, outcomes: readonly Told[], hold?: Hold) {
  const told = hold ? outcomes.map((one) => asOffered(one, hold)) : outcomes;
  if (told.length === 0) return;
  await storeDeliveries(tx, planId, told);
  const settled = told.map((one) => ({ ...one.settled, planId }));
  const changed = await recordOutcomes(tx, settled);
  for (const { bounced, settled: end } of told)
    if (bounced) await suppress(tx, bounced, { reason: `bounced: ${end.reason}` });
  if (hold) await writeOffers(tx, planId, { settled, changed }, hold);
  const sent = told.flatMap(({ id, state }) => (state === "sent" ? [id] : []));
  if (sent.length > 0) await announce(tx, "alert.sent", { planId, subscriptionIds: sent });
}
