import type { StoreTx } from "../../../platform/db/db.ts";
import { literal } from "../../../platform/db/fragment.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { DELIVERY_STATES } from "../delivery/delivery.ts";
import { PLAN_STATES } from "../plans/plan.ts";

const OPEN = literal(PLAN_STATES.open);
const HELD = literal(PLAN_STATES.held);
const SENT = literal(DELIVERY_STATES.sent);

export const insertBrake = (tx: StoreTx, reason: string) => tx`
  insert into brakes (store_id, reason) values (${tx.storeId}, ${reason}) on conflict (store_id) do nothing`;

export const deleteBrake = (tx: StoreTx) => tx<{ reason: string }>`
  delete from brakes where store_id = ${tx.storeId} returning reason`;

export const pauseOpenPlans = (tx: StoreTx, reason: string) => tx`
  update plans set state = ${HELD}, next_at = null, reason = ${reason} where store_id = ${tx.storeId} and state = ${OPEN}`;

/** Resumes the plans that were paused for this reason. Plans that the merchant paused stay paused. */
export const resumePlans = (tx: StoreTx, reason: string) => tx<{ id: PlanId }>`
  update plans set state = ${OPEN}, next_at = now(), reason = null
  where store_id = ${tx.storeId} and state = ${HELD} and reason = ${reason} returning id`;

/** Counts the alerts sent in the last days. To be fast, it reads only plans with a wave in the last 30 days. */
export async function countSent(tx: StoreTx, days: number): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(*)::int as count from deliveries
    where store_id = ${tx.storeId} and state = ${SENT} and at > now() - make_interval(days => ${days})
      and plan_id in (select plan_id from waves where store_id = ${tx.storeId} and begun_at > now() - interval '30 days')`;
  return row?.count ?? 0;
}
