import type { StoreTx } from "../../../platform/db/db.ts";
import { literal } from "../../../platform/db/fragment.ts";
import type { PlanId, ShopperId, SubscriptionId } from "../../../platform/ids.ts";
import type { Alert } from "../../shoppers/privacy/person.ts";
import { CHUNK_STATES } from "../delivery/delivery.ts";

const LEASED = literal(CHUNK_STATES.leased);

export type OfPlan = { readonly subscriptionId: SubscriptionId; readonly planId: PlanId; readonly slot: number };

/** Each subscription with every plan that there was for its variant and topic. */
export const findPlansOf = (tx: StoreTx, subscriptions: readonly Alert[]) => tx<OfPlan>`
  select sought.id as "subscriptionId", p.id as "planId", p.slot
  from unnest(${subscriptions.map((one) => one.id)}::bigint[], ${subscriptions.map((one) => one.variantId)}::bigint[],
    ${subscriptions.map((one) => one.topic)}::text[]) as sought (id, variant_id, topic)
  cross join lateral (
    select p.id, p.slot from plans p
    where p.store_id = ${tx.storeId} and p.variant_id = sought.variant_id and p.topic = sought.topic
    offset 0
  ) as p`;

/** How many plans there were for each of these subscriptions. */
export const countPlansOf = (tx: StoreTx, subscriptions: readonly Alert[]) => tx<{
  id: SubscriptionId;
  plans: number;
}>`
  select sought.id, (
    select count(*)::int from plans p
    where p.store_id = ${tx.storeId} and p.variant_id = sought.variant_id and p.topic = sought.topic
  ) as plans
  from unnest(${subscriptions.map((one) => one.id)}::bigint[], ${subscriptions.map((one) => one.variantId)}::bigint[],
    ${subscriptions.map((one) => one.topic)}::text[]) as sought (id, variant_id, topic)`;

/** Those of these subscriptions that a plan may have recorded a delivery for since then: it recorded some, or is about to. */
export const findPlansSince = (tx: StoreTx, subscriptions: readonly Alert[], since: Date) => tx<OfPlan>`
  with active as materialized (
    select plan_id as id from delivery_batches where store_id = ${tx.storeId} and at >= ${since}
    union
    select plan_id from chunks where store_id = ${tx.storeId} and state = ${LEASED}
  )
  select sought.id as "subscriptionId", p.id as "planId", p.slot
  from active join plans p on p.store_id = ${tx.storeId} and p.id = active.id
  join unnest(${subscriptions.map((one) => one.id)}::bigint[], ${subscriptions.map((one) => one.variantId)}::bigint[],
    ${subscriptions.map((one) => one.topic)}::text[]) as sought (id, variant_id, topic)
    on sought.variant_id = p.variant_id and sought.topic = p.topic`;

const keysOf = (pairs: readonly OfPlan[]) =>
  [pairs.map((one) => one.slot), pairs.map((one) => one.planId), pairs.map((one) => one.subscriptionId)] as const;

export async function deleteDeliveriesOf(tx: StoreTx, pairs: readonly OfPlan[]): Promise<number> {
  const [slots, plans, subscriptions] = keysOf(pairs);
  const gone = await tx<{ done: boolean }>`
    delete from deliveries d
    using unnest(${slots}::smallint[], ${plans}::bigint[], ${subscriptions}::bigint[]) as gone (slot, plan_id, subscription_id)
    where d.store_id = ${tx.storeId} and d.slot = gone.slot and d.plan_id = gone.plan_id and d.subscription_id = gone.subscription_id
    returning true as done`;
  return gone.length;
}

export async function deleteOffersOf(tx: StoreTx, pairs: readonly OfPlan[]): Promise<number> {
  const [, plans, subscriptions] = keysOf(pairs);
  const gone = await tx<{ done: boolean }>`
    delete from offers o using unnest(${plans}::bigint[], ${subscriptions}::bigint[]) as gone (plan_id, subscription_id)
    where o.store_id = ${tx.storeId} and o.plan_id = gone.plan_id and o.subscription_id = gone.subscription_id
    returning true as done`;
  return gone.length;
}

export const deleteClicksOf = (tx: StoreTx, subscriptionIds: readonly SubscriptionId[]) => tx`
  delete from clicks where store_id = ${tx.storeId} and subscription_id = any(${subscriptionIds}::bigint[])`;

type Row = { readonly record: object };

export const selectClicksOf = (tx: StoreTx, subscriptionIds: readonly SubscriptionId[]) => tx<Row>`
  select to_jsonb(c) - 'store_id' as record from clicks c
  where store_id = ${tx.storeId} and subscription_id = any(${subscriptionIds}::bigint[]) order by at`;

type Buyer = {
  readonly hashes: readonly string[];
  readonly shopperIds: readonly ShopperId[];
  /** Of the orders of these addresses, only those reported before this time. */
  readonly until?: Date;
};

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

/** Those of these addresses that have an order which was reported since then. */
export const findOrderedSince = (tx: StoreTx, hashes: readonly string[], since: Date) => tx<{ addressHash: string }>`
  select distinct address_hash as "addressHash" from orders
  where store_id = ${tx.storeId} and address_hash = any(${hashes}::uuid[]) and reported_at > ${since}`;

/** Takes the buyer out of up to `limit` orders of these addresses, and returns how many. */
export async function unlinkOrdersOf(tx: StoreTx, hashes: readonly string[], limit: number): Promise<number> {
  const gone = await tx<{ id: string }>`
    update orders o set address_hash = null, shopper_id = null
    from (
      select id from orders where store_id = ${tx.storeId} and address_hash = any(${hashes}::uuid[])
      order by id limit ${limit} for update
    ) as found
    where o.store_id = ${tx.storeId} and o.id = found.id
    returning o.id`;
  return gone.length;
}

/** Deletes up to `limit` orders of a person with their lines, and returns how many. */
export async function deleteOrdersOf(
  tx: StoreTx,
  { hashes, shopperIds, until }: Buyer,
  limit: number,
): Promise<number> {
  const orders = await tx<{ id: string }>`
    select id from orders
    where store_id = ${tx.storeId} and (
      address_hash = any(${hashes}::uuid[]) and reported_at < ${until ?? "infinity"}::timestamptz or shopper_id = any(${shopperIds}::bigint[])
    )
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
