import type { Db, SystemTx } from "../../../../platform/db/db.ts";
import type { Log } from "../../../../platform/log.ts";
import type { OutboxEvent } from "../../../../platform/outbox/events.ts";
import { findBatchBefore, readStoreEvents } from "../../../../platform/outbox/read-store-events.ts";
import type { NewDelivery } from "../messages/message.ts";
import { queueDeliveries } from "../messages/queue-deliveries.ts";
import { lockDueReplay, type Progress, type RunningReplay, storeProgress } from "./sql.ts";

/** While more deliveries wait for the endpoint, its replay waits, too, so that new events are not delayed for long. */
const WAITING_MAX = 1_000;
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
  at: Date,
): Promise<boolean> {
  let replay: RunningReplay | undefined;
  try {
    await db.asWorker(async (tx) => {
      replay = await lockDueReplay(tx, at);
      if (replay) await storeProgress(tx, replay, await queuePage(tx, replay, toDeliveries, at));
    });
  } catch (error) {
    const failed = replay;
    if (!failed) throw error;
    log.warn({ error, endpoint: failed.endpointId }, "A page of a replay could not be queued");
    await db.asWorker((tx) => storeProgress(tx, failed, afterFailure(failed, at)));
  }
  return replay !== undefined;
}

function afterFailure({ afterBatch, failures, problem }: RunningReplay, at: Date): Progress {
  const isGivenUp = failures + 1 >= FAILURES_MAX;
  return {
    afterBatch: afterBatch === null ? null : BigInt(afterBatch),
    events: 0,
    dueAt: new Date(at.getTime() + 1_000 * 2 ** failures),
    finishedAt: isGivenUp ? at : null,
    failures: failures + 1,
    problem: isGivenUp ? "The events could not be read. Start the replay again, with a smaller range." : problem,
  };
}

async function queuePage(tx: SystemTx, replay: RunningReplay, toDeliveries: ToDeliveries, at: Date): Promise<Progress> {
  const { storeId, fromTime, fromNumber, problem } = replay;
  const same = { failures: 0, problem };
  if (replay.isDisabled) {
    const disabled = "The endpoint was disabled before the replay had ended.";
    return { afterBatch: null, events: 0, dueAt: at, finishedAt: at, failures: 0, problem: disabled };
  }
  const after = replay.afterBatch
    ? BigInt(replay.afterBatch)
    : await findBatchBefore(tx, storeId, { time: fromTime, number: fromNumber });
  if (replay.waiting > WAITING_MAX)
    return { ...same, afterBatch: after, events: 0, dueAt: new Date(at.getTime() + PAUSE_MS), finishedAt: null };
  const { events, batch } = await readStoreEvents(tx, storeId, after);
  const inRange = events.filter((event) => isInRange(event, replay));
  const deliveries = await toDeliveries(tx, inRange, replay);
  await queueDeliveries(tx, deliveries, at);
  const isOver = batch === undefined || events.some((event) => isPast(event, replay, LATE_MS));
  return {
    afterBatch: batch ?? after,
    events: deliveries.length,
    dueAt: at,
    finishedAt: isOver ? at : null,
    failures: 0,
    problem: problem ?? (replay.afterBatch === null ? describeGap(events[0], replay) : null),
  };
}

/** The events of a store are numbered without gaps. So the first one that is left tells whether others of the range are gone. */
function describeGap(first: OutboxEvent | undefined, { fromNumber, fromTime }: RunningReplay): string | null {
  if (!first || BigInt(first.number) <= BigInt(fromNumber) || first.number === "1" || first.createdAt <= fromTime)
    return null;
  return `Events before ${first.createdAt.toISOString()} are no longer kept.`;
}

const isInRange = (event: OutboxEvent, replay: RunningReplay) =>
  !isPast(event, replay, 0) && BigInt(event.number) >= BigInt(replay.fromNumber) && event.createdAt >= replay.fromTime;

const isPast = ({ number, createdAt }: OutboxEvent, { toNumber, toTime }: RunningReplay, lateMs: number) =>
  BigInt(number) > BigInt(toNumber) || createdAt.getTime() > toTime.getTime() + lateMs;
