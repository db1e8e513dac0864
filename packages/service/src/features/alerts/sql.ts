import type { Statement, StoreTx, SystemTx } from "../../platform/db/db.ts";
import type { PlanId, StoreId, SubscriptionId, VariantId } from "../../platform/ids.ts";
import type { AlertPolicy, Allowance } from "./plans/policy.ts";

// ---- plans ----

export const PLAN_STATES = ["open", "held", "done", "cancelled"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

export type Plan = {
  readonly id: PlanId;
  readonly variantId: VariantId;
  readonly topic: string;
  readonly number: number;
  readonly state: PlanState;
  /** Why it is held or waits, where that was not the merchant's hand. */
  readonly reason: string | null;
  readonly told: number;
  readonly waves: number;
  readonly seed: string;
  readonly policy: AlertPolicy;
  readonly createdAt: Date;
  readonly nextAt: Date | null;
  /** By the database's clock, as every time here. */
  readonly isDue: boolean;
};

type PlanRow = Omit<Plan, "state"> & { readonly state: number };
const toPlan = ({ state, ...row }: PlanRow): Plan => ({ ...row, state: PLAN_STATES[state] ?? "open" });
const stateNumber = (state: PlanState) => PLAN_STATES.indexOf(state);

/** One plan for a variant, a topic and a restock, however often it is asked for; none where nobody waits. */
export const insertPlan = (
  tx: StoreTx,
  plan: Pick<Plan, "variantId" | "topic" | "number" | "seed" | "policy"> & { readonly state: "open" | "held" },
) => tx<{ id: PlanId }>`
  insert into plans (id, store_id, variant_id, topic, number, seed, policy, state, next_at)
  select new_id(${tx.storeId}), ${tx.storeId}, ${plan.variantId}, ${plan.topic}, ${plan.number}, ${plan.seed},
    ${JSON.stringify(plan.policy)}::jsonb, ${stateNumber(plan.state)}, now()
  where exists (
    select from subscriptions where store_id = ${tx.storeId} and variant_id = ${plan.variantId} and topic = ${plan.topic} and state = 1
  ) or (
    -- whoever passes an offer of the restock before waits for this one
    ${plan.topic} = 'backinstock' and exists (select from offers where store_id = ${tx.storeId} and variant_id = ${plan.variantId} and state < 3)
  )
  on conflict (store_id, variant_id, topic, number) do nothing
  returning id`;

/** The next number of a plan that no restock numbers. */
export async function nextNumber(tx: StoreTx, variantId: VariantId, topic: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended('plans:' || ${tx.storeId}::text || ':' || ${variantId}::text || ':' || ${topic}::text, 0))`;
  const [row] = await tx<{ number: number }>`
    select coalesce(max(number), 0) + 1 as number from plans
    where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic}`;
  return row?.number ?? 1;
}

export async function lockPlan(tx: StoreTx, id: PlanId): Promise<Plan | undefined> {
  const [row] = await tx<PlanRow>`
    select id, variant_id as "variantId", topic, number, state, reason, told, waves, seed, policy, created_at as "createdAt", next_at as "nextAt",
      coalesce(state = 0 and next_at <= now(), false) as "isDue"
    from plans where store_id = ${tx.storeId} and id = ${id} for update`;
  return row && toPlan(row);
}

export async function findPlans(tx: StoreTx, variantId: VariantId, limit: number): Promise<Plan[]> {
  const rows = await tx<PlanRow>`
    select id, variant_id as "variantId", topic, number, state, reason, told, waves, seed, policy, created_at as "createdAt", next_at as "nextAt",
      coalesce(state = 0 and next_at <= now(), false) as "isDue"
    from plans where store_id = ${tx.storeId} and variant_id = ${variantId} order by created_at desc, id desc limit ${limit}`;
  return rows.map(toPlan);
}

/** More came while a plan was under way or done: it looks again. */
export const reopenPlan = (tx: StoreTx, variantId: VariantId, topic: string, number: number) => tx`
  update plans set next_at = now(), state = case state when 2 then 0 else state end
  where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic} and number = ${number} and state in (0, 2)`;

/** Units came free: the plan of the last restock looks again, if it was not held or cancelled. */
export const wakePlan = (tx: StoreTx, variantId: VariantId, topic: string, inSeconds: number) => tx`
  update plans set state = 0,
    next_at = case state when 0 then least(next_at, now() + make_interval(secs => ${inSeconds})) else now() + make_interval(secs => ${inSeconds}) end
  where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic} and state in (0, 2) and number = (
    select max(number) from plans where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic}
  )`;

/** `inSeconds`: when the next wave is due; nothing where none is. */
export const setPlanState = (tx: StoreTx, id: PlanId, state: PlanState, inSeconds: number | null) => tx`
  update plans set state = ${stateNumber(state)}, reason = null, next_at = now() + make_interval(secs => ${inSeconds})
  where store_id = ${tx.storeId} and id = ${id}`;

export const findDuePlans = (tx: SystemTx) => tx<{ storeId: StoreId; id: PlanId }>`
  select store_id as "storeId", id from plans where state = 0 and next_at <= now() order by next_at limit 100`;

// ---- waves ----

const SIZE = 500;
const NO_LIMIT = 2_147_483_647;
/** One statement cuts so many at most: a line of millions must not take longer than a statement may. */
export const CUT_MAX = 50_000;

/** Whoever signed up at a lower price hears of no drop, nor who counts in another currency or waits for less. */
const MINDS_THE_PRICE = `(
        $8::numeric <= coalesce(s.target, $8)
        and $8 < coalesce((
          select p.price from prices p where p.store_id = s.store_id and p.variant_id = s.variant_id and p.currency = $7 and p.seen_at <= s.signed_up_at
          order by p.seen_at desc limit 1
        ), $9::numeric)
        and exists (select from contacts c where c.store_id = s.store_id and c.id = s.contact_id and coalesce(c.currency, $7) = $7)
      )`;

/** Who is next in line, up to the allowance. Whoever finds a unit left is told, even who wants more than are left: nobody
 *  blocks the line. Drawn: the same seed draws the same people again. $10: a plan that makes offers, to each person once. */
const line = (order: string) => `
    select id, quantity, row_number() over (order by ${order}) as nth, sum(quantity) over (order by ${order}) as so_far
    from (
      select s.id, s.quantity, s.signed_up_at from subscriptions s
      where s.store_id = $1 and s.variant_id = $2 and s.topic = $3 and s.state = 1 and ($7::text is null or ${MINDS_THE_PRICE})
        and ($10::bigint is null or not exists (select from deliveries d where d.plan_id = $10 and d.subscription_id = s.id))
        and s.id not in (select unnest(c.subscription_ids) from chunks c where c.store_id = $1 and c.plan_id = $11) -- cut already
      order by ${order} limit $4
    ) as waiting`;
const ORDERS = {
  oldest: "signed_up_at, id",
  newest: "signed_up_at desc, id desc",
  drawn: "md5($6 || id::text), id",
} as const;

const choose = (order: AlertPolicy["order"]): Statement => ({
  name: `choose-${order}`,
  text: `with chosen as (select * from (${line(ORDERS[order])}) as line where so_far - quantity < $5), cut as (
      insert into chunks (store_id, plan_id, wave, nth, turn, subscription_ids)
      select $1, $11, $12, (nth - 1) / ${SIZE}, $13::bigint + (nth - 1) / ${SIZE}, array_agg(id order by nth)
      from chosen where $6::text is not null group by (nth - 1) / ${SIZE}
    ), offered as ( -- the last may want more than there is: what is left is held
      insert into offers (store_id, plan_id, subscription_id, variant_id, units)
      select $1, $11, id, $2, least(quantity, $5 - so_far + quantity) from chosen where $10::bigint is not null
    ) select count(*)::int, coalesce(sum(quantity), 0)::int from chosen`,
});
const CHOOSE = { oldest: choose("oldest"), newest: choose("newest"), drawn: choose("drawn") };

const priceOf = ({ price }: AlertPolicy) => [price?.currency ?? null, price?.to ?? null, price?.from ?? null];

/** Cuts those who are next into chunks. `turn`: the store's place among the stores. */
export async function cutChunks(
  tx: StoreTx,
  plan: Plan,
  { people = NO_LIMIT, units = NO_LIMIT }: Allowance,
  turn: string,
): Promise<{ readonly people: number; readonly units: number }> {
  const [cut] = await tx.rows<[people: number, units: number]>(CHOOSE[plan.policy.order], [
    tx.storeId,
    plan.variantId,
    plan.topic,
    Math.min(people, units, CUT_MAX),
    units,
    plan.seed,
    ...priceOf(plan.policy),
    plan.policy.offer ? plan.id : null,
    plan.id,
    plan.waves + 1,
    turn,
  ]);
  return { people: cut?.[0] ?? 0, units: cut?.[1] ?? 0 };
}

const foresee = (order: AlertPolicy["order"]): Statement => ({
  name: `foresee-${order}`,
  text: `select id::text, quantity::int, nth::int, count(*) over ()::int from (${line(ORDERS[order])}) as line
    where so_far - quantity < $5 and $6::text is not null order by nth limit $12`,
});
const FORESEE = { oldest: foresee("oldest"), newest: foresee("newest"), drawn: foresee("drawn") };

/** How many `cutChunks` would take, and the first `shown` of them; nothing is done. */
export async function findNextInLine(
  tx: StoreTx,
  { variantId, topic, seed, policy }: Pick<Plan, "variantId" | "topic" | "seed" | "policy">,
  { people = NO_LIMIT, units = NO_LIMIT }: Allowance,
  shown: number,
) {
  const rows = await tx.rows<[id: SubscriptionId, quantity: number, nth: number, count: number]>(
    FORESEE[policy.order],
    [tx.storeId, variantId, topic, Math.min(people, units), units, seed, ...priceOf(policy), null, null, shown],
  );
  return { count: rows[0]?.[3] ?? 0, first: rows.map(([id, quantity, nth]) => ({ id, quantity, nth })) };
}

/** How many chunks of this line are still out, of this plan and of other restocks'. */
export async function countOut(tx: StoreTx, { id, variantId, topic }: Pick<Plan, "id" | "variantId" | "topic">) {
  const [row] = await tx<{ own: number; others: number }>`
    select (count(*) filter (where p.id = ${id}))::int as own, (count(*) filter (where p.id <> ${id}))::int as others
    from plans p join chunks c on c.store_id = p.store_id and c.plan_id = p.id
    where p.store_id = ${tx.storeId} and p.variant_id = ${variantId} and p.topic = ${topic}`;
  return row ?? { own: 0, others: 0 };
}

/** The turn after the last of this store, but no earlier than what is next among all. */
export async function nextTurn(tx: SystemTx, storeId: StoreId): Promise<string> {
  const [row] = await tx<{ turn: string }>`
    select greatest(
      coalesce((select max(turn) + 1 from chunks where store_id = ${storeId}), 0),
      coalesce((select turn from chunks order by turn limit 1), 0)
    )::text as turn`;
  return row?.turn ?? "0";
}

export const insertWave = (
  tx: StoreTx,
  plan: Plan,
  wave: { readonly units: number | null; readonly people: number; readonly reason: string },
) => tx`
  insert into waves (store_id, plan_id, wave, units, people, reason)
  values (${tx.storeId}, ${plan.id}, ${plan.waves + 1}, ${wave.units}, ${wave.people}, ${wave.reason})`;

export const recordWave = (tx: StoreTx, id: PlanId, told: number) => tx`
  update plans set waves = waves + 1, told = told + ${told} where store_id = ${tx.storeId} and id = ${id}`;

export type Wave = {
  readonly wave: number;
  readonly units: number | null;
  readonly people: number;
  readonly reason: string;
  readonly begunAt: Date;
};

export const findWaves = (tx: StoreTx, planId: PlanId) => tx<Wave>`
  select wave, units, people, reason, begun_at as "begunAt" from waves
  where store_id = ${tx.storeId} and plan_id = ${planId} order by wave`;

/** Whether those who were told last had so long to come. */
export async function isWaitOver(tx: StoreTx, planId: PlanId, seconds: number): Promise<boolean> {
  const [row] = await tx<{ isOver: boolean | null }>`
    select max(begun_at) + make_interval(secs => ${seconds}) <= now() as "isOver"
    from waves where store_id = ${tx.storeId} and plan_id = ${planId} and people > 0`;
  return row?.isOver ?? false;
}

// ---- chunks ----

export type Chunk = {
  readonly storeId: StoreId;
  readonly planId: PlanId;
  readonly wave: number;
  readonly nth: number;
  readonly tries: number;
  readonly subscriptionIds: readonly SubscriptionId[];
};

/** Kept up handful by handful; longer than a provider may take for one. */
const LEASE_SECONDS = 30;

/** The chunk whose turn it is. A lease that ran out is somebody else's to take: by the database's clock alone. */
export async function leaseChunk(tx: SystemTx): Promise<Chunk | undefined> {
  const [row] = await tx<Chunk>`
    update chunks set leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), tries = tries + 1
    where (store_id, plan_id, wave, nth) = (
      select c.store_id, c.plan_id, c.wave, c.nth from chunks c
      where c.leased_until <= now()
        and exists (select from plans p where p.store_id = c.store_id and p.id = c.plan_id and p.state <> 1)
      order by c.turn, c.plan_id, c.nth limit 1 for update of c skip locked
    )
    returning store_id as "storeId", plan_id as "planId", wave, nth, tries, subscription_ids as "subscriptionIds"`;
  return row;
}

type ChunkKey = Pick<Chunk, "planId" | "wave" | "nth">;

export const keepLease = (tx: StoreTx, { planId, wave, nth }: ChunkKey) => tx`
  update chunks set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
  where store_id = ${tx.storeId} and plan_id = ${planId} and wave = ${wave} and nth = ${nth}`;

/** Done where nobody is left; else for the others, later. */
export const endChunk = (tx: StoreTx, { planId, wave, nth }: ChunkKey) => tx`
  delete from chunks where store_id = ${tx.storeId} and plan_id = ${planId} and wave = ${wave} and nth = ${nth}`;

/** `isCounted`: whether this was one of the tries that a message gets. */
export const postponeChunk = (
  tx: StoreTx,
  { planId, wave, nth }: ChunkKey,
  left: readonly SubscriptionId[],
  { seconds, isCounted }: { readonly seconds: number; readonly isCounted: boolean },
) => tx`
  update chunks set subscription_ids = ${left}::bigint[], leased_until = now() + make_interval(secs => ${seconds}),
    tries = greatest(tries - case when ${isCounted} then 0 else 1 end, 0)
  where store_id = ${tx.storeId} and plan_id = ${planId} and wave = ${wave} and nth = ${nth}`;

export const dropChunks = (tx: StoreTx, planId: PlanId) => tx<{ subscriptionIds: SubscriptionId[] }>`
  delete from chunks where store_id = ${tx.storeId} and plan_id = ${planId} returning subscription_ids as "subscriptionIds"`;

/** It may be held or cancelled at any moment, and the store's alerts stopped. */
export async function findPlanState(tx: StoreTx, id: PlanId) {
  const [row] = await tx<{
    state: number;
    reason: string | null;
    brake: string | null;
    variantId: VariantId;
    number: number;
    offer: AlertPolicy["offer"] | null;
  }>`
    select state, reason, variant_id as "variantId", number, policy -> 'offer' as offer, (select b.reason from brakes b where b.store_id = ${tx.storeId}) as brake
    from plans where store_id = ${tx.storeId} and id = ${id}`;
  return row && { ...row, state: PLAN_STATES[row.state] };
}

/** It goes on by itself when the reason is gone. */
export const setPlanReason = (tx: StoreTx, id: PlanId, reason: string | null) => tx`
  update plans set reason = ${reason} where store_id = ${tx.storeId} and id = ${id}`;

export const holdPlan = (tx: StoreTx, id: PlanId, reason: string) => tx`
  update plans set state = 1, next_at = null, reason = ${reason}
  where store_id = ${tx.storeId} and id = ${id} and state in (0, 2)`;

// ---- the brake ----

export const insertBrake = (tx: StoreTx, reason: string) => tx`
  insert into brakes (store_id, reason) values (${tx.storeId}, ${reason}) on conflict (store_id) do nothing`;

export const deleteBrake = (tx: StoreTx) => tx<{ reason: string }>`
  delete from brakes where store_id = ${tx.storeId} returning reason`;

/** Whatever is under way. */
export const holdPlans = (tx: StoreTx, reason: string) => tx`
  update plans set state = 1, next_at = null, reason = ${reason} where store_id = ${tx.storeId} and state = 0`;

/** What the brake held goes on; what the merchant held does not. */
export const releasePlans = (tx: StoreTx, reason: string) => tx<{ id: PlanId }>`
  update plans set state = 0, next_at = now(), reason = null
  where store_id = ${tx.storeId} and state = 1 and reason = ${reason} returning id`;

/** Of the plans that had a wave in the last month, so that no other row is looked at. */
export async function countSent(tx: StoreTx, days: number): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(*)::int as count from deliveries
    where store_id = ${tx.storeId} and state = 1 and at > now() - make_interval(days => ${days})
      and plan_id in (select plan_id from waves where store_id = ${tx.storeId} and begun_at > now() - interval '30 days')`;
  return row?.count ?? 0;
}

