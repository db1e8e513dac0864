import type { Statement, StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { fragment, literal } from "../../../platform/db/fragment.ts";
import type { PlanId, StoreId, SubscriptionId } from "../../../platform/ids.ts";
import {
  columnOf,
  inOrder,
  inReverse,
  isAfter,
  type LineOrder,
  type Position,
  priceFits,
} from "../../subscriptions/line/range.ts";
import { CHUNK_STATES } from "../delivery/delivery.ts";
import { OFFER_STATES } from "../offers/offer.ts";
import { PLAN_STATES, type Plan } from "../plans/plan.ts";
import { type Allowance, unitsMaxOf } from "../plans/policy.ts";
import type { Chosen, ChunkKey, Cut, CutRange, InLine } from "./line-access.ts";

const READY = literal(CHUNK_STATES.ready);
const LEASED = literal(CHUNK_STATES.leased);
const SUPERSEDED = literal(PLAN_STATES.superseded);
const PASSED = literal(OFFER_STATES.passed);
const EXPIRED = literal(OFFER_STATES.expired);
/** A shopper who left before their offer was sent and came back may be selected again before it is deleted. */
const RENEW_UNSENT = fragment(`on conflict (store_id, plan_id, subscription_id) do update
      set place = excluded.place, units = excluded.units where o.state = ${OFFER_STATES.chosen}`);

/** Whether a worker will deliver to the person `w` from a chunk's list: it skips one who left and joined the line again. */
const IS_LISTED = fragment("listed.id = w.subscription_id and w.place <= c.joined_until");

const CHUNK_SIZE = 1_000;
const NO_LIMIT = 2_147_483_647;
/** Reads on from $4 and $5, and selects people while at least one unit is left, even when they want more, so that no
 *  shopper blocks the line. A chunk is the range from its first to its last person. Only the price decides whether somebody
 *  in between is left out, and delivery checks it again. */
const cut = (order: LineOrder): Statement => ({
  name: `cut-${order}`,
  text: `with line as materialized (
      select id, place, at, quantity, fits, count(*) filter (where fits) over up_to_here as nth,
        sum(quantity) filter (where fits) over up_to_here as so_far
      from (
        select w.subscription_id as id, w.place, w.${columnOf(order)}::bigint as at, least(w.quantity, $9::int) as quantity, ${priceFits("$10", "$11")} as fits
        from waiting w
        where w.store_id = $1 and w.variant_id = $2 and w.topic = $3 and ${isAfter(order, "$4", "$5")} and w.place <= $6
          and ($7::bigint is null or w.rank < $7)
        order by ${inOrder(order)} limit $17
      ) as read
      window up_to_here as (order by ${inOrder(order, "at", "id")} rows unbounded preceding)
    ), totals as (
      select count(*) as read, count(*) filter (where fits) as fitting,
        max(nth) filter (where is_chosen) as people, max(so_far) filter (where is_chosen) as units
      from (select *, fits and nth <= $8 and so_far - quantity < $12 as is_chosen from line) as line
    ), edges as ( -- the first and the last person of each chunk
      select *, (nth - 1) / ${CHUNK_SIZE} as chunk from line
      where fits and nth <= (select people from totals)
        and (nth % ${CHUNK_SIZE} = 1 or nth % ${CHUNK_SIZE} = 0 or nth = (select people from totals))
    ), cut as (
      insert into chunks (store_id, plan_id, wave, turn, units, next_position, next_id, last_position, last_id)
      select $1, $13, $14, $15::bigint + chunk, max(so_far) - min(so_far) + (array_agg(quantity order by nth))[1],
        (array_agg(at order by nth))[1], (array_agg(id order by nth))[1] ${order === "newest" ? "+" : "-"} 1,
        (array_agg(at order by nth desc))[1], (array_agg(id order by nth desc))[1]
      from edges group by chunk
      returning id
    ), offered as ( -- the last one may want more than there is: the units that are left are reserved
      insert into offers as o (store_id, plan_id, subscription_id, variant_id, place, units)
      select $1, $13, id, $2, place, least(quantity, $12 - so_far + quantity) from line
      where $16::boolean and fits and nth <= (select people from totals)
      ${RENEW_UNSENT.text}
    )
    select coalesce(people, 0)::int as people, coalesce(units, 0)::int as units, read::int, fitting::int,
      (select count(*) from cut)::int as chunks,
      (select jsonb_build_object('at', at::text, 'id', id::text) from edges where nth = people) as "lastChosen",
      (
        select jsonb_build_object('at', at::text, 'id', id::text)
        from (select at, id from line order by ${inReverse(order, "at", "id")} limit 1) as last
      ) as "lastRead"
    from totals`,
});
const CUT = { oldest: cut("oldest"), newest: cut("newest"), drawn: cut("drawn") };

/** Reads at most `readMax` people after `next`, and divides the people that the policy allows into chunks. `turn` is the turn of
 *  the first chunk. */
export async function cutChunks(
  tx: StoreTx,
  plan: Plan,
  { next, ranksBelow, readMax }: CutRange,
  { people = NO_LIMIT, units = NO_LIMIT }: Allowance,
  turn: string,
): Promise<Cut> {
  const { policy } = plan;
  const [made] = await tx.run<Cut>(CUT[policy.order], [
    tx.storeId,
    plan.variantId,
    plan.topic,
    next.at,
    next.id,
    plan.joinedUntil,
    ranksBelow,
    people,
    unitsMaxOf(policy),
    policy.price?.currency ?? null,
    policy.price?.to ?? null,
    units,
    plan.id,
    plan.waves + 1,
    turn,
    policy.offer !== undefined,
    readMax,
  ]);
  if (!made) throw new Error("The statement that selects people returned nothing");
  return made;
}

/** People who joined the line after the plan was made and are not in it yet, in the order of their places. */
export const findNewcomers = (tx: StoreTx, { id, slot, variantId, topic, joinedUntil }: Plan, limit: number) =>
  tx<InLine>`
    select w.subscription_id as id, w.place, w.quantity from waiting w
    where w.store_id = ${tx.storeId} and w.variant_id = ${variantId} and w.topic = ${topic} and w.place > ${joinedUntil}
      and coalesce((
        select false from deliveries d
        where d.store_id = w.store_id and d.slot = ${slot} and d.plan_id = ${id} and d.subscription_id = w.subscription_id limit 1
      ), true)
      and not exists (
        select from chunks c cross join lateral unnest(c.subscription_ids) as listed (id)
        where c.store_id = ${tx.storeId} and c.plan_id = ${id} and ${IS_LISTED}
      )
    order by w.place, w.subscription_id limit ${limit}`;

/** Reads the offers of older plans that ended, to find the shoppers who wait again at a place that the plan has passed: at
 *  or before $7 and $8, or anywhere when the whole line is read ($9). An offer may end a day late, after an outage. */
const returned = (order: LineOrder): Statement => ({
  name: `returned-${order}`,
  text: `select distinct on (w.place, w.subscription_id) w.subscription_id as id, w.place, w.quantity
    from plans older cross join lateral (
      select o.subscription_id as id from offers o
      where o.store_id = $1 and o.plan_id = older.id and o.state in (${PASSED.text}, ${EXPIRED.text}) and o.until > $5::timestamptz - interval '1 day' offset 0
    ) as ended cross join lateral (
      select * from waiting w where w.store_id = $1 and w.subscription_id = ended.id and w.place <= $6 offset 0
    ) as w
    where older.store_id = $1 and older.variant_id = $2 and older.topic = $3 and older.id <> $4
      and ($9::boolean or not ${isAfter(order, "$7", "$8")})
      and coalesce((
        select false from deliveries d
        where d.store_id = $1 and d.slot = $10 and d.plan_id = $4 and d.subscription_id = w.subscription_id limit 1
      ), true)
      and not exists (
        select from chunks c cross join lateral unnest(c.subscription_ids) as listed (id)
        where c.store_id = $1 and c.plan_id = $4 and ${IS_LISTED.text}
      )
    order by w.place, w.subscription_id limit $11`,
});
const RETURNED = { oldest: returned("oldest"), newest: returned("newest"), drawn: returned("drawn") };

/** People whom the plan has passed because they had an offer of an older plan, and who wait again, in the order of their
 *  places. */
export const findReturned = (tx: StoreTx, plan: Plan & { readonly next: Position }, limit: number) =>
  tx.run<InLine>(RETURNED[plan.policy.order], [
    tx.storeId,
    plan.variantId,
    plan.topic,
    plan.id,
    plan.createdAt,
    plan.joinedUntil,
    plan.next.at,
    plan.next.id,
    plan.isLineRead,
    plan.slot,
    limit,
  ]);

/** Selects these people for a plan by a chunk of their own, and reserves units for them if the plan makes offers. The chunk
 *  counts the units that they want, as a range does. */
export const insertPeople = (
  tx: StoreTx,
  { id: planId, variantId, policy }: Pick<Plan, "id" | "variantId" | "policy">,
  people: readonly Chosen[],
  { wave, turn }: ChunkKey,
) => tx`
  with chosen as materialized (
    select * from unnest(${people.map(({ id }) => id)}::bigint[], ${people.map(({ wanted }) => wanted)}::int[],
      ${people.map(({ reserved }) => reserved)}::int[], ${people.map(({ place }) => place)}::bigint[]) as chosen (id, wanted, reserved, place)
  ), offered as (
    insert into offers as o (store_id, plan_id, subscription_id, variant_id, place, units)
    select ${tx.storeId}, ${planId}, id, ${variantId}, place, reserved from chosen where ${policy.offer !== undefined}::boolean
    ${RENEW_UNSENT}
  )
  insert into chunks (store_id, plan_id, wave, turn, units, subscription_ids, joined_until)
  select ${tx.storeId}, ${planId}, ${wave}, ${turn}, sum(wanted), array_agg(id), max(place) from chosen`;

const preview = (order: LineOrder): Statement => ({
  name: `preview-${order}`,
  text: `select id::text, quantity::int, nth::int as place, count(*) over ()::int as count from (
      select id, quantity, row_number() over (order by ${inOrder(order, "at", "id")}) as nth,
        sum(quantity) over (order by ${inOrder(order, "at", "id")} rows unbounded preceding) as so_far
      from (
        select w.subscription_id as id, w.${columnOf(order)} as at, least(w.quantity, $6::int) as quantity from waiting w
        where w.store_id = $1 and w.variant_id = $2 and w.topic = $3 order by ${inOrder(order)} limit $4
      ) as first
    ) as line
    where so_far - quantity < $5 order by nth limit $7`,
});
const PREVIEW = { oldest: preview("oldest"), newest: preview("newest"), drawn: preview("drawn") };

type NextInLine = { readonly id: SubscriptionId; readonly quantity: number; readonly place: number };

/** How many people a wave would select, and the first `shown` of them. Changes nothing. */
export async function findNextInLine(
  tx: StoreTx,
  { variantId, topic, policy }: Pick<Plan, "variantId" | "topic" | "policy">,
  { people = NO_LIMIT, units = NO_LIMIT }: Allowance,
  shown: number,
): Promise<{ readonly count: number; readonly first: readonly NextInLine[] }> {
  const rows = await tx.run<NextInLine & { readonly count: number }>(PREVIEW[policy.order], [
    tx.storeId,
    variantId,
    topic,
    Math.min(people, units),
    units,
    unitsMaxOf(policy),
    shown,
  ]);
  return { count: rows[0]?.count ?? 0, first: rows };
}

// Chunks

export const deleteChunks = (tx: StoreTx, planId: PlanId) =>
  tx`delete from chunks where store_id = ${tx.storeId} and plan_id = ${planId}`;

/** Keeps a paused plan's chunks out of the queue. A leased one follows when its worker stops. */
export const holdChunks = (tx: StoreTx, planId: PlanId) => tx`
  update chunks set state = ${CHUNK_STATES.held}
  where store_id = ${tx.storeId} and plan_id = ${planId} and state in (${READY}, ${CHUNK_STATES.postponed})`;

export const releaseChunks = (tx: StoreTx, planId: PlanId) => tx`
  update chunks set state = ${CHUNK_STATES.postponed}, due_at = least(due_at, now())
  where store_id = ${tx.storeId} and plan_id = ${planId} and state = ${CHUNK_STATES.held}`;

/** Deletes the chunks of superseded plans of this line, and returns whether a worker still delivers one: it stops before
 *  its next messages. */
export async function deleteSuperseded(tx: StoreTx, { variantId, topic }: Pick<Plan, "variantId" | "topic">) {
  const [left] = await tx<{ isDelivering: boolean }>`
    with of_older as (
      select c.id, c.state from plans p join chunks c on c.store_id = p.store_id and c.plan_id = p.id
      where p.store_id = ${tx.storeId} and p.variant_id = ${variantId} and p.topic = ${topic} and p.state = ${SUPERSEDED}
    ), deleted as (
      delete from chunks c using of_older where c.store_id = ${tx.storeId} and c.id = of_older.id and of_older.state <> ${LEASED}
    )
    select count(*) > 0 as "isDelivering" from of_older where state = ${LEASED}`;
  return left?.isDelivering ?? false;
}

/** The chunks of a plan's waves that are not delivered yet. People who are tried again do not count. */
export async function countRangesLeft(tx: StoreTx, planId: PlanId): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(*)::int as count from chunks
    where store_id = ${tx.storeId} and plan_id = ${planId} and subscription_ids is null`;
  return row?.count ?? 0;
}

/** The turn after the store's last chunk, but not before that of the chunk that is delivered next in any store. Chunks are
 *  delivered in the order of their turns, so that stores alternate; those that wait have no say. */
export async function getNextTurn(tx: SystemTx, storeId: StoreId): Promise<string> {
  const [row] = await tx<{ turn: string }>`
    select greatest(
      coalesce((select max(turn) + 1 from chunks where store_id = ${storeId} and state in (${READY}, ${LEASED})), 0),
      coalesce(
        (select turn from chunks where state = ${READY} order by turn limit 1),
        (select max(turn) from chunks where state = ${LEASED}),
        0)
    )::text as turn`;
  return row?.turn ?? "0";
}
