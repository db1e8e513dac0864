import type { StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { fragment, literal } from "../../../platform/db/fragment.ts";
import type { PlanId, StoreId, VariantId } from "../../../platform/ids.ts";
import { PLAN_STATES } from "../plans/plan.ts";

const DONE = literal(PLAN_STATES.done);

export type OldPlan = { readonly storeId: StoreId; readonly id: PlanId; readonly slot: number };

/** Plans that are over and are kept no longer. `isSlotOver`: no plan of the same part of the deliveries is kept. */
export const findOldPlans = (tx: SystemTx, limit: number) => tx<OldPlan & { isSlotOver: boolean }>`
  select store_id as "storeId", id, slot,
    not exists (select from plans kept where kept.slot = p.slot and kept.keep_until > now()) as "isSlotOver"
  from plans p where state >= ${DONE} and keep_until <= now() order by keep_until limit ${limit}`;

/** Empties a part of the deliveries, which takes no longer the more rows it has. */
export const truncateSlot = (tx: SystemTx, slot: number) =>
  tx`truncate ${fragment(`deliveries_${literal(slot).text}`)}`;

/** Deletes a page of a plan's deliveries, and returns how many. */
export async function deleteDeliveries(
  tx: StoreTx,
  { id, slot }: Pick<OldPlan, "id" | "slot">,
  limit: number,
): Promise<number> {
  const [deleted] = await tx<{ count: number }>`
    with page as (
      select subscription_id from deliveries
      where store_id = ${tx.storeId} and slot = ${slot} and plan_id = ${id} order by subscription_id limit ${limit}
    ), deleted as (
      delete from deliveries
      where store_id = ${tx.storeId} and slot = ${slot} and plan_id = ${id} and subscription_id = any(array(select subscription_id from page))
      returning 1
    ) select count(*)::int as count from deleted`;
  return deleted?.count ?? 0;
}

export async function deletePlan(tx: StoreTx, id: PlanId) {
  await tx`delete from plan_log where store_id = ${tx.storeId} and plan_id = ${id}`;
  await tx`delete from offers where store_id = ${tx.storeId} and plan_id = ${id}`;
  await tx`delete from chunks where store_id = ${tx.storeId} and plan_id = ${id}`;
  await tx`delete from delivery_batches where store_id = ${tx.storeId} and plan_id = ${id}`;
  await tx`delete from waves where store_id = ${tx.storeId} and plan_id = ${id}`;
  const [deleted] = await tx<{ variantId: VariantId; topic: string; number: number; cause: number }>`
    delete from plans where store_id = ${tx.storeId} and id = ${id} returning variant_id as "variantId", topic, number, cause`;
  return deleted;
}
