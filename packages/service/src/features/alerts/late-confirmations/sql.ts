import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { WAITING } from "../../subscriptions/state.ts";
import type { Plan } from "../plans/plan.ts";

/** Whether someone who signed up before this person is not selected yet. Someone who declined the plan's offer waits for
 *  the next restock, so they are not ahead. */
export async function isSomeoneAhead(
  tx: StoreTx,
  { id, variantId, topic }: Pick<Plan, "id" | "variantId" | "topic">,
  subscriptionId: SubscriptionId,
): Promise<boolean> {
  const [row] = await tx<{ isAhead: boolean }>`
    select exists (
      select from subscriptions s join subscriptions own on own.store_id = s.store_id and own.id = ${subscriptionId}
      where s.store_id = ${tx.storeId} and s.variant_id = ${variantId} and s.topic = ${topic} and s.state = ${WAITING}
        and (s.signed_up_at, s.id) < (own.signed_up_at, own.id)
        and s.id not in (select unnest(c.subscription_ids) from chunks c where c.store_id = ${tx.storeId} and c.plan_id = ${id})
        and not exists (select from deliveries d where d.plan_id = ${id} and d.subscription_id = s.id)
    ) as "isAhead"`;
  return row?.isAhead ?? false;
}

/** Selects one person for a plan, unless they are selected already, and reserves `units` for them if the plan makes
 *  offers. Their chunk belongs to no wave: its wave is 0. The caller has locked the plan. */
export const selectOne = (
  tx: StoreTx,
  { id: planId, variantId, policy }: Plan,
  one: { readonly id: SubscriptionId; readonly quantity: number; readonly units: number },
  turn: string,
) => tx`
  with cut as (
    insert into chunks (store_id, plan_id, wave, nth, turn, subscription_ids)
    select ${tx.storeId}, ${planId}, 0, coalesce(max(c.nth) + 1, 0), ${turn}, array[${one.id}::bigint]
    from chunks c where c.store_id = ${tx.storeId} and c.plan_id = ${planId} and c.wave = 0
    having not exists (
      select from chunks o where o.store_id = ${tx.storeId} and o.plan_id = ${planId} and ${one.id} = any(o.subscription_ids)
    ) and not exists (select from deliveries d where d.plan_id = ${planId} and d.subscription_id = ${one.id})
    returning plan_id
  ), offered as (
    insert into offers (store_id, plan_id, subscription_id, variant_id, units)
    select ${tx.storeId}, plan_id, ${one.id}, ${variantId}, ${one.units} from cut where ${policy.offer !== undefined}::boolean
  )
  update plans set told = told + ${one.quantity} from cut where plans.store_id = ${tx.storeId} and plans.id = cut.plan_id`;
