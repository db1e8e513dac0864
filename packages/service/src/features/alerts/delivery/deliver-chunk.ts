import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { recordOutcomes } from "../../subscriptions/line/record-outcomes.ts";
import type { Reservation } from "../offers/check-reservation.ts";
import { delayPlan } from "../plans/delay-plan.ts";
import { ambiguous, type Chunk, type DeliveryOutcome, failed, sent } from "./delivery.ts";
import { type Attempt, type NotifyDeps, notify } from "./notify.ts";
import { recordDeliveries } from "./record-deliveries.ts";
import { type QuietRecipient, type SelectDeps, type Senders, selectBatch } from "./select-batch.ts";
import { deleteBegun, deleteChunk, leaseChunk, postponeChunk, renewLease } from "./sql.ts";
import { findSenderProblem } from "./store-sender.ts";

export type DeliveryDeps = NotifyDeps &
  SelectDeps & {
    readonly db: Db;
    readonly stores: StoreCache;
    /** Whether the mail server only catches mails and delivers none. A store's sender needs no verification then. */
    readonly isCatcher?: boolean | undefined;
  };

const TRIES_MAX = 5;
const RETRY_SECONDS = 30;
/** While a provider is down, the worker tries again this often. These attempts do not count. */
const DOWN_SECONDS = 60;

/** Leases the chunk whose turn it is and notifies its people. Returns false when there is no chunk. */
export async function deliverNextChunk(deps: DeliveryDeps): Promise<boolean> {
  const chunk = await leaseChunk(deps.db.worker);
  if (!chunk) return false;
  const store = await deps.stores.getById(chunk.storeId);
  const problem = deps.isCatcher ? undefined : findSenderProblem(store);
  if (problem) {
    await deps.db.inStore(store.id, async (tx) => {
      await delayPlan(tx, chunk.planId, problem);
      await postponeChunk(tx, chunk, chunk.subscriptionIds, { seconds: DOWN_SECONDS, isCounted: false });
    });
  } else await deliverChunk(deps, store, chunk);
  return true;
}

/** Works in batches: select, notify, record. A shopper who leaves meanwhile is left out of the next batch, and a crash
 *  repeats at most one batch. No transaction is open while a provider is called. */
async function deliverChunk(deps: DeliveryDeps, store: Store, chunk: Chunk): Promise<void> {
  const { planId, subscriptionIds } = chunk;
  const inStore = <T>(work: (tx: StoreTx) => Promise<T>) => deps.db.inStore(store.id, work);
  const size = batchSize(deps.senders);
  const deferred: SubscriptionId[] = [];
  const quiet: QuietRecipient[] = [];
  const leftFrom = (from: number) => [...deferred, ...quiet.map(({ id }) => id), ...subscriptionIds.slice(from)];
  const selectFrom = (tx: StoreTx, from: number) =>
    selectBatch(deps, tx, planId, subscriptionIds.slice(from, from + size));

  let sentCount = 0;
  let reservation: Reservation | undefined;
  let next = await inStore((tx) => selectFrom(tx, 0));
  for (let from = 0; from < subscriptionIds.length; from += size) {
    const batch = next;
    if (!batch) {
      await inStore((tx) => postponeChunk(tx, chunk, leftFrom(from), { seconds: 0, isCounted: false }));
      return;
    }
    quiet.push(...batch.quiet);
    reservation = batch.reservation;
    const attempts = await Promise.all(
      batch.recipients.map((recipient) => notify(deps, store, planId, recipient, batch.reservation)),
    );
    const deferredNow = idsOf(attempts, "deferred");
    const notTried = idsOf(attempts, "not tried");
    deferred.push(...deferredNow);
    sentCount += idsOf(attempts, "sent").length;
    const tried = attempts.filter(({ result }) => result.state !== "not tried");
    const isDown =
      tried.length > 0 && tried.every(({ result }) => result.state === "deferred" && result.isProviderDown);
    next = await inStore(async (tx) => {
      await recordDeliveries(tx, planId, [...batch.outcomes, ...attempts.flatMap(toOutcome)], batch.reservation);
      if (batch.hasBegun) await deleteBegun(tx, planId, [...deferredNow, ...notTried]);
      if (isDown) {
        const left = [...notTried, ...leftFrom(from + size)];
        await postponeChunk(tx, chunk, left, { seconds: DOWN_SECONDS, isCounted: false });
        return undefined;
      }
      if (notTried.length > 0) {
        const left = [...notTried, ...subscriptionIds.slice(from + size), ...quiet.map(({ id }) => id)];
        await paceChunk(tx, chunk, { left, deferred, sentCount, seconds: secondsToWait(attempts), reservation });
        return undefined;
      }
      await renewLease(tx, chunk);
      return from + size < subscriptionIds.length ? selectFrom(tx, from + size) : undefined;
    });
    if (isDown || notTried.length > 0) return;
  }
  await inStore((tx) => finishChunk(tx, chunk, { deferred, quiet, reservation }));
}

