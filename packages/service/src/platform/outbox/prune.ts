import type { Db } from "../db/db.ts";

const KEEP_DAYS = 3;
const SLOTS = 8;

/** Truncates the slots of past days that all of these readers have read. The lock is free: no transaction writes to them any
 *  more. The slot with the newest batch stays, because the next batch begins where it ends. */
export const createPruneOutbox =
  (readers: readonly string[]) =>
  (db: Db): Promise<number> =>
    db.asWorker(async (tx) => {
      const finished = await tx<{ slot: number }>`
      with read as (
        select coalesce(min(batch), -1) as batch from outbox_positions where reader = any(${readers})
      ), seen as (
        select snapshot from outbox_batches, read where outbox_batches.batch <= read.batch and ends_snapshot
        order by outbox_batches.batch desc limit 1
      )
      select slots.slot
      from generate_series(0, ${SLOTS - 1}) as slots (slot)
      cross join read
      left join lateral (
        select created_at from outbox where outbox.slot = slots.slot order by xid desc, id desc limit 1
      ) as event on true
      left join lateral (
        select created_at, batch from outbox_batches b where b.slot = slots.slot order by batch desc limit 1
      ) as last on true
      where slots.slot <> outbox_slot(now())
        and greatest(event.created_at, last.created_at) < now() - make_interval(days => ${KEEP_DAYS})
        and not exists (
          select from outbox, seen where outbox.slot = slots.slot and xid >= pg_snapshot_xmin(seen.snapshot)
            and not pg_visible_in_snapshot(xid, seen.snapshot)
            and xid < pg_snapshot_xmax(pg_current_snapshot()) -- a higher number is of the cluster it was restored from
        )
        and (last.batch is null or last.batch <= read.batch)
        and last.batch is distinct from (select max(batch) from outbox_batches)`;
      // One by one, because Postgres cannot truncate a table that the same statement reads.
      for (const { slot } of finished) await tx`select empty_outbox_slot(${slot})`;
      return finished.length;
    });
