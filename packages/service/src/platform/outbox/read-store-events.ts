import type { Runner } from "../db/db.ts";
import type { StoreId } from "../ids.ts";
import type { OutboxEvent } from "./events.ts";

const BATCHES_MAX = 200;
const EVENTS_MAX = 1_000;

const READ = {
  name: "read-events-of-store",
  text: `with numbers as (
      select *, sum(events) over (order by batch) - events as events_before
      from (select batch, first_number, events from outbox_numbers where store_id = $1 and batch > $2 order by batch limit ${BATCHES_MAX}) as next
    ), page as (
      select b.*, n.first_number from numbers n join outbox_batches b on b.batch = n.batch where n.events_before < ${EVENTS_MAX}
    )
    select page.batch, page.first_number as "firstNumber", e.id, e.store_id as "storeId", e.subject, e.payload, e.created_at as "createdAt"
    from page cross join lateral (
      select id, store_id, subject, payload, created_at from outbox o
      where o.xid >= page.from_xid and o.xid <= page.to_xid and o.id >= page.first_id and o.id <= page.last_id
        and pg_visible_in_snapshot(o.xid, page.snapshot) and o.store_id = $1
      union all
      select id, store_id, subject, payload, created_at from outbox o
      where o.xid = any(page.late) and o.id >= page.first_id and o.id <= page.last_id and o.store_id = $1
    ) as e
    order by page.batch, e.id`,
};
type Row = Omit<OutboxEvent, "number"> & { readonly batch: string; readonly firstNumber: string };

/** The next events of one store in the batches after this one, about a thousand, with their numbers. `batch` is where the
 *  next page begins; undefined when there are no more. */
export async function readStoreEvents(
  runner: Runner,
  storeId: StoreId,
  after: bigint,
): Promise<{ readonly events: readonly OutboxEvent[]; readonly batch: bigint | undefined }> {
  const rows = await runner.run<Row>(READ, [storeId, String(after)]);
  let batchBefore = "";
  let number = 0n;
  const events = rows.map(({ batch, firstNumber, ...event }) => {
    number = batch === batchBefore ? number + 1n : BigInt(firstNumber);
    batchBefore = batch;
    return { ...event, number: String(number) } as OutboxEvent;
  });
  return { events, batch: batchBefore === "" ? undefined : BigInt(batchBefore) };
}

const KEPT = {
  name: "kept-events-of-store",
  text: `select outbox_last_number($1) as "lastNumber",
      coalesce((select created_at from outbox_batches order by batch limit 1), now()) as "keptSince"`,
};

/** The number of the store's last event, whether it is still kept or not, and the time since which all events are. Asked before
 *  a page is read: a page without events then means that those up to this number are no longer kept. */
export async function findKept(runner: Runner, storeId: StoreId): Promise<{ lastNumber: bigint; keptSince: Date }> {
  const [row] = await runner.run<{ lastNumber: string; keptSince: Date }>(KEPT, [storeId]);
  if (!row) throw new Error("The outbox did not answer");
  return { lastNumber: BigInt(row.lastNumber), keptSince: row.keptSince };
}

const NEWEST = {
  name: "newest-outbox-batch",
  text: "select coalesce(max(batch), 0) as batch from outbox_batches",
};
const BATCH_AT = {
  name: "outbox-batch-at",
  text: `select batch, created_at >= $3::timestamptz and first_number >= $4::bigint as "isInRange" from (
      select n.batch, n.first_number, b.created_at
      from outbox_numbers n join outbox_batches b on b.batch = n.batch
      where n.store_id = $1 and n.batch <= $2 order by n.batch desc limit 1
    ) as last`,
};

/** The last batch of a store that ends before this time, or before the event with this number. Numbers and times grow with the
 *  batches, so it is found in about twenty steps however many batches there are. */
export async function findBatchBefore(
  runner: Runner,
  storeId: StoreId,
  { time, number }: { readonly time: Date; readonly number: string },
): Promise<bigint> {
  const [newest] = await runner.run<{ batch: string }>(NEWEST, []);
  // All batches up to `low` are before the range; the batch after `high` is in it, if there is one.
  let low = 0n;
  let high = BigInt(newest?.batch ?? 0);
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    const [row] = await runner.run<{ batch: string; isInRange: boolean }>(BATCH_AT, [
      storeId,
      String(middle),
      time,
      number,
    ]);
    if (row?.isInRange) high = BigInt(row.batch) - 1n;
    else low = middle;
  }
  // The event with the number may be in the middle of this batch.
  const [last] = await runner.run<{ batch: string }>(BATCH_AT, [storeId, String(low), time, number]);
  return last ? BigInt(last.batch) - 1n : low;
}