const batchSize = ({ email, sms }: Senders) => Math.max(email?.inFlight ?? 1, sms?.inFlight ?? 1);

/** A deferred message has no outcome yet, because it is tried again. */
function toOutcome({ recipient: { id, addressHash }, result }: Attempt): DeliveryOutcome[] {
  switch (result.state) {
    case "sent":
      return [sent(id)];
    case "rejected":
      return [{ ...failed(id, result.reason), bouncedAddressHash: addressHash }];
    case "impossible":
      return [failed(id, result.reason)];
    case "unknown":
      return [ambiguous(id, result.reason)];
    case "deferred":
    case "not tried":
      return [];
  }
}

const idsOf = (attempts: readonly Attempt[], state: Attempt["result"]["state"]) =>
  attempts.flatMap(({ recipient, result }) => (result.state === state ? [recipient.id] : []));

const secondsToWait = (attempts: readonly Attempt[]) =>
  Math.max(...attempts.map(({ result }) => (result.state === "not tried" ? result.seconds : 0)));

/** Puts the chunk back because the store's template is slow, so that this worker can serve other stores. Messages that
 *  failed go to the end. An attempt in which all failed counts: otherwise they would be tried for ever. */
async function paceChunk(
  tx: StoreTx,
  chunk: Chunk,
  {
    left,
    deferred,
    sentCount,
    seconds,
    reservation,
  }: {
    readonly left: readonly SubscriptionId[];
    readonly deferred: readonly SubscriptionId[];
    readonly sentCount: number;
    readonly seconds: number;
    readonly reservation: Reservation | undefined;
  },
): Promise<void> {
  const isCounted = deferred.length > 0 && sentCount === 0;
  const isLast = isCounted && chunk.tries >= TRIES_MAX;
  if (isLast) await giveUp(tx, chunk, deferred, reservation);
  await delayPlan(tx, chunk.planId, "the store's template is slow, so its alerts are sent slowly");
  await postponeChunk(tx, chunk, [...left, ...(isLast ? [] : deferred)], { seconds, isCounted: isCounted && !isLast });
}

const giveUp = (tx: StoreTx, { planId }: Chunk, ids: readonly SubscriptionId[], reservation: Reservation | undefined) =>
  recordDeliveries(
    tx,
    planId,
    ids.map((id) => failed(id, `not sent after ${TRIES_MAX} attempts`)),
    reservation,
  );

/** Called after the last batch. The chunk stays for deferred messages and for recipients in quiet hours. */
async function finishChunk(
  tx: StoreTx,
  chunk: Chunk,
  {
    deferred,
    quiet,
    reservation,
  }: {
    readonly deferred: readonly SubscriptionId[];
    readonly quiet: readonly QuietRecipient[];
    readonly reservation: Reservation | undefined;
  },
): Promise<void> {
  const { planId, tries } = chunk;
  const willRetry = deferred.length > 0 && tries < TRIES_MAX;
  if (!willRetry) await giveUp(tx, chunk, deferred, reservation);
  await recordOutcomes(
    tx,
    quiet.map(({ id }) => ({ id, planId, reason: "waits until 8:00 in the recipient's time zone" })),
  );
  const left = [...(willRetry ? deferred : []), ...quiet.map(({ id }) => id)];
  if (left.length === 0) {
    await deleteChunk(tx, chunk);
    return;
  }
  const seconds = Math.min(
    ...(willRetry ? [RETRY_SECONDS * 2 ** tries] : []),
    ...quiet.map((recipient) => recipient.seconds),
  );
  await postponeChunk(tx, chunk, left, { seconds, isCounted: willRetry });
}
