import type { Db, SystemTx } from "../../../../platform/db/db.ts";
import type { OutboxEvent } from "../../../../platform/outbox/events.ts";
import { findBatchBefore, readStoreEvents } from "../../../../platform/outbox/read-store-events.ts";
import type { NewDelivery } from "../messages/message.ts";
import { queueDeliveries } from "../messages/queue-deliveries.ts";
import { lockDueReplay, type Progress, type RunningReplay, storeProgress } from "./sql.ts";

/** While more deliveries wait for the endpoint, its replay waits, too, so that new events are not delayed for long. */
const WAITING_MAX = 1_000;
const PAUSE_MS = 2_000;
/** An event has the time at which its transaction began, and its place is that of the commit. */
const LATE_MS = 60_000;

/** Makes the deliveries of a page of events. */
export type ToDeliveries = (
  tx: SystemTx,
  events: readonly OutboxEvent[],
  replay: Pick<RunningReplay, "storeId" | "endpointId" | "subjects">,
) => Promise<NewDelivery[]>;

/** Queues the next page of the replay that has waited longest, in one transaction with its progress. Returns whether there
 *  was one. */
export const queueNextReplay = (db: Db, toDeliveries: ToDeliveries, at: Date): Promise<boolean> =>
  db.asWorker(async (tx) => {
    const replay = await lockDueReplay(tx, at);
    if (!replay) return false;
    await storeProgress(tx, replay, await queuePage(tx, replay, toDeliveries, at));
    return true;
  });

async function queuePage(tx: SystemTx, replay: RunningReplay, toDeliveries: ToDeliveries, at: Date): Promise<Progress> {
  const { storeId, fromTime, fromNumber } = replay;
  if (replay.isDisabled) return { afterBatch: null, events: 0, dueAt: at, finishedAt: at };
  const after = replay.afterBatch
    ? BigInt(replay.afterBatch)
    : await findBatchBefore(tx, storeId, { time: fromTime, number: fromNumber });
  if (replay.waiting > WAITING_MAX)
    return { afterBatch: after, events: 0, dueAt: new Date(at.getTime() + PAUSE_MS), finishedAt: null };
  const { events, batch } = await readStoreEvents(tx, storeId, after);
  const inRange = events.filter((event) => isInRange(event, replay));
  const deliveries = await toDeliveries(tx, inRange, replay);
  await queueDeliveries(tx, deliveries, at);
  const isOver = batch === undefined || events.some((event) => isPast(event, replay, LATE_MS));
  return { afterBatch: batch ?? after, events: deliveries.length, dueAt: at, finishedAt: isOver ? at : null };
}

const isInRange = (event: OutboxEvent, replay: RunningReplay) =>
  !isPast(event, replay, 0) && BigInt(event.number) >= BigInt(replay.fromNumber) && event.createdAt >= replay.fromTime;

const isPast = ({ number, createdAt }: OutboxEvent, { toNumber, toTime }: RunningReplay, lateMs: number) =>
  BigInt(number) > BigInt(toNumber) || createdAt.getTime() > toTime.getTime() + lateMs;
