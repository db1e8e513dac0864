import { createBackground } from "../../../platform/background.ts";
import { systemClock } from "../../../platform/clock.ts";
import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { giveSendsBack } from "../../../platform/messaging/send-counts.ts";
import { findPause } from "../../stores/settings/find-pause.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { HAPPENINGS } from "../../subscriptions/line/happenings.ts";
import { recordOutcomes } from "../../subscriptions/line/record-outcomes.ts";
import { giveUnitsBack } from "../plans/count-units.ts";
import { delayPlan } from "../plans/delay-plan.ts";
import { freeUnitsOfLeavers } from "../plans/free-units.ts";
import { PLAN_REASONS } from "../plans/plan-reasons.ts";
import type { ReportHealth } from "../senders/health.ts";
import { findSenderProblem, senderOfStore } from "../senders/sender-address.ts";
import type { StoreSenders } from "../senders/store-senders.ts";
import { type Chunk, inLine } from "./delivery.ts";
import { keepLease } from "./keep-lease.ts";
import { createLanes, type Lane } from "./lane.ts";
import type { NotifyDeps } from "./notify.ts";
import { recordDeliveries } from "./record-deliveries.ts";
import { type Batch, type SelectDeps, selectBatch } from "./select-batch.ts";
import { type SentBatch, sendBatch } from "./send-batch.ts";
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

/** `senders` are the installation's, for stores without their own. */
export type DeliveryDeps = NotifyDeps &
  Pick<SelectDeps, "clock"> & {
    readonly db: Db;
    readonly stores: StoreCache;
    /** The stores' own senders; without it, every store uses the installation's. */
    readonly storeSenders?: Pick<StoreSenders, "use"> | undefined;
    readonly reportHealth?: ReportHealth | undefined;
    /** Whether the mail server only catches mails and delivers none. A store's sender needs no verification then. */
    readonly isCatcher?: boolean | undefined;
    /** Aborted when the worker stops: it gives its chunks back, and waits only for messages in flight. */
    readonly stopping?: AbortSignal | undefined;
    /** After this time another worker takes over from one that died. */
    readonly leaseSeconds?: number;
  };

const LEASE_SECONDS = 30;
/** After this time the chunk's store lets other stores have a turn. */
const TURN_MS = 5_000;
const READY_AT_ONCE = 500;
/** While another plan of the same line is delivered. */
const BUSY_SECONDS = 1;
const NEVER = new AbortController().signal;
/** Chunks of stores with their own provider that a process delivers at the same time, besides its lanes. */
const OWN_MAX = 64;
const OWN_OF_STORE = 2;
/** When that many are under way already. */
const CROWDED_SECONDS = 2;

