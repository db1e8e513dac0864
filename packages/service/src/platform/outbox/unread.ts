import { type Fragment, fragment, fragmentWith } from "../db/fragment.ts";
import { PARTITION_SQL } from "./reader.ts";

const COLUMNS = fragment("o.id, o.store_id, o.subject, o.payload, o.created_at");
const PARTITION = fragment(PARTITION_SQL.replaceAll("store_id", "e.store_id"));

/** A subquery of the events that a reader has not handled: id, store_id, subject, payload and created_at. What the reader
 *  wrote is seen by the same statement together with its position, so an event is either in the figures or here. Readers
 *  must be declared before. */
export const unreadBy = (reader: string): Fragment => fragmentWith`(
    with positions as materialized (
      select partition, batch, id from outbox_positions where reader = ${reader}
    ), newest as materialized (
      select snapshot from outbox_batches order by batch desc limit 1
    )
    select e.id, e.store_id, e.subject, e.payload, e.created_at
    from outbox_batches b
    cross join lateral (
      select ${COLUMNS} from outbox o
      where o.xid >= b.from_xid and o.xid <= b.to_xid and o.id >= b.first_id and o.id <= b.last_id
        and pg_visible_in_snapshot(o.xid, b.snapshot)
      union all
      select ${COLUMNS} from outbox o where o.xid = any(b.late) and o.id >= b.first_id and o.id <= b.last_id
    ) as e
    join positions p on p.partition = ${PARTITION}
    where b.batch > (select min(batch) from positions) and b.batch > p.batch and (b.batch > p.batch + 1 or e.id > p.id)
    union all -- those that are in no batch yet; a higher number is of the cluster that the database was restored from
    select ${COLUMNS} from outbox o, newest
    where o.xid >= pg_snapshot_xmin(newest.snapshot) and o.xid < pg_snapshot_xmax(pg_current_snapshot())
      and not pg_visible_in_snapshot(o.xid, newest.snapshot)
    union all
    select event_id, store_id, subject, payload, created_at from outbox_parked where reader = ${reader}
  )`;
