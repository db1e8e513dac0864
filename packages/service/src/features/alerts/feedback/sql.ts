import type { StoreTx, SystemTx } from "../../../platform/db/db.ts";

export const insertBrake = (tx: StoreTx, reason: string) => tx`
  insert into brakes (store_id, reason) values (${tx.storeId}, ${reason}) on conflict (store_id) do nothing`;

export const deleteBrake = (tx: StoreTx) => tx<{ reason: string }>`
  delete from brakes where store_id = ${tx.storeId} returning reason`;

/** Counts the alerts of today and of this many days before it (UTC), so at least those of the last `days` times 24 hours. */
export async function countSent(tx: StoreTx, days: number): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select coalesce(sum(sent), 0)::int as count from sent_counts
    where store_id = ${tx.storeId} and day >= (now() at time zone 'UTC')::date - ${days}::int`;
  return row?.count ?? 0;
}

export const addSent = (tx: StoreTx, count: number) => tx`
  insert into sent_counts as c (store_id, day, sent) values (${tx.storeId}, (now() at time zone 'UTC')::date, ${count})
  on conflict (store_id, day) do update set sent = c.sent + excluded.sent`;

export const deleteOldSentCounts = (tx: SystemTx, days: number) => tx`
  delete from sent_counts where day < (now() at time zone 'UTC')::date - ${days}::int`;
