import type { StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { fragment, literal } from "../../../platform/db/fragment.ts";
import type { PlanId, StoreId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { rowOf } from "../../subscriptions/line/range.ts";
import { OFFERED } from "../../subscriptions/state.ts";
import type { DeliveryCounts } from "../delivery/delivery.ts";
import { FIRST_ENDED_OFFER, OFFER_STATES, type OfferCounts, offerStateName } from "../offers/offer.ts";
import {
  LOG_KINDS,
  type LogKind,
  PLAN_CAUSES,
  PLAN_STATES,
  type Plan,
  type PlanState,
  planStateName,
  type SelectionFacts,
  type Wave,
} from "./plan.ts";

const OPEN = literal(PLAN_STATES.open);
const HELD = literal(PLAN_STATES.held);
const DONE = literal(PLAN_STATES.done);
const SUPERSEDED = literal(PLAN_STATES.superseded);
const EVENT = literal(PLAN_CAUSES.event);
const REASON_MAX = 80;
const CHOSEN = literal(OFFER_STATES.chosen);
const OFFER_ENDED = literal(FIRST_ENDED_OFFER);
/** Writes one entry into the log of each plan of a subquery. */
const logOf = (kind: LogKind, plans: string) =>
  fragment(`insert into plan_log (store_id, plan_id, kind) select store_id, id, ${LOG_KINDS[kind]} from ${plans}`);

type PlanRow = Omit<Plan, "state" | "cause"> & { readonly state: number; readonly cause: number };
const toPlan = ({ state, cause, ...row }: PlanRow): Plan => ({
  ...row,
  state: planStateName(state),
  cause: cause === PLAN_CAUSES.merchant ? "merchant" : "event",
});

const PLAN =
  fragment(`id, variant_id as "variantId", topic, cause, number, state, reason, told as "unitsSelected", waves, seed, policy,
  created_at as "createdAt", coalesce(joined_until, line_place(now())) as "joinedUntil", slot, lap, is_line_read as "isLineRead",
  case when next_id is not null then jsonb_build_object('at', next_position::text, 'id', next_id::text) end as next,
  next_at as "nextAt", coalesce(state = ${OPEN.text} and next_at <= now(), false) as "isDue"`);

export async function lockPlan(tx: StoreTx, id: PlanId) {
  const [row] = await tx<PlanRow>`select ${PLAN} from plans where store_id = ${tx.storeId} and id = ${id} for update`;
  return row && toPlan(row);
}

export async function lockPlanOfNumber(tx: StoreTx, plan: Pick<Plan, "variantId" | "topic" | "number">) {
  const [row] = await tx<PlanRow>`
    select ${PLAN} from plans where store_id = ${tx.storeId} and variant_id = ${plan.variantId} and topic = ${plan.topic}
      and cause = ${PLAN_CAUSES.event} and number = ${plan.number} for update`;
  return row && toPlan(row);
}

/** The newest plans of a variant. A null topic means all. */
export async function findPlans(
  tx: StoreTx,
  variantId: VariantId,
  topic: string | null,
  limit: number,
): Promise<Plan[]> {
  const rows = await tx<PlanRow>`
    select ${PLAN} from plans
    where store_id = ${tx.storeId} and variant_id = ${variantId} and (${topic}::text is null or topic = ${topic})
    order by created_at desc, id desc limit ${limit}`;
  return rows.map(toPlan);
}

/** The plan as delivery needs it, with the reason when complaints stopped the store's alerts. */
export async function findPlanProgress(tx: StoreTx, id: PlanId) {
  const [row] = await tx<PlanRow & { brake: string | null }>`
    select ${PLAN}, (select b.reason from brakes b where b.store_id = ${tx.storeId}) as brake
    from plans where store_id = ${tx.storeId} and id = ${id}`;
  return row && { ...toPlan(row), brake: row.brake };
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
      where p.store_id = ${tx.storeId} and p.variant_id = freed.variant_id and p.topic = freed.topic and p.cause = ${EVENT}
        and p.state in (${OPEN}, ${DONE}) and p.number = (
          select max(l.number) from plans l
          where l.store_id = ${tx.storeId} and l.variant_id = freed.variant_id and l.topic = freed.topic and l.cause = ${EVENT}
        ) for update
    ) as p
  )
  update plans set state = ${OPEN},
    next_at = case state when ${OPEN} then least(next_at, now() + make_interval(secs => ${inSeconds}))
      else now() + make_interval(secs => ${inSeconds}) end
  where store_id = ${tx.storeId} and id = any(array(select id from locked))`;

/** `inSeconds`: when the next wave is due; null when there is none. */
export const setPlanState = (tx: StoreTx, id: PlanId, state: PlanState, inSeconds: number | null) => tx`
  update plans set state = ${PLAN_STATES[state]}, reason = null, failures = 0, next_at = now() + make_interval(secs => ${inSeconds})
  where store_id = ${tx.storeId} and id = ${id}`;

export const setPlanReason = (tx: StoreTx, id: PlanId, reason: string | null) => tx`
  update plans set reason = ${reason} where store_id = ${tx.storeId} and id = ${id}`;

export const pausePlan = (tx: StoreTx, id: PlanId, reason: string) => tx`
  with paused as (
    update plans set state = ${HELD}, next_at = null, reason = ${reason}
    where store_id = ${tx.storeId} and id = ${id} and state in (${OPEN}, ${DONE}) returning store_id, id
  ) ${logOf("paused", "paused")}`;

export const pauseOpenPlans = (tx: StoreTx, reason: string) => tx`
  with paused as (
    update plans set state = ${HELD}, next_at = null, reason = ${reason} where store_id = ${tx.storeId} and state = ${OPEN} returning store_id, id
  ) ${logOf("paused", "paused")}`;

export const resumePausedPlans = (tx: StoreTx, reason: string) => tx<{ id: PlanId }>`
  with resumed as (
    update plans set state = ${OPEN}, next_at = now(), reason = null
    where store_id = ${tx.storeId} and state = ${HELD} and reason = ${reason} returning store_id, id
  ), logged as (${logOf("resumed", "resumed")})
  select id from resumed`;

/** Plans whose next wave is due, oldest first. */
export const findDuePlans = (tx: SystemTx, limit: number) => tx<{ storeId: StoreId; id: PlanId }>`
  select store_id as "storeId", id from plans where state = ${OPEN} and next_at <= now() order by next_at limit ${limit}`;

/** Locks a plan whose wave is due, unless another worker has it. */
export async function lockDuePlan(tx: StoreTx, id: PlanId) {
  const [row] = await tx<PlanRow>`
    select ${PLAN} from plans
    where store_id = ${tx.storeId} and id = ${id} and state = ${OPEN} and next_at <= now() for update skip locked`;
  return row && toPlan(row);
}

/** Tries a plan that failed again, later each time: after 1 second at first, after an hour at most. */
export const backOff = (tx: StoreTx, id: PlanId, reason: string) => tx`
  update plans set failures = least(failures + 1, 12), reason = ${reason.slice(0, REASON_MAX)},
    next_at = now() + make_interval(secs => least(2 ^ failures, 3600))
  where store_id = ${tx.storeId} and id = ${id}`;

/** Stores how far a plan has read the line. */
export const setProgress = (
  tx: StoreTx,
  id: PlanId,
  { next, lap, isLineRead, joinedUntil }: Pick<Plan, "next" | "lap" | "isLineRead" | "joinedUntil">,
) => tx`
  update plans set joined_until = ${joinedUntil}, next_position = ${next?.at ?? null}, next_id = ${next?.id ?? null}, lap = ${lap}, is_line_read = ${isLineRead}
  where store_id = ${tx.storeId} and id = ${id}`;

/** Ends the older plans of the same line that still have people to notify: the new plan notifies them. */
export const supersedeOlderPlans = (
  tx: StoreTx,
  { id, variantId, topic, createdAt }: Pick<Plan, "id" | "variantId" | "topic" | "createdAt">,
) => tx<{ id: PlanId }>`
  with superseded as (
    update plans p set state = ${SUPERSEDED}, next_at = null, reason = null
    where p.store_id = ${tx.storeId} and p.variant_id = ${variantId} and p.topic = ${topic} and p.id <> ${id}
      and p.created_at <= ${createdAt} and (p.state in (${OPEN}, ${HELD}) or (
        p.state = ${DONE} and exists (select from chunks c where c.store_id = p.store_id and c.plan_id = p.id)
      ))
    returning p.store_id, p.id
  ), logged as (${logOf("superseded", "superseded")})
  select id from superseded`;

// Waves

/** Makes the waves of one variant wait for each other, so that they do not reserve the same units. */
export const lockReservedUnits = (tx: StoreTx, variantId: VariantId) =>
  tx`select pg_advisory_xact_lock(hashtextextended('offers:' || ${tx.storeId}::text || ':' || ${variantId}::text, 0))`;

/** Units of a variant that offers reserve. An offer to a shopper who left reserves nothing. */
export async function countReservedUnits(tx: StoreTx, variantId: VariantId): Promise<number> {
  const [row] = await tx<{ units: number }>`
    select coalesce(sum(o.units), 0)::int as units
    from offers o join subscriptions s on s.store_id = o.store_id and s.id = o.subscription_id
    left join waiting w on ${rowOf("s")}
    where o.store_id = ${tx.storeId} and o.variant_id = ${variantId} and o.state < ${OFFER_ENDED} and (s.state = ${OFFERED} or w.subscription_id is not null)`;
  return row?.units ?? 0;
}

export const insertWave = (tx: StoreTx, plan: Plan, wave: Pick<Wave, "units" | "people" | "reason">) => tx`
  insert into waves (store_id, plan_id, wave, units, people, reason)
  values (${tx.storeId}, ${plan.id}, ${plan.waves + 1}, ${wave.units}, ${wave.people}, ${wave.reason})`;

export const recordWave = (tx: StoreTx, id: PlanId, unitsSelected: number) => tx`
  update plans set waves = waves + 1, told = told + ${unitsSelected} where store_id = ${tx.storeId} and id = ${id}`;

/** The time, to the microsecond: a `Date` has only milliseconds. */
export async function getTime(tx: StoreTx): Promise<string> {
  const [row] = await tx<{ at: string }>`select clock_timestamp()::text as at`;
  if (!row) throw new Error("The database returned no time");
  return row.at;
}

export const logSelection = (tx: StoreTx, id: PlanId, kind: LogKind, facts: SelectionFacts) => tx`
  insert into plan_log (store_id, plan_id, kind, at, wave, quantity, arrived, told, reserved, is_wait_over, people, units)
  values (${tx.storeId}, ${id}, ${LOG_KINDS[kind]}, ${facts.at}, ${facts.wave}, ${facts.stock?.quantity ?? null},
    ${facts.stock?.arrived ?? null}, ${facts.unitsSelected}, ${facts.unitsReserved}, ${facts.isWaitOver}, ${facts.people}, ${facts.units})`;

/** Records what became of a plan. */
export const logChange = (tx: StoreTx, id: PlanId, kind: LogKind) => tx`
  insert into plan_log (store_id, plan_id, kind) values (${tx.storeId}, ${id}, ${LOG_KINDS[kind]})`;

export type Purchase = { readonly planId: PlanId; readonly boughtAt: Date };

/** Counts that recipients of these plans bought. */
export const addPurchases = (tx: StoreTx, purchases: readonly Purchase[]) => tx`
  with added as (
    select plan_id, count(*)::int as count, min(at) as first_at, to_timestamp(avg(extract(epoch from at))) as mean_at
    from unnest(${purchases.map(({ planId }) => planId)}::bigint[], ${purchases.map(({ boughtAt }) => boughtAt)}::timestamptz[]) as bought (plan_id, at)
    group by plan_id
  ), locked as ( -- in order, so that two reports never wait for each other
    select p.id, added.count, added.first_at, added.mean_at from plans p join added on added.plan_id = p.id
    where p.store_id = ${tx.storeId} order by p.id for no key update of p
  )
  update plans p set bought = p.bought + l.count, first_bought_at = least(p.first_bought_at, l.first_at),
    mean_bought_at = coalesce(p.mean_bought_at + (l.mean_at - p.mean_bought_at) * (l.count / (p.bought + l.count)::float8), l.mean_at)
  from locked l where p.store_id = ${tx.storeId} and p.id = l.id`;

/** Counts units for people who were selected outside a wave. */
export const addUnitsSelected = (tx: StoreTx, id: PlanId, units: number) => tx`
  update plans set told = told + ${units} where store_id = ${tx.storeId} and id = ${id}`;

/** Gives units back that their people will not buy, and makes the next wave due. */
export const returnUnits = (tx: StoreTx, id: PlanId, units: number) => tx`
  update plans set told = greatest(told - ${units}, 0),
    next_at = case when state in (${OPEN}, ${DONE}) then now() else next_at end,
    state = case state when ${DONE} then ${OPEN} else state end
  where store_id = ${tx.storeId} and id = ${id}`;

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

// Deliveries and offers of a plan

/** Deletes the offers whose message was not sent. A null `ids` means all offers of the plan. */
export const deleteUnsentOffers = (tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[] | null) => tx`
  delete from offers
  where store_id = ${tx.storeId} and plan_id = ${planId} and state = ${CHOSEN}
    and (${ids}::bigint[] is null or subscription_id = any(${ids}::bigint[]))`;

/** Deletes the unsent offers of people who have left the line, also of those who came back to another place. A null `ids`
 *  means all of the plan. */
export const deleteOffersOfLeavers = (tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[] | null) => tx`
  delete from offers o using subscriptions s left join waiting w on ${rowOf("s")}
  where o.store_id = ${tx.storeId} and o.plan_id = ${planId} and o.state = ${CHOSEN}
    and (${ids}::bigint[] is null or o.subscription_id = any(${ids}::bigint[]))
    and s.store_id = o.store_id and s.id = o.subscription_id and not coalesce(w.place = o.place, false)`;

/** How the deliveries of a plan ended so far. Adds up its batches, because there may be millions of deliveries. */
export async function countDeliveries(tx: StoreTx, id: PlanId): Promise<DeliveryCounts> {
  const [sums] = await tx<Record<keyof DeliveryCounts, number | null>>`
    select sum(sent)::int as sent, sum(skipped)::int as skipped, sum(failed)::int as failed, sum(ambiguous)::int as ambiguous
    from delivery_batches where store_id = ${tx.storeId} and plan_id = ${id}`;
  return Object.fromEntries(Object.entries(sums ?? {}).filter(([, count]) => count));
}

export async function countOffers(tx: StoreTx, planId: PlanId): Promise<OfferCounts> {
  const rows = await tx<{ state: number; count: number }>`
    select state, count(*)::int as count from offers where store_id = ${tx.storeId} and plan_id = ${planId} group by state`;
  return Object.fromEntries(rows.map(({ state, count }) => [offerStateName(state), count]));
}

export type HeldPlan = Pick<Plan, "id" | "variantId" | "topic" | "reason"> & { readonly since: Date };

/** Paused plans, the newest first. A plan that waits for approval was never paused. */
export const findHeld = (tx: StoreTx, limit: number) => tx<HeldPlan>`
  select p.id, p.variant_id as "variantId", p.topic, p.reason, coalesce(l.at, p.created_at) as since
  from plans p left join lateral (
    select l.at from plan_log l where l.store_id = p.store_id and l.plan_id = p.id and l.kind = ${LOG_KINDS.paused}
    order by l.id desc limit 1
  ) as l on true
  where p.store_id = ${tx.storeId} and p.state = ${HELD} order by p.created_at desc, p.id desc limit ${limit}`;
