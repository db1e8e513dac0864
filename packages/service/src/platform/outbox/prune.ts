import type { Db } from "../db/db.ts";

const KEEP_DAYS = 3;
const SLOTS = 8;

/** Truncates the slots of past days that every reader has read. No transaction writes to them any more, so the lock is
 *  free. */
export async function pruneOutbox(db: Db): Promise<number> {
  return db.asWorker(async (tx) => {
    const finished = await tx<{ slot: number }>`
      select slots.slot
      from generate_series(0, ${SLOTS - 1}) as slots (slot)
      cross join lateral (
        select xid, id, created_at from outbox where outbox.slot = slots.slot order by xid desc, id desc limit 1
      ) as newest
      where slots.slot <> outbox_slot(now()) and created_at < now() - make_interval(days => ${KEEP_DAYS})
        and not exists (select from outbox_readers r where (r.xid, r.id) < (newest.xid, newest.id))`;
    // One by one, because Postgres cannot truncate a table that the same statement reads.
    for (const { slot } of finished) await tx`select empty_outbox_slot(${slot})`;
    return finished.length;
  });
}
