import type { Runner, SystemTx } from "../db/db.ts";
import { PARTITIONS, type Position } from "./reader.ts";

const DECLARE = {
  name: "declare-outbox-readers",
  text: `insert into outbox_positions (reader, partition)
    select reader, partition from unnest($1::text[]) as reader cross join generate_series(0, ${PARTITIONS - 1}) as partition
    on conflict do nothing`,
};
/** A new reader begins with the oldest event that is kept. */
export const declareReaders = (runner: Runner, names: readonly string[]) => runner.run(DECLARE, [names]);

const FIND = {
  name: "find-outbox-positions",
  text: `select reader, partition, batch, id from outbox_positions where reader = any($1::text[]) and partition = any($2::int[])`,
};
type PositionOf = Position & { readonly reader: string; readonly partition: number };

export async function findPositions(
  runner: Runner,
  names: readonly string[],
  partitions: readonly number[],
): Promise<PositionOf[]> {
  const rows = await runner.run<{ reader: string; partition: number; batch: string; id: string }>(FIND, [
    names,
    partitions,
  ]);
  return rows.map((row) => ({ ...row, batch: BigInt(row.batch), id: BigInt(row.id) }));
}

const SAVE = {
  name: "save-outbox-positions",
  text: `with free as (
      select p.reader, p.partition, read.batch, read.id
      from unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::bigint[]) as read (reader, partition, term, batch, id)
      join outbox_partitions o on o.partition = read.partition and o.term = read.term
      join outbox_positions p on p.reader = read.reader and p.partition = read.partition
      where (p.batch, p.id) < (read.batch, read.id)
      for update of p skip locked
    )
    update outbox_positions p set batch = free.batch, id = free.id
    from free where p.reader = free.reader and p.partition = free.partition
    returning p.reader, p.partition`,
};
/** Saves how far readers came, where this worker has not lost the partition since. A row that is locked is left for the next
 *  time: a rebuild of the roll-ups locks those of one reader for minutes. Returns the rows that were written. */
export const storePositions = (runner: Runner, positions: readonly (PositionOf & { readonly term: number })[]) =>
  runner.run<Pick<PositionOf, "reader" | "partition">>(SAVE, [
    positions.map(({ reader }) => reader),
    positions.map(({ partition }) => partition),
    positions.map(({ term }) => term),
    positions.map(({ batch }) => String(batch)),
    positions.map(({ id }) => String(id)),
  ]);

type Move = { readonly partition: number; readonly from: Position };

/** Moves a reader in these partitions if it still is where this worker left it. Returns whether it was. */
export async function movePositions(tx: SystemTx, reader: string, moves: readonly Move[], to: Position) {
  const moved = await tx`
    update outbox_positions p set batch = ${String(to.batch)}, id = ${String(to.id)}
    from unnest(${moves.map(({ partition }) => partition)}::int[], ${moves.map(({ from }) => String(from.batch))}::bigint[],
      ${moves.map(({ from }) => String(from.id))}::bigint[]) as move (partition, batch, id)
    where p.reader = ${reader} and p.partition = move.partition and p.batch = move.batch and p.id = move.id
    returning p.partition`;
  return moved.length === moves.length;
}

/** Makes every other transaction that handles events of these partitions for the reader wait for this one, also those that
 *  try parked events again. */
export const lockPositions = (tx: SystemTx, reader: string, partitions: readonly number[]) => tx`
  select 1 from outbox_positions where reader = ${reader} and partition = any(${partitions}::int[]) order by partition for update`;

const REWIND = {
  name: "rewind-outbox-reader",
  text: `with moved as (
      update outbox_positions set id = 0,
        batch = least(batch, (select batch - 1 from outbox_batches where created_at >= $2 order by batch limit 1))
      where reader = $1 returning partition
    ), raised as (
      update outbox_partitions set term = term + 1
    )
    select partition from moved`,
};
/** Lets a reader read the events since a moment again. The workers notice that their terms have changed. Returns false when
 *  no worker has ever run the reader. */
export async function rewindReader(runner: Runner, reader: string, since: Date): Promise<boolean> {
  return (await runner.run(REWIND, [reader, since])).length > 0;
}
