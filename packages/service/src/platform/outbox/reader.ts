import type { SystemTx } from "../db/db.ts";
import type { OutboxEvent, Subject } from "./events.ts";

/** Receives the events of its subjects, or of all. The events of a store come in order; those of different stores may be
 *  handled at the same time. An event on which a reader fails every time is parked. */
export type OutboxReader = AtLeastOnce | ExactlyOnce;

type Named = {
  readonly name: string;
  readonly subjects?: readonly Subject[];
  /** For a reader whose events must not overtake each other: it waits until what it depends on is available again. */
  readonly neverParks?: boolean;
};
/** May receive an event again after a crash. */
export type AtLeastOnce = Named & { handle(events: readonly OutboxEvent[]): Promise<void> };
/** What `handleOnce` writes through `tx` is committed together with the reader's position. */
export type ExactlyOnce = Named & { handleOnce(tx: SystemTx, events: readonly OutboxEvent[]): Promise<void> };

export const PARTITIONS = 16;
const SHARD_SHIFT = 19;
/** The partition of a store. The shard, in the upper bits of the id, counts too: the first stores of all shards have the same
 *  number. */
export const partitionOf = ({ storeId }: Pick<OutboxEvent, "storeId">) =>
  (storeId ^ (storeId >> SHARD_SHIFT)) & (PARTITIONS - 1);
export const PARTITION_SQL = `((store_id # (store_id >> ${SHARD_SHIFT})) & ${PARTITIONS - 1})`;

/** `batch` is the last batch that was read whole, `id` the last event that was read of the batch after it. */
export type Position = { readonly batch: bigint; readonly id: bigint };