/** Delivers chunks, for all loops of one process. Those of one provider share the slots for its messages in flight. */
export function createDelivery(deps: DeliveryDeps) {
  const { db, stopping = NEVER, leaseSeconds = LEASE_SECONDS, clock = systemClock } = deps;
  const ofInstallation: Pick<StoreSenders, "use"> = {
    use: (store, work) => work({ senders: deps.senders, from: senderOfStore(store), isOwn: false }),
  };
  const { use } = deps.storeSenders ?? ofInstallation;
  /** A provider of a store's own may hang, so that its chunks must not keep a lane. */
  const own = createBackground<StoreId>({ max: OWN_MAX, maxOfKey: OWN_OF_STORE });
  const toLane = createLanes(deps);

  /** Leases the chunk whose turn it is and notifies its people. Returns false when there is no chunk. A chunk whose store has
   *  a provider of its own is delivered in the background. */
  async function deliverNextChunk(): Promise<boolean> {
    const chunk = await leaseNext();
    if (!chunk) return false;
    const store = await deps.stores.getById(chunk.storeId);
    if (store.isErased) {
      await db.inStore(store.id, (tx) => holdChunk(tx, chunk));
      return true;
    }
    const problem = findWait(store);
    const deliver = () => use(store, (outlet) => deliverChunk(store, chunk, toLane(store, outlet)));
    if (problem)
      await db.inStore(store.id, async (tx) => {
        await delayPlan(tx, chunk.planId, problem);
        await postponeChunk(tx, chunk, DOWN_SECONDS);
      });
    else if (!deps.storeSenders || !(store.senders.email || store.senders.sms)) await deliver();
    else if (!own.start(store.id, () => deliver().catch(logFailure)))
      await db.inStore(store.id, (tx) => postponeChunk(tx, chunk, CROWDED_SECONDS));
    return true;
  }

  /** Why the store's alerts must wait, or undefined. */
  const findWait = (store: Store) =>
    findPause(store.settings, clock())
      ? PLAN_REASONS.say("sending-paused", {})
      : deps.isCatcher
        ? undefined
        : findSenderProblem(store);

  const logFailure = (error: unknown) => deps.log.warn({ error }, "Could not deliver alerts: trying again");

  async function leaseNext(): Promise<Chunk | undefined> {
    const lease = () => leaseChunk(db.worker, leaseSeconds, own.fullKeys());
    const chunk = await lease();
    if (chunk || (await readyDueChunks(db.worker, READY_AT_ONCE)) === 0) return chunk;
    return lease();
  }

  /** Works in batches: select, notify, record. No transaction is open while a provider is called. */
  async function deliverChunk(store: Store, leased: Chunk, lane: Lane): Promise<void> {
    let chunk = leased;
    const lease = keepLease(deps, chunk, leaseSeconds);
    const stop = AbortSignal.any([stopping, lease.lost]);
    const endsAt = performance.now() + TURN_MS;
    try {
      let next: Batch | "held" | "over" | "busy" = await db.inStore(store.id, (tx) =>
        selectFirstBatch(tx, leased, lane),
      );
      for (;;) {
        const batch = next;
        if (batch === "held" || batch === "over" || batch === "busy") {
          await db.inStore(store.id, (tx) => giveUp(tx, leased, batch));
          return;
        }
        const current = chunk;
        const from = performance.now();
        const sent = await sendBatch(lane, store, batch, stop);
        lane.adapt(performance.now() - from);
        const isStopped = stop.aborted || performance.now() > endsAt;
        const recorded = await recordSafely(store, current, batch, sent, { lane, isStopped });
        if (recorded.next === undefined) {
          await finishInFlight(store, { ...chunk, ...recorded.inFlight }, batch, sent.inFlight, lane);
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
  const selectFirstBatch = async (tx: StoreTx, chunk: Chunk, lane: Lane) =>
    (await isLineBusy(tx, chunk)) ? "busy" : selectBatch(lane, tx, chunk, lane.batchSize());

  async function giveUp(tx: StoreTx, chunk: Chunk, state: "held" | "over" | "busy") {
    if (state === "held") await holdChunk(tx, chunk);
    else if (state === "over") await deleteChunk(tx, chunk);
    // Two workers may each find the other's chunk: they do not come back at the same moment.
    else await postponeChunk(tx, chunk, BUSY_SECONDS * (0.5 + Math.random()));
  }

  /** A delivery exists already if its message was begun, or if another worker took over. That is rare, so a batch is first
   *  recorded as if it were not so. */
  async function recordSafely(
    store: Store,
    chunk: Chunk,
    batch: Batch,
    sent: SentBatch,
    how: { readonly lane: Lane; readonly isStopped: boolean },
  ) {
    await giveBackNotSent(store, batch, sent, how.lane);
    const record = (areNew: boolean) =>
      db.inStore(store.id, (tx) => recordBatch(tx, chunk, batch, sent, { ...how, areNew }));
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
    { lane, isStopped, areNew }: { readonly lane: Lane; readonly isStopped: boolean; readonly areNew: boolean },
  ): Promise<{
    readonly next: Batch | "held" | "over" | undefined;
    readonly inFlight?: Pick<Chunk, "id" | "lease"> | undefined;
  }> {
    const { attempts, inFlight } = sent;
    const sorted = sortAttempts(chunk, batch, sent, lane.ownMedia);
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
    if (sorted.delay) await delayPlan(tx, chunk.planId, sorted.delay);
    if (!rest) {
      await endChunk(tx, chunk, batch);
      return { next: undefined, inFlight: leased };
    }
    const seconds = Math.max(sorted.stuckSeconds, sorted.paceSeconds, sent.waitSeconds);
    if (seconds === 0 && !isStopped) {
      const next = await selectBatch(lane, tx, { ...chunk, people: rest }, lane.batchSize());
      return { next };
    }
    if (sorted.paceSeconds > 0) await delayPlan(tx, chunk.planId, PLAN_REASONS.say("slow-template", {}));
    await postponeChunk(tx, chunk, seconds);
    tx.wakeAfterCommit("alerts");
    return { next: undefined, inFlight: leased };
  }

  /** Messages that the provider did not accept do not count for the store's limits. This has a transaction of its own: one
   *  that goes on to other rows would hold the counter that all workers of the store share, and two could block each other. */
  async function giveBackNotSent(
    { id }: Store,
    { counted }: Pick<Batch, "counted">,
    { attempts, notStarted }: SentBatch,
    { limitsOf }: Lane,
  ) {
    const isSent = new Set(["sent", "unknown"]);
    const notSent = [
      ...attempts.filter(({ result }) => !isSent.has(result.state)).map(({ recipient }) => recipient),
      ...notStarted,
    ];
    if (notSent.length === 0) return;
    try {
      await db.inStore(id, async (tx) => {
        for (const medium of ["email", "sms"] as const) {
          const count = notSent.filter((recipient) => recipient.medium === medium).length;
          const { day } = counted[medium] ?? {};
          if (count > 0 && day) await giveSendsBack(tx, medium, { day, count, price: limitsOf(medium).price });
        }
      });
    } catch (error) {
      deps.log.warn({ error }, "Alerts that were not sent stay counted for today");
    }
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
        reason: HAPPENINGS.say("quiet-hours", {}),
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
  async function finishInFlight(
    store: Store,
    stopped: Chunk,
    batch: Batch,
    inFlight: SentBatch["inFlight"],
    lane: Lane,
  ) {
    if (inFlight.length === 0) return;
    const chunk = { ...stopped, people: inLine(inFlight.map(({ recipient }) => recipient)) };
    const lease = keepLease(deps, chunk, leaseSeconds);
    try {
      const attempts = await Promise.all(inFlight.map(({ attempt }) => attempt));
      const overLimit = { ...batch.overLimit, people: [] };
      const tail = { ...batch, outcomes: [], quiet: [], overLimit, rest: undefined };
      const answered = { attempts, inFlight: [], notStarted: [], waitSeconds: 0 };
      await recordSafely(store, chunk, tail, answered, { lane, isStopped: true });
    } finally {
      lease.end();
    }
  }

  return {
    deliverNextChunk,
    /** Calls `ring` when a chunk that was delivered in the background is done: there may be another of its store. */
    onFree: own.onFree,
    /** Waits for the chunks that are delivered in the background. */
    settled: own.settled,
  };
}

/** What PostgreSQL says about a row whose key exists. */
const isDuplicate = (error: unknown) => findCode(error) === "23505";

const findCode = (error: unknown): unknown =>
  error instanceof Error ? ("code" in error ? error.code : findCode(error.cause)) : undefined;
