import type { Runner, Statement, StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { fragment, literal } from "../../../platform/db/fragment.ts";
import type { PlanId, StoreId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { STATES } from "../../subscriptions/state.ts";
import { type AfterOffer, FIRST_ENDED_OFFER, OFFER_STATES, type Offer, offerStateName } from "./offer.ts";

const CHOSEN = literal(OFFER_STATES.chosen);
const OPEN = literal(OFFER_STATES.open);
const ACCEPTED = literal(OFFER_STATES.accepted);
const PASSED = literal(OFFER_STATES.passed);
const EXPIRED = literal(OFFER_STATES.expired);
/** Whether the shopper of offer `o` has an offer by their subscription. False when they left, also when they came back. */
const IS_OFFERED = fragment(`coalesce((
      select s.state = ${STATES.offered} from subscriptions s where s.store_id = o.store_id and s.id = o.subscription_id limit 1
    ), false)`);

/** When an offer made now ends: at a full minute, so that the time in the message is exact. */
export async function getOfferEnd(tx: StoreTx, minutes: number): Promise<Date> {
  const [row] = await tx<{ until: Date }>`
    select date_trunc('minute', now()) + make_interval(mins => ${minutes + 1}) as until`;
  if (!row) throw new Error("The database returned no time");
  return row.until;
}

export const openOffers = (tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[], until: Date) => tx`
  update offers set state = ${OPEN}, until = ${until}
  where store_id = ${tx.storeId} and plan_id = ${planId} and subscription_id = any(${ids}::bigint[]) and state = ${CHOSEN}`;

/** Finds the shoppers for whom a plan has reserved units, and who got no message yet. */
export async function findUnsent(tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[]) {
  const rows = await tx<{ id: SubscriptionId }>`
    select subscription_id as id from offers
    where store_id = ${tx.storeId} and plan_id = ${planId} and subscription_id = any(${ids}::bigint[]) and state = ${CHOSEN}`;
  return new Set(rows.map(({ id }) => id));
}

/** The plans that have reserved units for these shoppers, who got no message yet. */
export const findPlansWithUnsent = (tx: StoreTx, ids: readonly SubscriptionId[]) => tx<{
  id: PlanId;
  variantId: VariantId;
}>`
  select distinct plan_id as id, variant_id as "variantId" from offers
  where store_id = ${tx.storeId} and subscription_id = any(${ids}::bigint[]) and state = ${CHOSEN} order by plan_id`;

type OfferKey = Pick<Offer, "planId" | "subscriptionId">;

/** Finds an offer whose message was sent. */
export async function findOffer(tx: StoreTx, { planId, subscriptionId }: OfferKey): Promise<Offer | undefined> {
  const [row] = await tx<Omit<Offer, "state"> & { state: number }>`
    select plan_id as "planId", subscription_id as "subscriptionId", variant_id as "variantId", units, until, state, until <= now() as "isOver"
    from offers where store_id = ${tx.storeId} and plan_id = ${planId} and subscription_id = ${subscriptionId} and state > ${CHOSEN}`;
  return row && { ...row, state: offerStateName(row.state) };
}

export async function findAfterOffer(tx: StoreTx, planId: PlanId): Promise<AfterOffer | undefined> {
  const [row] = await tx<{ after: AfterOffer | null }>`
    select policy -> 'offer' ->> 'after' as after from plans where store_id = ${tx.storeId} and id = ${planId}`;
  return row?.after ?? undefined;
}

/** Returns whether this answer counts: only the first of several does, and only before the offer ends. */
export async function answerOpenOffer(
  tx: StoreTx,
  { planId, subscriptionId }: OfferKey,
  answer: "accepted" | "passed",
): Promise<boolean> {
  const answered = await tx<{ isAnswered: boolean }>`
    update offers o set state = ${OFFER_STATES[answer]}
    where o.store_id = ${tx.storeId} and o.plan_id = ${planId} and o.subscription_id = ${subscriptionId}
      and o.state = ${OPEN} and o.until > clock_timestamp()
    returning true as "isAnswered"`;
  return answered.length === 1;
}

export type ExpiredOffer = OfferKey & {
  readonly variantId: VariantId;
  readonly wasAccepted: boolean;
  readonly after: AfterOffer;
  /** False for a shopper who left, also when they came back: the offer ends, and they stay as they are. */
  readonly isOffered: boolean;
};

/** Skips offers that are being answered at this moment: the next call finds them if they are still open. */
export const expireOffers = (tx: StoreTx, limit: number) => tx<ExpiredOffer>`
  with due as (
    select plan_id, subscription_id, state from offers
    where store_id = ${tx.storeId} and state in (${OPEN}, ${ACCEPTED}) and until <= now()
    order by plan_id, subscription_id limit ${limit} for update skip locked
  )
  update offers o set state = ${EXPIRED} from due, plans p
  where o.plan_id = due.plan_id and o.subscription_id = due.subscription_id and o.store_id = ${tx.storeId}
    and p.store_id = o.store_id and p.id = o.plan_id
  returning o.plan_id as "planId", o.subscription_id as "subscriptionId", o.variant_id as "variantId",
    due.state = ${ACCEPTED} as "wasAccepted", p.policy -> 'offer' ->> 'after' as after, ${IS_OFFERED} as "isOffered"`;

export const findStoresWithDueOffers = (tx: SystemTx) => tx<{ storeId: StoreId }>`
  select distinct store_id as "storeId" from offers where state in (${OPEN}, ${ACCEPTED}) and until <= now() limit 100`;

type ClosedOffer = OfferKey & { readonly variantId: VariantId };

/** Ends the open and accepted offers of shoppers who bought. */
export const closeBoughtOffers = (tx: StoreTx, ids: readonly SubscriptionId[]) => tx<ClosedOffer>`
  update offers set state = ${OFFER_STATES.bought}
  where store_id = ${tx.storeId} and subscription_id = any(${ids}::bigint[]) and state in (${OPEN}, ${ACCEPTED})
  returning plan_id as "planId", subscription_id as "subscriptionId", variant_id as "variantId"`;

/** Ends the offers of other plans that these shoppers left behind, because they have a new one. */
export const closeOlderOffers = (tx: StoreTx, planId: PlanId, ids: readonly SubscriptionId[]) => tx<ClosedOffer>`
  update offers set state = ${PASSED}
  where store_id = ${tx.storeId} and plan_id <> ${planId} and subscription_id = any(${ids}::bigint[]) and state in (${OPEN}, ${ACCEPTED})
  returning plan_id as "planId", subscription_id as "subscriptionId", variant_id as "variantId"`;

/** Ends the open and accepted offers of shoppers who left. One who came back may have a new offer by now, which stays. */
export const closeOffersOfLeavers = (tx: StoreTx, ids: readonly SubscriptionId[]) => tx<ClosedOffer>`
  update offers o set state = ${PASSED}
  where o.store_id = ${tx.storeId} and o.subscription_id = any(${ids}::bigint[]) and o.state in (${OPEN}, ${ACCEPTED})
    and not ${IS_OFFERED}
  returning o.plan_id as "planId", o.subscription_id as "subscriptionId", o.variant_id as "variantId"`;

export type VariantOfStore = { readonly storeId: StoreId; readonly variantId: VariantId };

const OFFERED_VARIANTS: Statement = {
  name: "offered-variants",
  text: `select sought.store_id as "storeId", sought.variant_id as "variantId"
    from unnest($1::int[], $2::bigint[]) as sought (store_id, variant_id)
    cross join lateral (
      select from offers o where o.store_id = sought.store_id and o.variant_id = sought.variant_id and o.state < ${FIRST_ENDED_OFFER}
      limit 1
    ) as offer`,
};
/** Which of these variants have units reserved. */
export const findOfferedVariants = (runner: Runner, variants: readonly VariantOfStore[]) =>
  runner.run<VariantOfStore>(OFFERED_VARIANTS, [
    variants.map((one) => one.storeId),
    variants.map((one) => one.variantId),
  ]);

export type SubscriptionOfStore = { readonly storeId: StoreId; readonly subscriptionId: SubscriptionId };

const OFFERED_PEOPLE: Statement = {
  name: "offered-people",
  text: `select sought.store_id as "storeId", sought.subscription_id as "subscriptionId"
    from unnest($1::int[], $2::bigint[]) as sought (store_id, subscription_id)
    cross join lateral (
      select from offers o
      where o.subscription_id = sought.subscription_id and o.store_id = sought.store_id and o.state < ${FIRST_ENDED_OFFER}
      limit 1
    ) as offer`,
};
/** Which of these subscriptions have units reserved. */
export const findOfferedPeople = (runner: Runner, subscriptions: readonly SubscriptionOfStore[]) =>
  runner.run<SubscriptionOfStore>(OFFERED_PEOPLE, [
    subscriptions.map((one) => one.storeId),
    subscriptions.map((one) => one.subscriptionId),
  ]);
