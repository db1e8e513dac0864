import type { Sql, StoreTx } from "../../../platform/db/db.ts";
import { literal } from "../../../platform/db/fragment.ts";
import type { PlanId, SubscriptionId } from "../../../platform/ids.ts";
import { PLAN_STATES } from "../plans/plan.ts";
import { type Chunk, DELIVERY_STATES, type DeliveryOutcome, deliveryStateName } from "./delivery.ts";

const HELD = literal(PLAN_STATES.held);
const BEGUN = literal(DELIVERY_STATES.begun);

// Chunks

/** The worker renews the lease after every batch. It is longer than a provider may take for one batch. */
const LEASE_SECONDS = 30;

/** Leases the chunk with the lowest turn of all stores. When a lease has expired, by the database's clock, another worker
 *  may lease the chunk. */
export async function leaseChunk(sql: Sql): Promise<Chunk | undefined> {
  const [row] = await sql<Chunk>`
    update chunks set leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), tries = tries + 1
    where (store_id, plan_id, wave, nth) = (
      select c.store_id, c.plan_id, c.wave, c.nth from chunks c
      where c.leased_until <= now()
        and exists (select from plans p where p.store_id = c.store_id and p.id = c.plan_id and p.state <> ${HELD})
      order by c.turn, c.plan_id, c.nth limit 1 for update of c skip locked
    )
    returning store_id as "storeId", plan_id as "planId", wave, nth, tries, subscription_ids as "subscriptionIds"`;
  return row;
}

type ChunkKey = Pick<Chunk, "planId" | "wave" | "nth">;

export const renewLease = (tx: StoreTx, { planId, wave, nth }: ChunkKey) => tx`
  update chunks set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
  where store_id = ${tx.storeId} and plan_id = ${planId} and wave = ${wave} and nth = ${nth}`;

export const deleteChunk = (tx: StoreTx, { planId, wave, nth }: ChunkKey) => tx`
  delete from chunks where store_id = ${tx.storeId} and plan_id = ${planId} and wave = ${wave} and nth = ${nth}`;

/** Keeps the chunk for the people in `left`. `isCounted`: whether this was one of the attempts that a message gets. */
export const postponeChunk = (
  tx: StoreTx,
  { planId, wave, nth }: ChunkKey,
  left: readonly SubscriptionId[],
  { seconds, isCounted }: { readonly seconds: number; readonly isCounted: boolean },
) => tx`
  update chunks set subscription_ids = ${left}::bigint[], leased_until = now() + make_interval(secs => ${seconds}),
    tries = greatest(tries - case when ${isCounted} then 0 else 1 end, 0)
  where store_id = ${tx.storeId} and plan_id = ${planId} and wave = ${wave} and nth = ${nth}`;

// Deliveries

/** The states of the deliveries that exist, by subscription. */
export async function findDeliveryStates(tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[]) {
  const rows = await tx<{ id: SubscriptionId; state: number }>`
    select subscription_id as id, state from deliveries
    where store_id = ${tx.storeId} and plan_id = ${planId} and subscription_id = any(${ids}::bigint[])`;
  return new Map(rows.map(({ id, state }) => [id, deliveryStateName(state)]));
}

/** Records messages right before they are sent. A row that is still "begun" after a crash is a message that may or may not
 *  have arrived. */
export const beginDeliveries = (tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[]) => tx`
  insert into deliveries (plan_id, subscription_id, store_id, state)
  select ${planId}, id, ${tx.storeId}, ${BEGUN} from unnest(${ids}::bigint[]) as begun (id) order by id
  on conflict (plan_id, subscription_id) do nothing`;

/** For messages that the provider did not accept, so that they can be sent again. */
export async function deleteBegun(tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    delete from deliveries
    where store_id = ${tx.storeId} and plan_id = ${planId} and subscription_id = any(${ids}::bigint[]) and state = ${BEGUN}`;
}

/** Stores how deliveries ended. A delivery that has ended already stays as it is. */
export const storeDeliveries = (
  tx: StoreTx,
  planId: PlanId,
  outcomes: readonly Pick<DeliveryOutcome, "id" | "state">[],
) => tx`
  insert into deliveries as d (plan_id, subscription_id, store_id, state)
  select ${planId}, id, ${tx.storeId}, state
  from unnest(${outcomes.map(({ id }) => id)}::bigint[], ${outcomes.map(({ state }) => DELIVERY_STATES[state])}::smallint[]) as ended (id, state)
  order by id
  on conflict (plan_id, subscription_id) do update set state = excluded.state, at = clock_timestamp(), tries = d.tries + 1
  where d.state = ${BEGUN}`;
