import type { StoreTx, SystemTx } from "../../../platform/db/db.ts";
import type { PlanId, SubscriptionId } from "../../../platform/ids.ts";

export type Alert = { readonly planId: PlanId; readonly subscriptionId: SubscriptionId };

/** Returns whether it is the first click of the person on the alert. */
export async function insertClick(tx: StoreTx, { planId, subscriptionId }: Alert): Promise<boolean> {
  const inserted = await tx<{ isNew: boolean }>`
    insert into clicks (store_id, subscription_id, plan_id) values (${tx.storeId}, ${subscriptionId}, ${planId})
    on conflict do nothing returning true as "isNew"`;
  return inserted.length > 0;
}

export type ClickRow = Alert & { readonly at: Date };

/** All clicks of these subscriptions. */
export const selectClicks = (tx: StoreTx, ids: readonly SubscriptionId[]) => tx<ClickRow>`
  select c.subscription_id as "subscriptionId", c.plan_id as "planId", c.at
  from unnest(${ids}::bigint[]) as sought (id)
  cross join lateral (
    select subscription_id, plan_id, at from clicks c where c.store_id = ${tx.storeId} and c.subscription_id = sought.id offset 0
  ) as c`;

/** Deletes a page of those that are kept no longer: row-level security shows the worker only those. */
export async function deleteOldClicks(tx: SystemTx, limit: number): Promise<number> {
  const [deleted] = await tx<{ count: number }>`
    with page as (
      select store_id, subscription_id, plan_id from clicks where at < now() - interval '400 days' limit ${limit}
    ), deleted as (
      delete from clicks c using page p
      where c.store_id = p.store_id and c.subscription_id = p.subscription_id and c.plan_id = p.plan_id returning 1
    ) select count(*)::int as count from deleted`;
  return deleted?.count ?? 0;
}
