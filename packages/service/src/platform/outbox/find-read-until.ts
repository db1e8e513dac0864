import type { StoreTx } from "../db/db.ts";
import { partitionOf } from "./reader.ts";

/** Up to when a reader has handled the events of the store: until now, unless a batch waits, an event of the store is parked
 *  or no worker is running. Null when the reader has never run. */
export async function findReadUntil(tx: StoreTx, reader: string): Promise<Date | null> {
  const [row] = await tx<{ until: Date }>`
    select least(
      (select min(parked.created_at) from outbox_parked parked where parked.reader = p.reader and parked.store_id = ${tx.storeId}),
      coalesce(
        (select b.created_at from outbox_batches b where b.batch > p.batch order by b.batch limit 1),
        (select least(now(), max(w.until)) from outbox_workers w having count(*) > 0),
        (select b.created_at from outbox_batches b order by b.batch desc limit 1)
      )
    ) as until
    from outbox_positions p where p.reader = ${reader} and p.partition = ${partitionOf(tx)}`;
  return row?.until ?? null;
}
