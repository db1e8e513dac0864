import type { Statement, StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { fragment, literal } from "../../../platform/db/fragment.ts";
import type { PlanId, StoreId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { OFFERED, WAITING } from "../../subscriptions/state.ts";
import { type DeliveryCounts, deliveryStateName } from "../delivery/delivery.ts";
import { FIRST_ENDED_OFFER, OFFER_STATES, type OfferCounts, offerStateName } from "../offers/offer.ts";
import { PLAN_STATES, type Plan, type PlanState, planStateName, type Wave } from "./plan.ts";
import { type AlertPolicy, type Allowance, unitsMaxOf } from "./policy.ts";

const OPEN = literal(PLAN_STATES.open);
const HELD = literal(PLAN_STATES.held);
const DONE = literal(PLAN_STATES.done);
const CHOSEN = literal(OFFER_STATES.chosen);
const OFFER_ENDED = literal(FIRST_ENDED_OFFER);

type PlanRow = Omit<Plan, "state"> & { readonly state: number };
const toPlan = ({ state, ...row }: PlanRow): Plan => ({ ...row, state: planStateName(state) });

const PLAN =
  fragment(`id, variant_id as "variantId", topic, number, state, reason, told as "unitsSelected", waves, seed, policy,
  created_at as "createdAt", next_at as "nextAt", coalesce(state = ${OPEN.text} and next_at <= now(), false) as "isDue"`);

export async function lockPlan(tx: StoreTx, id: PlanId) {
  const [row] = await tx<PlanRow>`select ${PLAN} from plans where store_id = ${tx.storeId} and id = ${id} for update`;
  return row && toPlan(row);
}

export async function lockPlanOfNumber(tx: StoreTx, plan: Pick<Plan, "variantId" | "topic" | "number">) {
  const [row] = await tx<PlanRow>`
    select ${PLAN} from plans where store_id = ${tx.storeId} and variant_id = ${plan.variantId} and topic = ${plan.topic} and number = ${plan.number} for update`;
  return row && toPlan(row);
}

export async function findPlans(tx: StoreTx, variantId: VariantId, limit: number): Promise<Plan[]> {
  const rows = await tx<PlanRow>`
    select ${PLAN} from plans where store_id = ${tx.storeId} and variant_id = ${variantId} order by created_at desc, id desc limit ${limit}`;
  return rows.map(toPlan);
}

/** The plan as delivery needs it, with the reason when complaints stopped the store's alerts. */
export async function findPlanProgress(tx: StoreTx, id: PlanId) {
  const [row] = await tx<
    Pick<PlanRow, "state" | "reason" | "variantId" | "number" | "policy"> & { brake: string | null }
  >`
    select state, reason, variant_id as "variantId", number, policy,
      (select b.reason from brakes b where b.store_id = ${tx.storeId}) as brake
    from plans where store_id = ${tx.storeId} and id = ${id}`;
  return row && { ...row, state: planStateName(row.state) };
}

/** Makes the plans of the last restock run again, one for each variant and topic, unless they are paused or cancelled. */
export const rerunLastPlans = (
  tx: StoreTx,
  variantIds: readonly VariantId[],
  topics: readonly string[],
  inSeconds: number,
) => tx`
  with locked as materialized (
    select p.id from (
      select variant_id, topic from unnest(${variantIds}::bigint[]) as freed (variant_id) cross join unnest(${topics}::text[]) as shared (topic)
      order by variant_id, topic
    ) as freed cross join lateral (
      select p.id from plans p
      where p.store_id = ${tx.storeId} and p.variant_id = freed.variant_id and p.topic = freed.topic and p.state in (${OPEN}, ${DONE}) and p.number = (
        select max(l.number) from plans l where l.store_id = ${tx.storeId} and l.variant_id = freed.variant_id and l.topic = freed.topic
      ) for update
    ) as p
  )
  update plans set state = ${OPEN},
    next_at = case state when ${OPEN} then least(next_at, now() + make_interval(secs => ${inSeconds}))
      else now() + make_interval(secs => ${inSeconds}) end
  where store_id = ${tx.storeId} and id = any(array(select id from locked))`;

/** `inSeconds`: when the next wave is due; null when there is none. */
export const setPlanState = (tx: StoreTx, id: PlanId, state: PlanState, inSeconds: number | null) => tx`
  update plans set state = ${PLAN_STATES[state]}, reason = null, next_at = now() + make_interval(secs => ${inSeconds})
  where store_id = ${tx.storeId} and id = ${id}`;

export const setPlanReason = (tx: StoreTx, id: PlanId, reason: string | null) => tx`
  update plans set reason = ${reason} where store_id = ${tx.storeId} and id = ${id}`;

export const pausePlan = (tx: StoreTx, id: PlanId, reason: string) => tx`
  update plans set state = ${HELD}, next_at = null, reason = ${reason}
  where store_id = ${tx.storeId} and id = ${id} and state in (${OPEN}, ${DONE})`;

export const pauseOpenPlans = (tx: StoreTx, reason: string) => tx`
  update plans set state = ${HELD}, next_at = null, reason = ${reason} where store_id = ${tx.storeId} and state = ${OPEN}`;

export const resumePausedPlans = (tx: StoreTx, reason: string) => tx<{ id: PlanId }>`
  update plans set state = ${OPEN}, next_at = now(), reason = null
  where store_id = ${tx.storeId} and state = ${HELD} and reason = ${reason} returning id`;

export const findDuePlans = (tx: SystemTx) => tx<{ storeId: StoreId; id: PlanId }>`
  select store_id as "storeId", id from plans where state = ${OPEN} and next_at <= now() order by next_at limit 100`;

// Waves

const CHUNK_SIZE = 500;
const NO_LIMIT = 2_147_483_647;
/** People that one statement selects at most, so that a line of millions stays within the statement timeout. */
export const SELECTED_MAX = 50_000;

/** Whether a price drop concerns a shopper: they signed up at a higher price, have its currency, and want no lower target
 *  price. */
const PRICE_FITS = `(
        $8::numeric <= coalesce(s.target, $8)
        and $8 < coalesce((
          select p.price from prices p where p.store_id = s.store_id and p.variant_id = s.variant_id and p.currency = $7 and p.seen_at <= s.signed_up_at
          order by p.seen_at desc limit 1
        ), $9::numeric)
        and exists (select from contacts c where c.store_id = s.store_id and c.id = s.contact_id and coalesce(c.currency, $7) = $7)
      )`;

/** The people who are next, with running sums. The caller selects people while at least one unit is left, even when they
 *  want more, so that no shopper blocks the line. $10 is the plan if it makes offers: a person gets only one offer per plan.
 *  $11 is the plan, or null for a preview: people in its chunks are selected already. $12: units a person counts as at most. */
const line = (order: string) => `
    select id, quantity, row_number() over (order by ${order}) as nth, sum(quantity) over (order by ${order}) as so_far
    from (
      select s.id, least(s.quantity, $12::int) as quantity, s.signed_up_at from subscriptions s
      where s.store_id = $1 and s.variant_id = $2 and s.topic = $3 and s.state = ${WAITING.text} and ($7::text is null or ${PRICE_FITS})
        and ($10::bigint is null or not exists (select from deliveries d where d.plan_id = $10 and d.subscription_id = s.id))
        and s.id not in (select unnest(c.subscription_ids) from chunks c where c.store_id = $1 and c.plan_id = $11)
      order by ${order} limit $4
    ) as waiting`;
const ORDERS = {
  oldest: "signed_up_at, id",
  newest: "signed_up_at desc, id desc",
  drawn: "md5($6 || id::text), id", // the same seed draws the same people
} as const;

// `$6::text is not null` is always true: Postgres needs to see the type of every parameter.
const cut = (order: AlertPolicy["order"]): Statement => ({
  name: `cut-${order}`,
  text: `with chosen as (select * from (${line(ORDERS[order])}) as line where so_far - quantity < $5), cut as (
      insert into chunks (store_id, plan_id, wave, nth, turn, subscription_ids)
      select $1, $11, $13, (nth - 1) / ${CHUNK_SIZE}, $14::bigint + (nth - 1) / ${CHUNK_SIZE}, array_agg(id order by nth)
      from chosen where $6::text is not null group by (nth - 1) / ${CHUNK_SIZE}
    ), offered as ( -- the last one may want more than there is: the units that are left are reserved
      insert into offers (store_id, plan_id, subscription_id, variant_id, units)
      select $1, $11, id, $2, least(quantity, $5 - so_far + quantity) from chosen where $10::bigint is not null
    ) select count(*)::int as people, coalesce(sum(quantity), 0)::int as units from chosen`,
});
const CUT = { oldest: cut("oldest"), newest: cut("newest"), drawn: cut("drawn") };

const priceOf = ({ price }: AlertPolicy) => [price?.currency ?? null, price?.to ?? null, price?.from ?? null];

export type Selected = { readonly people: number; readonly units: number };

/** Selects the people who are next and divides them into chunks. `turn` is the turn of the first chunk. */
export async function cutChunks(
  tx: StoreTx,
  plan: Plan,
  { people = NO_LIMIT, units = NO_LIMIT }: Allowance,
  turn: string,
): Promise<Selected> {
  const [selected] = await tx.run<Selected>(CUT[plan.policy.order], [
    tx.storeId,
    plan.variantId,
    plan.topic,
    Math.min(people, units, SELECTED_MAX),
    units,
    plan.seed,
    ...priceOf(plan.policy),
    plan.policy.offer ? plan.id : null,
    plan.id,
    unitsMaxOf(plan.policy),
    plan.waves + 1,
    turn,
  ]);
  return selected ?? { people: 0, units: 0 };
}

const preview = (order: AlertPolicy["order"]): Statement => ({
  name: `preview-${order}`,
  text: `select id::text, quantity::int, nth::int as place, count(*) over ()::int as count from (${line(ORDERS[order])}) as line
    where so_far - quantity < $5 and $6::text is not null order by nth limit $13`,
});
const PREVIEW = { oldest: preview("oldest"), newest: preview("newest"), drawn: preview("drawn") };

type NextInLine = { readonly id: SubscriptionId; readonly quantity: number; readonly place: number };

/** How many people `cutChunks` would select, and the first `shown` of them. Changes nothing. */
export async function findNextInLine(
  tx: StoreTx,
  { variantId, topic, seed, policy }: Pick<Plan, "variantId" | "topic" | "seed" | "policy">,
  { people = NO_LIMIT, units = NO_LIMIT }: Allowance,
  shown: number,
): Promise<{ readonly count: number; readonly first: readonly NextInLine[] }> {
  const rows = await tx.run<NextInLine & { readonly count: number }>(PREVIEW[policy.order], [
    tx.storeId,
    variantId,
    topic,
    Math.min(people, units),
    units,
    seed,
    ...priceOf(policy),
    null,
    null,
    unitsMaxOf(policy),
    shown,
  ]);
  return { count: rows[0]?.count ?? 0, first: rows };
}

/** Chunks of this line that are not delivered yet: of this plan, and of plans for other restocks. */
export async function countChunksLeft(tx: StoreTx, { id, variantId, topic }: Pick<Plan, "id" | "variantId" | "topic">) {
  const [row] = await tx<{ own: number; others: number }>`
    select (count(*) filter (where p.id = ${id}))::int as own, (count(*) filter (where p.id <> ${id}))::int as others
    from plans p join chunks c on c.store_id = p.store_id and c.plan_id = p.id
    where p.store_id = ${tx.storeId} and p.variant_id = ${variantId} and p.topic = ${topic}`;
  return row ?? { own: 0, others: 0 };
}

/** The turn after the store's last chunk, but not before the first chunk of all stores. Chunks are delivered in the order
 *  of their turns, so that stores alternate. */
export async function getNextTurn(tx: SystemTx, storeId: StoreId): Promise<string> {
  const [row] = await tx<{ turn: string }>`
    select greatest(
      coalesce((select max(turn) + 1 from chunks where store_id = ${storeId}), 0),
      coalesce((select turn from chunks order by turn limit 1), 0)
    )::text as turn`;
  return row?.turn ?? "0";
}

/** Makes the waves of one variant wait for each other, so that they do not reserve the same units. */
export const lockReservedUnits = (tx: StoreTx, variantId: VariantId) =>
  tx`select pg_advisory_xact_lock(hashtextextended('offers:' || ${tx.storeId}::text || ':' || ${variantId}::text, 0))`;

/** Units of a variant that offers reserve. An offer to a shopper who left reserves nothing. */
export async function countReservedUnits(tx: StoreTx, variantId: VariantId): Promise<number> {
  const [row] = await tx<{ units: number }>`
    select coalesce(sum(o.units), 0)::int as units
    from offers o join subscriptions s on s.store_id = o.store_id and s.id = o.subscription_id and s.state in (${WAITING}, ${OFFERED})
    where o.store_id = ${tx.storeId} and o.variant_id = ${variantId} and o.state < ${OFFER_ENDED}`;
  return row?.units ?? 0;
}

export const insertWave = (tx: StoreTx, plan: Plan, wave: Pick<Wave, "units" | "people" | "reason">) => tx`
  insert into waves (store_id, plan_id, wave, units, people, reason)
  values (${tx.storeId}, ${plan.id}, ${plan.waves + 1}, ${wave.units}, ${wave.people}, ${wave.reason})`;

export const recordWave = (tx: StoreTx, id: PlanId, unitsSelected: number) => tx`
  update plans set waves = waves + 1, told = told + ${unitsSelected} where store_id = ${tx.storeId} and id = ${id}`;

export const findWaves = (tx: StoreTx, planId: PlanId) => tx<Wave>`
  select wave, units, people, reason, begun_at as "begunAt" from waves
  where store_id = ${tx.storeId} and plan_id = ${planId} order by wave`;

/** Whether the people of the last wave had this long to buy. */
export async function isWaitOver(tx: StoreTx, planId: PlanId, seconds: number): Promise<boolean> {
  const [row] = await tx<{ isOver: boolean | null }>`
    select max(begun_at) + make_interval(secs => ${seconds}) <= now() as "isOver"
    from waves where store_id = ${tx.storeId} and plan_id = ${planId} and people > 0`;
  return row?.isOver ?? false;
}

// Chunks, deliveries and offers of a plan

export const deleteChunks = (tx: StoreTx, planId: PlanId) =>
  tx`delete from chunks where store_id = ${tx.storeId} and plan_id = ${planId}`;

/** Deletes the offers whose message was not sent. A null `ids` means all offers of the plan. */
export const deleteUnsentOffers = (tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[] | null) => tx`
  delete from offers
  where store_id = ${tx.storeId} and plan_id = ${planId} and state = ${CHOSEN}
    and (${ids}::bigint[] is null or subscription_id = any(${ids}::bigint[]))`;

export async function countDeliveries(tx: StoreTx, planId: PlanId): Promise<DeliveryCounts> {
  const rows = await tx<{ state: number; count: number }>`
    select state, count(*)::int as count from deliveries where store_id = ${tx.storeId} and plan_id = ${planId} group by state`;
  return Object.fromEntries(rows.map(({ state, count }) => [deliveryStateName(state), count]));
}

export async function countOffers(tx: StoreTx, planId: PlanId): Promise<OfferCounts> {
  const rows = await tx<{ state: number; count: number }>`
    select state, count(*)::int as count from offers where store_id = ${tx.storeId} and plan_id = ${planId} group by state`;
  return Object.fromEntries(rows.map(({ state, count }) => [offerStateName(state), count]));
}
