import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, ShopperId, SubscriptionId, VariantId } from "../../../platform/ids.ts";

export type OfPlan = { readonly subscriptionId: SubscriptionId; readonly planId: PlanId; readonly slot: number };

type Sought = { readonly id: SubscriptionId; readonly variantId: VariantId; readonly topic: string };

/** Each subscription with every plan that there was for its variant and topic. */
export const findPlansOf = (tx: StoreTx, subscriptions: readonly Sought[]) => tx<OfPlan>`
  select sought.id as "subscriptionId", p.id as "planId", p.slot
  from unnest(${subscriptions.map((one) => one.id)}::bigint[], ${subscriptions.map((one) => one.variantId)}::bigint[],
    ${subscriptions.map((one) => one.topic)}::text[]) as sought (id, variant_id, topic)
  cross join lateral (
    select p.id, p.slot from plans p
    where p.store_id = ${tx.storeId} and p.variant_id = sought.variant_id and p.topic = sought.topic
    offset 0
  ) as p`;

const keysOf = (pairs: readonly OfPlan[]) =>
  [pairs.map((one) => one.slot), pairs.map((one) => one.planId), pairs.map((one) => one.subscriptionId)] as const;

export function deleteDeliveriesOf(tx: StoreTx, pairs: readonly OfPlan[]) {
  const [slots, plans, subscriptions] = keysOf(pairs);
  return tx`
    delete from deliveries d
    using unnest(${slots}::smallint[], ${plans}::bigint[], ${subscriptions}::bigint[]) as gone (slot, plan_id, subscription_id)
    where d.store_id = ${tx.storeId} and d.slot = gone.slot and d.plan_id = gone.plan_id and d.subscription_id = gone.subscription_id`;
}

export function deleteOffersOf(tx: StoreTx, pairs: readonly OfPlan[]) {
  const [, plans, subscriptions] = keysOf(pairs);
  return tx`
    delete from offers o using unnest(${plans}::bigint[], ${subscriptions}::bigint[]) as gone (plan_id, subscription_id)
    where o.store_id = ${tx.storeId} and o.plan_id = gone.plan_id and o.subscription_id = gone.subscription_id`;
}

export const deleteClicksOf = (tx: StoreTx, subscriptionIds: readonly SubscriptionId[]) => tx`
  delete from clicks where store_id = ${tx.storeId} and subscription_id = any(${subscriptionIds}::bigint[])`;

type Row = { readonly record: object };

export const selectClicksOf = (tx: StoreTx, subscriptionIds: readonly SubscriptionId[]) => tx<Row>`
  select to_jsonb(c) - 'store_id' as record from clicks c
  where store_id = ${tx.storeId} and subscription_id = any(${subscriptionIds}::bigint[]) order by at`;

type Buyer = { readonly hashes: readonly string[]; readonly shopperIds: readonly ShopperId[] };

/** Each order with its lines. */
export const selectOrdersOf = (tx: StoreTx, { hashes, shopperIds }: Buyer, after: string, limit: number) => tx<
  Row & { key: string }
>`
  select o.id as key, to_jsonb(o) - 'store_id' || jsonb_build_object('lines', (
    select coalesce(jsonb_agg(to_jsonb(l) - 'store_id' - 'order_id' order by l.variant_id), '[]') from order_lines l
    where l.store_id = o.store_id and l.order_id = o.id
  )) as record
  from orders o
  where o.store_id = ${tx.storeId} and (o.address_hash = any(${hashes}::uuid[]) or o.shopper_id = any(${shopperIds}::bigint[]))
    and o.id > ${after}
  order by o.id limit ${limit}`;

/** Deletes up to `limit` orders of a person with their lines, and returns how many. */
export async function deleteOrdersOf(tx: StoreTx, { hashes, shopperIds }: Buyer, limit: number): Promise<number> {
  const orders = await tx<{ id: string }>`
    select id from orders
    where store_id = ${tx.storeId} and (address_hash = any(${hashes}::uuid[]) or shopper_id = any(${shopperIds}::bigint[]))
    order by id limit ${limit} for update`;
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx`delete from order_lines where store_id = ${tx.storeId} and order_id = any(${ids}::text[])`;
  await tx`delete from orders where store_id = ${tx.storeId} and id = any(${ids}::text[])`;
  return ids.length;
}

export function selectDeliveriesOf(tx: StoreTx, pairs: readonly OfPlan[]) {
  const [slots, plans, subscriptions] = keysOf(pairs);
  return tx<Row>`
    select to_jsonb(d) - 'store_id' - 'slot' as record
    from unnest(${slots}::smallint[], ${plans}::bigint[], ${subscriptions}::bigint[]) as sought (slot, plan_id, subscription_id)
    join deliveries d on d.store_id = ${tx.storeId} and d.slot = sought.slot and d.plan_id = sought.plan_id and d.subscription_id = sought.subscription_id
    order by d.at`;
}

export function selectOffersOf(tx: StoreTx, pairs: readonly OfPlan[]) {
  const [, plans, subscriptions] = keysOf(pairs);
  return tx<Row>`
    select to_jsonb(o) - 'store_id' as record
    from unnest(${plans}::bigint[], ${subscriptions}::bigint[]) as sought (plan_id, subscription_id)
    join offers o on o.store_id = ${tx.storeId} and o.plan_id = sought.plan_id and o.subscription_id = sought.subscription_id
    order by o.plan_id, o.subscription_id`;
}

export function selectLastDeliveries(tx: StoreTx, pairs: readonly OfPlan[]) {
  const [slots, plans, subscriptions] = keysOf(pairs);
  return tx<{ id: SubscriptionId; at: Date }>`
    select d.subscription_id as id, max(d.at) as at
    from unnest(${slots}::smallint[], ${plans}::bigint[], ${subscriptions}::bigint[]) as sought (slot, plan_id, subscription_id)
    join deliveries d on d.store_id = ${tx.storeId} and d.slot = sought.slot and d.plan_id = sought.plan_id and d.subscription_id = sought.subscription_id
    group by d.subscription_id`;
}
