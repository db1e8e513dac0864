import type { StoreTx } from "../../../platform/db/db.ts";
import { literal } from "../../../platform/db/fragment.ts";
import { DELIVERY_STATES } from "../delivery/delivery.ts";

const SENT = literal(DELIVERY_STATES.sent);

export const insertBrake = (tx: StoreTx, reason: string) => tx`
  insert into brakes (store_id, reason) values (${tx.storeId}, ${reason}) on conflict (store_id) do nothing`;

export const deleteBrake = (tx: StoreTx) => tx<{ reason: string }>`
  delete from brakes where store_id = ${tx.storeId} returning reason`;

/** Counts the alerts sent in the last days. To be fast, it reads only plans with a wave in the last 30 days. */
export async function countSent(tx: StoreTx, days: number): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(*)::int as count from deliveries
    where store_id = ${tx.storeId} and state = ${SENT} and at > now() - make_interval(days => ${days})
      and plan_id in (select plan_id from waves where store_id = ${tx.storeId} and begun_at > now() - interval '30 days')`;
  return row?.count ?? 0;
}
