import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import type { Recipient } from "../../subscriptions/line/recipients.ts";
import { recordOutcomes } from "../../subscriptions/line/record-outcomes.ts";
import { giveUnitsBack } from "../plans/count-units.ts";
import { delayPlan } from "../plans/delay-plan.ts";
import { freeUnitsOfLeavers } from "../plans/free-units.ts";
import { type Chunk, inLine } from "./delivery.ts";
import { keepLease } from "./keep-lease.ts";
import type { NotifyDeps } from "./notify.ts";
import { recordDeliveries } from "./record-deliveries.ts";
import { type Batch, type SelectDeps, selectBatch } from "./select-batch.ts";
import { type SentBatch, sendBatch } from "./send-batch.ts";
import { createSlots, type Slots } from "./slots.ts";
import { DOWN_SECONDS, sortAttempts, unitsOf } from "./sort-attempts.ts";
import {
  deleteBegun,
  deleteChunk,
  holdChunk,
  insertLeased,
  insertSetAside,
  isLineBusy,
  leaseChunk,
  postponeChunk,
  readyDueChunks,
} from "./sql.ts";
import { findSenderProblem } from "./store-sender.ts";

export type DeliveryDeps = NotifyDeps &
  SelectDeps & {
    readonly db: Db;
    readonly stores: StoreCache;
    /** Whether the mail server only catches mails and delivers none. A store's sender needs no verification then. */
    readonly isCatcher?: boolean | undefined;
    /** Aborted when the worker stops: it gives its chunks back, and waits only for messages in flight. */
    readonly stopping?: AbortSignal | undefined;
    /** After this time another worker takes over from one that died. */
    readonly leaseSeconds?: number;
  };

const LEASE_SECONDS = 30;
/** So many outcomes are recorded at once at most. A crash repeats at most the messages of one batch. */
const BATCH_MAX = 200;
/** A batch that takes longer is followed by a smaller one: a shopper who leaves is left out of the next batch. */
const BATCH_MS = { low: 100, high: 300 };
/** After this time the chunk's store lets other stores have a turn. */
const TURN_MS = 5_000;
const READY_AT_ONCE = 500;
/** While another plan of the same line is delivered. */
const BUSY_SECONDS = 1;
const NEVER = new AbortController().signal;

