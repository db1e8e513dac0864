import type { Runner } from "../db/db.ts";
import type { OutboxEvent } from "./events.ts";
import { PARTITION_SQL } from "./reader.ts";

/** Events of some partitions that were made readable together, in order. */
export type Batch = { readonly batch: bigint; readonly createdAt: Date; readonly events: readonly OutboxEvent[] };

const BATCHES_MAX = 200;
const EVENTS_MAX = 5_000;

const READ = {
  name: "read-outbox-batches",
  text: `with page as (
      select *, sum(events) over (order by batch) - events as events_before
      from (select * from outbox_batches where batch > $1 order by batch limit ${BATCHES_MAX}) as next
    )
    select page.batch, page.created_at as "batchedAt", e.id, e.store_id as "storeId", e.subject, e.payload, e.created_at as "createdAt"
    from page left join lateral (
      select id, store_id, subject, payload, created_at from outbox o
      where o.xid >= page.from_xid and o.xid <= page.to_xid and o.id >= page.first_id and o.id <= page.last_id
        and pg_visible_in_snapshot(o.xid, page.snapshot) and ${PARTITION_SQL} = any($2::int[])
      union all
      select id, store_id, subject, payload, created_at from outbox o
      where o.xid = any(page.late) and o.id >= page.first_id and o.id <= page.last_id and ${PARTITION_SQL} = any($2::int[])
    ) as e on true
    where page.events_before < ${EVENTS_MAX}
    order by page.batch, e.id`,
};
// A lookup for each event made reading four times as expensive.
const READ_NUMBERS = {
  name: "read-outbox-numbers",
  text: `select batch, array_to_string(array_agg(store_id), ',') as stores, array_to_string(array_agg(first_number), ',') as numbers
    from outbox_numbers where batch > $1 and batch <= $2 and ${PARTITION_SQL} = any($3::int[]) group by batch`,
};

type Row = Omit<OutboxEvent, "number"> & { readonly batch: string; readonly batchedAt: Date };
type NumbersRow = { readonly batch: string; readonly stores: string; readonly numbers: string };

/** The next batches after this one, with the events of these partitions. A page has about 5,000 events. */
export async function readBatches(runner: Runner, after: bigint, partitions: readonly number[]): Promise<Batch[]> {
  const rows = await runner.run<Row>(READ, [String(after), partitions]);
  const newest = rows.at(-1)?.batch;
  if (newest === undefined) return [];
  const numbersRows = await runner.run<NumbersRow>(READ_NUMBERS, [String(after), newest, partitions]);
  const numbers = new Map(numbersRows.map((row) => [row.batch, nextNumbers(row)]));
  const batches: (Batch & { readonly events: OutboxEvent[] })[] = [];
  let last = "";
  for (const { batch, batchedAt, ...event } of rows) {
    if (last !== batch) batches.push({ batch: BigInt(batch), createdAt: batchedAt, events: [] });
    last = batch;
    if (event.id === null) continue;
    const ofBatch = numbers.get(batch);
    const number = ofBatch?.get(String(event.storeId));
    if (number === undefined) throw new Error(`Batch ${batch} has no number for store ${event.storeId}`);
    ofBatch?.set(String(event.storeId), number + 1);
    batches.at(-1)?.events.push({ ...event, number: String(number) } as OutboxEvent);
  }
  return batches;
}

function nextNumbers({ stores, numbers }: NumbersRow) {
  const first = numbers.split(",");
  return new Map(stores.split(",").map((store, index) => [store, Number(first[index])]));
}
