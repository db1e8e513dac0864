import type { Runner, Statement, StoreTx } from "../../../platform/db/db.ts";
import { literal } from "../../../platform/db/fragment.ts";
import type { PlanId, StoreId, VariantId } from "../../../platform/ids.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import { FIRST_ENDED_OFFER } from "../offers/offer.ts";
import { PLAN_CAUSES, PLAN_STATES, type Plan } from "../plans/plan.ts";

const OPEN = literal(PLAN_STATES.open);
const DONE = literal(PLAN_STATES.done);
const EVENT = literal(PLAN_CAUSES.event);
const MERCHANT = literal(PLAN_CAUSES.merchant);
const OFFER_ENDED = literal(FIRST_ENDED_OFFER);

export type PlanKey = Pick<Plan, "variantId" | "topic" | "number">;
export type NewPlan = PlanKey &
  Pick<Plan, "cause" | "seed" | "policy"> & { readonly state: "open" | "held"; readonly keepDays: number };

// Postgres makes the plans of these statements while the tables are small. `exists` and plain joins would then read all
// people or plans of the store, so each row looks up its own.

/** Inserts one plan for each variant, topic and number, however often it is called; none where no one waits. A shopper with
 *  an offer of an earlier restock counts too: if they decline it, they wait for this one. In the order of the unique index,
 *  so that two calls with the same plans cannot deadlock. */
export const insertPlans = (tx: StoreTx, plans: readonly NewPlan[]) => tx<{
  id: PlanId;
  variantId: VariantId;
  topic: string;
  cause: number;
  number: number;
}>`
  insert into plans (id, store_id, variant_id, topic, cause, number, seed, policy, state, next_at, keep_until)
  select new_id(${tx.storeId}), ${tx.storeId}, variant_id, topic, cause, number, seed, policy, state, now(), now() + make_interval(days => keep_days)
  from unnest(${plans.map((plan) => plan.variantId)}::bigint[], ${plans.map((plan) => plan.topic)}::text[],
    ${plans.map((plan) => plan.number)}::int[], ${plans.map((plan) => plan.seed)}::text[],
    ${plans.map((plan) => JSON.stringify(plan.policy))}::jsonb[], ${plans.map((plan) => PLAN_STATES[plan.state])}::smallint[],
    ${plans.map((plan) => sharesUnits(plan.topic))}::boolean[], ${plans.map((plan) => PLAN_CAUSES[plan.cause])}::smallint[],
    ${plans.map((plan) => plan.keepDays)}::int[])
    as made (variant_id, topic, number, seed, policy, state, shares_units, cause, keep_days)
  where coalesce((
    select true from waiting w
    where w.store_id = ${tx.storeId} and w.variant_id = made.variant_id and w.topic = made.topic limit 1
  ), (
    select true from offers o
    where shares_units and o.store_id = ${tx.storeId} and o.variant_id = made.variant_id and o.state < ${OFFER_ENDED} limit 1
  ), false)
  order by variant_id, topic, number
  on conflict (store_id, variant_id, topic, cause, number) do nothing
  returning id, variant_id as "variantId", topic, cause, number`;

/** The next number for a plan that the merchant starts. Calls for the same variant and topic wait for each other. */
export async function getNextNumber(tx: StoreTx, variantId: VariantId, topic: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended('plans:' || ${tx.storeId}::text || ':' || ${variantId}::text || ':' || ${topic}::text, 0))`;
  const [row] = await tx<{ number: number }>`
    select coalesce(max(number), 0) + 1 as number from plans
    where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic} and cause = ${MERCHANT}`;
  return row?.number ?? 1;
}

/** Makes the next wave of these plans due now, because more units came. Also reopens plans that are done. */
export const rerunPlans = (tx: StoreTx, plans: readonly PlanKey[]) => tx`
  with locked as materialized (
    select p.id from (
      select * from unnest(${plans.map((plan) => plan.variantId)}::bigint[], ${plans.map((plan) => plan.topic)}::text[],
        ${plans.map((plan) => plan.number)}::int[]) as sought (variant_id, topic, number)
      order by variant_id, topic, number
    ) as sought cross join lateral (
      select p.id from plans p
      where p.store_id = ${tx.storeId} and p.variant_id = sought.variant_id and p.topic = sought.topic
        and p.cause = ${EVENT} and p.number = sought.number and p.state in (${OPEN}, ${DONE})
      for update
    ) as p
  )
  update plans set next_at = now(), state = case state when ${DONE} then ${OPEN} else state end
  where store_id = ${tx.storeId} and id = any(array(select id from locked))`;

type PlanOfStore = PlanKey & { readonly storeId: StoreId };

const FIND_RUNNING: Statement = {
  name: "running-plans",
  text: `select p.store_id as "storeId", p.variant_id as "variantId", p.topic, p.number
    from unnest($1::int[], $2::bigint[], $3::text[], $4::int[]) as sought (store_id, variant_id, topic, number)
    cross join lateral (
      select * from plans p
      where p.store_id = sought.store_id and p.variant_id = sought.variant_id and p.topic = sought.topic
        and p.cause = ${EVENT.text} and p.number = sought.number and p.state in (${OPEN.text}, ${DONE.text})
      limit 1
    ) as p`,
};
/** Which of these plans exist and are neither paused nor cancelled. */
export const findRunning = (runner: Runner, plans: readonly PlanOfStore[]) =>
  runner.run<PlanOfStore>(FIND_RUNNING, [
    plans.map((plan) => plan.storeId),
    plans.map((plan) => plan.variantId),
    plans.map((plan) => plan.topic),
    plans.map((plan) => plan.number),
  ]);
