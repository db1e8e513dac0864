import type { Db, SystemTx } from "../../../../platform/db/db.ts";
import type { Log } from "../../../../platform/log.ts";
import type { OutboxEvent } from "../../../../platform/outbox/events.ts";
import { findBatchBefore, findKept, readStoreEvents } from "../../../../platform/outbox/read-store-events.ts";
import type { NewDelivery } from "../messages/message.ts";
import { queueDeliveries } from "../messages/queue-deliveries.ts";
import { REPLAY_PROBLEMS } from "../problems.ts";
import { isBusy, lockDueReplay, type Progress, type RunningReplay, storeProgress } from "./sql.ts";

/** While more deliveries are due for the endpoint, its replay waits, so that new events are not delayed for long. */
const DUE_MAX = 1_000;
const PAUSE_MS = 2_000;
/** A page that could not be queued is tried again after 1, 2, 4 … seconds, and at most this often. */
const FAILURES_MAX = 8;
/** An event has the time at which its transaction began, and its place is that of the commit. */
const LATE_MS = 60_000;

/** Makes the deliveries of a page of events. */
export type ToDeliveries = (
  tx: SystemTx,
  events: readonly OutboxEvent[],
  replay: Pick<RunningReplay, "storeId" | "endpointId" | "subjects">,
) => Promise<NewDelivery[]>;

/** Queues the next page of the replay that has waited longest, in one transaction with its progress. A replay that fails lets
 *  the others go first, and is given up after some tries. Returns whether there was one. */
export async function queueNextReplay(
  { db, log, toDeliveries }: { readonly db: Db; readonly log: Log; readonly toDeliveries: ToDeliveries },
  at?: Date,
): Promise<boolean> {
  let replay: RunningReplay | undefined;
  try {
    await db.asWorker(async (tx) => {
      replay = await lockDueReplay(tx, at);
      if (replay) await storeProgress(tx, replay, await queuePage(tx, replay, toDeliveries, at), at);
    });
  } catch (error) {
    const failed = replay;
    if (!failed) throw error;
    log.warn({ error, endpoint: failed.endpointId }, "A page of a replay could not be queued");
    await db.asWorker((tx) => storeProgress(tx, failed, afterFailure(failed), at));
  }
  return replay !== undefined;
}

const orNull = (number: string | null) => (number === null ? null : BigInt(number));

function afterFailure({ afterBatch, nextNumber, failures, problem }: RunningReplay): Progress {
  const isGivenUp = failures + 1 >= FAILURES_MAX;
  return {
    afterBatch: orNull(afterBatch),
    nextNumber: orNull(nextNumber),
    events: 0,
    dueInMs: 1_000 * 2 ** failures,
    isFinished: isGivenUp,
    failures: failures + 1,
    problem: isGivenUp ? REPLAY_PROBLEMS.say("not-read", {}) : problem,
  };
}

async function queuePage(
  tx: SystemTx,
  replay: RunningReplay,
  toDeliveries: ToDeliveries,
  at: Date | undefined,
): Promise<Progress> {
  const { storeId, fromTime, fromNumber, problem } = replay;
  const nextNumber = orNull(replay.nextNumber);
  const same = { nextNumber, events: 0, failures: 0, problem };
  if (replay.isDisabled) {
    const disabled = REPLAY_PROBLEMS.say("disabled", {});
    return { ...same, afterBatch: null, dueInMs: 0, isFinished: true, problem: disabled };
  }
  if (await isBusy(tx, replay, DUE_MAX, at))
    return { ...same, afterBatch: orNull(replay.afterBatch), dueInMs: PAUSE_MS, isFinished: false };
  const kept = await findKept(tx, storeId);
  const after =
    orNull(replay.afterBatch) ?? (await findBatchBefore(tx, storeId, { time: fromTime, number: fromNumber }));
  const { events, batch } = await readStoreEvents(tx, storeId, after);
  const inRange = events.filter((event) => isInRange(event, replay));
  const deliveries = await toDeliveries(tx, inRange, replay);
  await queueDeliveries(tx, deliveries, at);
  const isOver = batch === undefined || events.some((event) => isPast(event, replay, LATE_MS));
  const last = events.at(-1);
  return {
    afterBatch: batch ?? after,
    nextNumber: last ? BigInt(last.number) + 1n : nextNumber,
    events: deliveries.length,
    dueInMs: 0,
    isFinished: isOver,
    failures: 0,
    problem: problem ?? describeGap(replay, events[0], kept),
  };
}

/** The events of a store are numbered without gaps. So the first one of a page tells whether others of the range, which were to
 *  come before it, are no longer kept. When a page has none, the next one is that which the store has not written yet. */
function describeGap(replay: RunningReplay, event: OutboxEvent | undefined, kept: Kept): string | null {
  const first = event
    ? { number: BigInt(event.number), at: event.createdAt }
    : { number: kept.lastNumber + 1n, at: kept.keptSince };
  const expected = orNull(replay.nextNumber) ?? firstNumber(replay);
  if (first.number <= expected || expected > BigInt(replay.toNumber)) return null;
  // Nobody knows the number of the first event of a range of times. What was before it may be gone.
  const isBeforeRange = first.at <= replay.fromTime || kept.keptSince <= replay.fromTime;
  if (replay.nextNumber === null && isBeforeRange) return null;
  return REPLAY_PROBLEMS.say("not-kept", { time: first.at.toISOString() });
}
type Kept = Awaited<ReturnType<typeof findKept>>;

const firstNumber = ({ fromNumber }: RunningReplay) => (BigInt(fromNumber) > 1n ? BigInt(fromNumber) : 1n);

const isInRange = (event: OutboxEvent, replay: RunningReplay) =>
  !isPast(event, replay, 0) && BigInt(event.number) >= BigInt(replay.fromNumber) && event.createdAt >= replay.fromTime;

const isPast = ({ number, createdAt }: OutboxEvent, { toNumber, toTime }: RunningReplay, lateMs: number) =>
  BigInt(number) > BigInt(toNumber) || createdAt.getTime() > toTime.getTime() + lateMs;