// ---- deliveries ----

export const DELIVERY_STATES = ["begun", "sent", "skipped", "failed", "ambiguous"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Of the ids, those with a delivery already, and how it ended. */
export async function findDeliveries(tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[]) {
  const rows = await tx<{ id: SubscriptionId; state: number }>`
    select subscription_id as id, state from deliveries
    where store_id = ${tx.storeId} and plan_id = ${planId} and subscription_id = any(${ids}::bigint[])`;
  return new Map(rows.map(({ id, state }) => [id, DELIVERY_STATES[state] ?? "begun"]));
}

/** Right before they are handed over: a row that is still so after a crash is one nobody knows the end of. */
export const beginDeliveries = (tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[]) => tx`
  insert into deliveries (plan_id, subscription_id, store_id, state)
  select ${planId}, id, ${tx.storeId}, 0 from unnest(${ids}::bigint[]) as begun (id) order by id
  on conflict (plan_id, subscription_id) do nothing`;

/** The provider said that it did not take them. */
export async function forgetBegun(tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    delete from deliveries
    where store_id = ${tx.storeId} and plan_id = ${planId} and subscription_id = any(${ids}::bigint[]) and state = 0`;
}

export type DeliveryOutcome = { readonly id: SubscriptionId; readonly state: DeliveryState };

export const storeDeliveries = (tx: StoreTx, planId: PlanId, outcomes: readonly DeliveryOutcome[]) => tx`
  insert into deliveries as d (plan_id, subscription_id, store_id, state)
  select ${planId}, id, ${tx.storeId}, state
  from unnest(${outcomes.map((one) => one.id)}::bigint[], ${outcomes.map((one) => DELIVERY_STATES.indexOf(one.state))}::smallint[]) as told (id, state)
  order by id
  on conflict (plan_id, subscription_id) do update set state = excluded.state, at = clock_timestamp(), tries = d.tries + 1
  where d.state = 0`;

export type DeliveryCounts = Readonly<Partial<Record<DeliveryState, number>>>;

export async function countDeliveries(tx: StoreTx, planId: PlanId): Promise<DeliveryCounts> {
  const rows = await tx<{ state: number; count: number }>`
    select state, count(*)::int as count from deliveries where store_id = ${tx.storeId} and plan_id = ${planId} group by state`;
  return Object.fromEntries(rows.map(({ state, count }) => [DELIVERY_STATES[state], count]));
}

// ---- offers ----

export const OFFER_STATES = ["chosen", "open", "accepted", "passed", "expired", "bought"] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** One wave at a time counts what is held of a variant, whichever restock it is of. */
export const lockOffers = (tx: StoreTx, variantId: VariantId) =>
  tx`select pg_advisory_xact_lock(hashtextextended('offers:' || ${tx.storeId}::text || ':' || ${variantId}::text, 0))`;

/** Units held of a variant. Nothing is held for whoever left meanwhile. */
export async function countHeld(tx: StoreTx, variantId: VariantId): Promise<number> {
  const [row] = await tx<{ units: number }>`
    select coalesce(sum(o.units), 0)::int as units
    from offers o join subscriptions s on s.store_id = o.store_id and s.id = o.subscription_id and s.state in (1, 2)
    where o.store_id = ${tx.storeId} and o.variant_id = ${variantId} and o.state < 3`;
  return row?.units ?? 0;
}

/** To the full minute, so that what a message says of it is true. */
export async function offerUntil(tx: StoreTx, minutes: number): Promise<Date> {
  const [row] = await tx<{ until: Date }>`
    select date_trunc('minute', now()) + make_interval(mins => ${minutes + 1}) as until`;
  if (!row) throw new Error("The database does not know the time");
  return row.until;
}

export const openOffers = (tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[], until: Date) => tx`
  update offers set state = 1, until = ${until}
  where store_id = ${tx.storeId} and plan_id = ${planId} and subscription_id = any(${ids}::bigint[]) and state = 0`;

/** Those who were chosen and not told after all; `null`: all of the plan. */
export const dropChosen = (tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[] | null) => tx`
  delete from offers
  where store_id = ${tx.storeId} and plan_id = ${planId} and state = 0
    and (${ids}::bigint[] is null or subscription_id = any(${ids}::bigint[]))`;

export type Offer = {
  readonly planId: PlanId;
  readonly subscriptionId: SubscriptionId;
  readonly variantId: VariantId;
  readonly units: number;
  readonly until: Date;
  readonly state: OfferState;
  /** By the database's clock. */
  readonly isOver: boolean;
};
type OfferKey = Pick<Offer, "planId" | "subscriptionId">;

export async function findOffer(tx: StoreTx, { planId, subscriptionId }: OfferKey): Promise<Offer | undefined> {
  const [row] = await tx<Omit<Offer, "state"> & { state: number }>`
    select plan_id as "planId", subscription_id as "subscriptionId", variant_id as "variantId", units, until, state, until <= now() as "isOver"
    from offers where store_id = ${tx.storeId} and plan_id = ${planId} and subscription_id = ${subscriptionId} and state > 0`;
  return row && { ...row, state: OFFER_STATES[row.state] ?? "expired" };
}

/** Of all who answer at once, one finds it open. */
export async function answerOpenOffer(
  tx: StoreTx,
  { planId, subscriptionId }: OfferKey,
  answer: "accepted" | "passed",
): Promise<boolean> {
  const answered = await tx<{ done: boolean }>`
    update offers o set state = ${OFFER_STATES.indexOf(answer)}
    where o.store_id = ${tx.storeId} and o.plan_id = ${planId} and o.subscription_id = ${subscriptionId}
      and o.state = 1 and o.until > clock_timestamp()
    returning true as done`;
  return answered.length === 1;
}

export type EndedOffer = OfferKey & {
  readonly variantId: VariantId;
  readonly wasAccepted: boolean;
  readonly after: "keep" | "leave";
};

/** What somebody is answering right now is left for the next look. */
export const expireOffers = (tx: StoreTx, limit: number) => tx<EndedOffer>`
  with due as (
    select plan_id, subscription_id, state from offers
    where store_id = ${tx.storeId} and state in (1, 2) and until <= now()
    order by plan_id, subscription_id limit ${limit} for update skip locked
  )
  update offers o set state = 4 from due, plans p
  where o.plan_id = due.plan_id and o.subscription_id = due.subscription_id and o.store_id = ${tx.storeId}
    and p.store_id = o.store_id and p.id = o.plan_id
  returning o.plan_id as "planId", o.subscription_id as "subscriptionId", o.variant_id as "variantId",
    due.state = 2 as "wasAccepted", p.policy -> 'offer' ->> 'after' as after`;

export const findStoresWithOffersOver = (tx: SystemTx) => tx<{ storeId: StoreId }>`
  select distinct store_id as "storeId" from offers where state in (1, 2) and until <= now() limit 100`;

/** Ends what is still held for these, as passed or as bought. */
export const closeOffers = (tx: StoreTx, ids: readonly SubscriptionId[], as: "passed" | "bought") => tx<{
  planId: PlanId;
  variantId: VariantId;
}>`
  update offers set state = ${OFFER_STATES.indexOf(as)}
  where store_id = ${tx.storeId} and subscription_id = any(${ids}::bigint[]) and state in (1, 2)
  returning plan_id as "planId", variant_id as "variantId"`;

export type OfferCounts = Readonly<Partial<Record<OfferState, number>>>;

export async function countOffers(tx: StoreTx, planId: PlanId): Promise<OfferCounts> {
  const rows = await tx<{ state: number; count: number }>`
    select state, count(*)::int as count from offers where store_id = ${tx.storeId} and plan_id = ${planId} group by state`;
  return Object.fromEntries(rows.map(({ state, count }) => [OFFER_STATES[state], count]));
}
