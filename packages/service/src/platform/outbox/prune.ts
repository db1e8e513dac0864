import type { Db } from "../db.ts";

const KEEP_DAYS = 3;
const SLOTS = 8;

/** Empties the days that are over, once every reader is past them. Nobody writes there any more, so the lock is free. */
export async function pruneOutbox(db: Db): Promise<number> {
  return db.asWorker(async (tx) => {
    const [result] = await tx<{ emptied: number }>`
      select count(empty_outbox_slot(slot))::int as emptied
      from generate_series(0, ${SLOTS - 1}) as slot
      cross join lateral (
        select xid, id, created_at from outbox where outbox.slot = slot order by xid desc, id desc limit 1
      ) as newest
      where created_at < now() - make_interval(days => ${KEEP_DAYS})
        and not exists (select from outbox_readers r where (r.xid, r.id) < (newest.xid, newest.id))`;
    return result?.emptied ?? 0;
  });
}
