import { type BoundedCount, COUNT_LIMIT, toBounded } from "../../bounded-count.ts";
import type { StoreTx } from "../../db/db.ts";
import { literal } from "../../db/fragment.ts";
import { TRIES } from "./queue-mail.ts";

const TRIES_SQL = literal(TRIES);

/** How many of the store's queued messages are not sent yet, and since when the oldest waits. */
export async function findMailQueue(
  tx: StoreTx,
): Promise<{ readonly waiting: BoundedCount; readonly oldestAt: Date | null }> {
  const [row] = await tx<{ rows: number; oldestAt: Date | null }>`
    select
      (select count(*)::int from (
        select from mails where store_id = ${tx.storeId} and sent_at is null and attempts < ${TRIES_SQL} ${COUNT_LIMIT}) as counted) as rows,
      (select created_at from mails where store_id = ${tx.storeId} and sent_at is null and attempts < ${TRIES_SQL}
        order by created_at limit 1) as "oldestAt"`;
  return { waiting: toBounded(row?.rows ?? 0), oldestAt: row?.oldestAt ?? null };
}
