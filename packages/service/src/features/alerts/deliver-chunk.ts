import type { Db, StoreTx } from "../../platform/db.ts";
import type { PlanId, SubscriptionId } from "../../platform/ids.ts";
import type { Log } from "../../platform/log.ts";
import { announce } from "../../platform/outbox/announce.ts";
import type { VariantBook } from "../catalog/variant-book.ts";
import type { Directory } from "../stores/directory.ts";
import type { AlertLinks } from "../subscriptions/alert-links.ts";
import { findForAlert, type Settled, settle, type ToTell } from "../subscriptions/tell.ts";
import { alertMail } from "./alert-mail.ts";
import type { Sender, Sent } from "./sender.ts";
import {
  type Chunk,
  type DeliveryOutcome,
  endChunk,
  findDeliveries,
  findPlanState,
  keepLease,
  leaseChunk,
  postponeChunk,
  storeDeliveries,
} from "./sql.ts";

export type Delivering = {
  readonly db: Db;
  readonly log: Log;
  readonly directory: Directory;
  readonly variants: VariantBook;
  readonly links: AlertLinks;
  readonly senders: { readonly email?: Sender; readonly sms?: Sender };
};

const TRIES = 5;
const RETRY_SECONDS = 30;

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
  const store = await parts.directory.storeById(chunk.storeId);
  const inStore = <T>(work: (tx: StoreTx) => Promise<T>) => db.inStore(store.id, work);
  const size = Math.max(parts.senders.email?.inFlight ?? 1, parts.senders.sms?.inFlight ?? 1);
  const later: SubscriptionId[] = [];

  for (let from = 0; from < chunk.subscriptionIds.length; from += size) {
    const ids = chunk.subscriptionIds.slice(from, from + size);
    const asked = await inStore((tx) => whomToTell(tx, chunk.planId, ids));
    if (!asked) {
      await inStore((tx) => postponeChunk(tx, chunk, chunk.subscriptionIds.slice(from), 0));
      return;
    }
    const outcomes = await Promise.all(asked.people.map((person) => tell(parts, chunk, person)));
    later.push(...outcomes.flatMap(({ id, sent }) => (sent.state === "later" ? [id] : [])));
    await inStore(async (tx) => {
      await writeDown(tx, chunk, [...asked.left, ...outcomes.flatMap(toTold)]);
      await keepLease(tx, chunk);
    });
  }

  await inStore(async (tx) => {
    if (later.length > 0 && chunk.tries < TRIES) {
      await postponeChunk(tx, chunk, later, RETRY_SECONDS * 2 ** chunk.tries);
      return;
    }
    await writeDown(
      tx,
      chunk,
      later.map((id) => failed(id, `not taken in ${TRIES} tries`)),
    );
    await endChunk(tx, chunk);
  });
}

type Told = DeliveryOutcome & { readonly settled: Settled };

/** Those of the handful who still wait and were not told yet. */
async function whomToTell(tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[]) {
  const state = await findPlanState(tx, planId);
  if (state !== "open" && state !== "done") return undefined;
  const before = await findDeliveries(tx, planId, ids);
  const { toTell, notToTell } = await findForAlert(
    tx,
    ids.filter((id) => (before.get(id) ?? "begun") === "begun"),
  );
  return { people: toTell, left: notToTell.map((settled): Told => ({ id: settled.id, state: "skipped", settled })) };
}

type Tried = { readonly id: SubscriptionId; readonly sent: Sent };

async function tell(parts: Delivering, chunk: Chunk, person: ToTell): Promise<Tried> {
  const { id, medium, variantId } = person;
  const sender = parts.senders[medium];
  if (!sender) return { id, sent: { state: "unknown", reason: `no sender for ${medium} is set up` } };
  const [store, [variant]] = await Promise.all([
    parts.directory.storeById(chunk.storeId),
    parts.variants.byIds(chunk.storeId, [variantId]),
  ]);
  try {
    if (!variant) throw new Error("The variant is gone");
    const mail = alertMail({ store, variant, person, links: parts.links });
    return { id, sent: await sender.send(mail, `${chunk.planId}-${id}`) };
  } catch (error) {
    parts.log.warn({ error, subscription: id, plan: chunk.planId }, "An alert could not be written");
    return { id, sent: { state: "later", reason: "the message could not be written" } };
  }
}

const failed = (id: SubscriptionId, reason: string): Told => ({
  id,
  state: "failed",
  settled: { id, state: "undeliverable", reason },
});

function toTold({ id, sent }: Tried): Told[] {
  if (sent.state === "sent") return [{ id, state: "sent", settled: { id, state: "notified", reason: "sent" } }];
  if (sent.state === "refused") return [failed(id, sent.reason)];
  if (sent.state === "unknown") return [{ id, state: "ambiguous", settled: { id, reason: sent.reason } }];
  return [];
}

async function writeDown(tx: StoreTx, { planId }: Chunk, told: readonly Told[]) {
  if (told.length === 0) return;
  await storeDeliveries(tx, planId, told);
  await settle(
    tx,
    told.map(({ settled }) => ({ ...settled, planId })),
  );
  const sent = told.flatMap(({ id, state }) => (state === "sent" ? [id] : []));
  if (sent.length > 0) await announce(tx, "alert.sent", { planId, subscriptionIds: sent });
}