/** Delivers chunks, for all loops of one process: they share the slots for messages in flight. */
export function createDelivery(deps: DeliveryDeps) {
  const { db, senders, stopping = NEVER, leaseSeconds = LEASE_SECONDS } = deps;
  const inFlightOf = (medium: Recipient["medium"]) => senders[medium]?.inFlight ?? 1;
  const slots: Readonly<Record<Recipient["medium"], Slots>> = {
    email: createSlots(inFlightOf("email")),
    sms: createSlots(inFlightOf("sms")),
  };
  const sizeMin = Math.min(Math.max(inFlightOf("email"), inFlightOf("sms")), BATCH_MAX);
  let size = sizeMin;

  function adapt(ms: number) {
    if (ms < BATCH_MS.low) size = Math.min(size * 2, BATCH_MAX);
    if (ms > BATCH_MS.high) size = Math.max(Math.floor(size / 2), sizeMin);
  }

  /** Leases the chunk whose turn it is and notifies its people. Returns false when there is no chunk. */
  async function deliverNextChunk(): Promise<boolean> {
    const chunk = await leaseNext();
    if (!chunk) return false;
    const store = await deps.stores.getById(chunk.storeId);
    const problem = deps.isCatcher ? undefined : findSenderProblem(store);
    if (problem)
      await db.inStore(store.id, async (tx) => {
        await delayPlan(tx, chunk.planId, problem);
        await postponeChunk(tx, chunk, DOWN_SECONDS);
      });
    else await deliverChunk(store, chunk);
    return true;
  }

  async function leaseNext(): Promise<Chunk | undefined> {
    const chunk = await leaseChunk(db.worker, leaseSeconds);
    if (chunk || (await readyDueChunks(db.worker, READY_AT_ONCE)) === 0) return chunk;
    return leaseChunk(db.worker, leaseSeconds);
  }

  /** Works in batches: select, notify, record. No transaction is open while a provider is called. */
  async function deliverChunk(store: Store, leased: Chunk): Promise<void> {
    let chunk = leased;
    const lease = keepLease(deps, chunk, leaseSeconds);
    const stop = AbortSignal.any([stopping, lease.lost]);
    const endsAt = performance.now() + TURN_MS;
    try {
      let next: Batch | "held" | "over" | "busy" = await db.inStore(store.id, (tx) => selectFirstBatch(tx, leased));
      for (;;) {
        const batch = next;
        if (batch === "held" || batch === "over" || batch === "busy") {
          await db.inStore(store.id, (tx) => giveUp(tx, leased, batch));
          return;
        }
        const current = chunk;
        const from = performance.now();
        const sent = await sendBatch(deps, store, batch, { slots, stop });
        adapt(performance.now() - from);
        const isStopped = stop.aborted || performance.now() > endsAt;
        const recorded = await recordSafely(store, current, batch, sent, isStopped);
        if (recorded.next === undefined) {
          await finishInFlight(store, { ...chunk, ...recorded.inFlight }, batch, sent.inFlight);
          return;
        }
        next = recorded.next;
        if (batch.rest) chunk = { ...chunk, people: batch.rest };
      }
    } finally {
      lease.end();
    }
  }

  /** Two plans may select the same person. Only one plan of a line is delivered at a time, so that the other finds the person
   *  notified. */
  const selectFirstBatch = async (tx: StoreTx, chunk: Chunk) =>
    (await isLineBusy(tx, chunk)) ? "busy" : selectBatch(deps, tx, chunk, size);

  async function giveUp(tx: StoreTx, chunk: Chunk, state: "held" | "over" | "busy") {
    if (state === "held") await holdChunk(tx, chunk);
    else if (state === "over") await deleteChunk(tx, chunk);
    // Two workers may each find the other's chunk: they do not come back at the same moment.
    else await postponeChunk(tx, chunk, BUSY_SECONDS * (0.5 + Math.random()));
  }

  /** A delivery exists already if its message was begun, or if another worker took over. That is rare, so a batch is first
   *  recorded as if it were not so. */
  async function recordSafely(store: Store, chunk: Chunk, batch: Batch, sent: SentBatch, isStopped: boolean) {
    const record = (areNew: boolean) =>
      db.inStore(store.id, (tx) => recordBatch(tx, chunk, batch, sent, { isStopped, areNew }));
    if (batch.hasBegun || batch.outcomes.length > 0) return record(false);
    try {
      return await record(true);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return record(false);
    }
  }

  /** Records a batch, and selects the next one unless the chunk ends or is given back. A worker that lost its lease records
   *  only what was sent. */
  async function recordBatch(
    tx: StoreTx,
    chunk: Chunk,
    batch: Batch,
    sent: SentBatch,
    { isStopped, areNew }: { readonly isStopped: boolean; readonly areNew: boolean },
  ): Promise<{
    readonly next: Batch | "held" | "over" | undefined;
    readonly inFlight?: Pick<Chunk, "id" | "lease"> | undefined;
  }> {
    const { attempts, inFlight } = sent;
    const sorted = sortAttempts(chunk, batch, sent);
    const people = inFlight.map(({ recipient }) => recipient);
    const moved = sorted.units + unitsOf(people, batch.plan.policy);
    const rest = sorted.stuckSeconds > 0 ? chunk.people : batch.rest;
    const progress = { chunk, people: rest ?? chunk.people, units: moved };
    const isMine = await recordDeliveries(tx, batch.plan, sorted.outcomes, progress, {
      reservation: batch.reservation,
      areNew,
    });
    if (batch.hasBegun) await deleteNotSent(tx, batch, attempts);
    if (!isMine) return { next: undefined };
    for (const group of sorted.setAside) await insertSetAside(tx, chunk, group);
    if (sorted.stuckSeconds === 0) await recordQuiet(tx, chunk, batch);
    const leased =
      people.length > 0
        ? await insertLeased(tx, chunk, {
            people: inLine(people),
            units: unitsOf(people, batch.plan.policy),
            leaseSeconds,
          })
        : undefined;
    if (!rest) {
      await endChunk(tx, chunk, batch);
      return { next: undefined, inFlight: leased };
    }
    const seconds = Math.max(sorted.stuckSeconds, sorted.paceSeconds, sent.waitSeconds);
    if (seconds === 0 && !isStopped) return { next: await selectBatch(deps, tx, { ...chunk, people: rest }, size) };
    if (sorted.paceSeconds > 0)
      await delayPlan(tx, chunk.planId, "the store's template is slow, so its alerts are sent slowly");
    await postponeChunk(tx, chunk, seconds);
    tx.wakeAfterCommit("alerts");
    return { next: undefined, inFlight: leased };
  }

  async function deleteNotSent(tx: StoreTx, { plan }: Batch, attempts: SentBatch["attempts"]) {
    const isNotSent = new Set(["deferred", "throttled", "not tried"]);
    const notSent = attempts.filter(({ result }) => isNotSent.has(result.state));
    await deleteBegun(
      tx,
      plan,
      notSent.map(({ recipient }) => recipient.id),
    );
  }

  const recordQuiet = (tx: StoreTx, { planId }: Chunk, { quiet }: Batch) =>
    recordOutcomes(
      tx,
      quiet.map(({ recipient }) => ({
        id: recipient.id,
        planId,
        reason: "waits until 8:00 in the recipient's time zone",
      })),
    );

  /** The units of people who bounced or left go to the next in line. */
  async function endChunk(tx: StoreTx, chunk: Chunk, { plan }: Batch) {
    const left = await deleteChunk(tx, chunk);
    if (left === 0) return;
    await giveUnitsBack(tx, plan, left);
    if (plan.policy.offer) await freeUnitsOfLeavers(tx, plan);
  }

  /** Waits for the answers to messages that were in flight when the worker was stopped. Others deliver the rest meanwhile. */
  async function finishInFlight(store: Store, stopped: Chunk, batch: Batch, inFlight: SentBatch["inFlight"]) {
    if (inFlight.length === 0) return;
    const chunk = { ...stopped, people: inLine(inFlight.map(({ recipient }) => recipient)) };
    const lease = keepLease(deps, chunk, leaseSeconds);
    try {
      const attempts = await Promise.all(inFlight.map(({ attempt }) => attempt));
      const tail = { ...batch, outcomes: [], quiet: [], rest: undefined };
      const answered = { attempts, inFlight: [], notStarted: [], waitSeconds: 0 };
      await recordSafely(store, chunk, tail, answered, true);
    } finally {
      lease.end();
    }
  }

  return { deliverNextChunk };
}

/** What PostgreSQL says about a row whose key exists. */
const isDuplicate = (error: unknown) => findCode(error) === "23505";

const findCode = (error: unknown): unknown =>
  error instanceof Error ? ("code" in error ? error.code : findCode(error.cause)) : undefined;
