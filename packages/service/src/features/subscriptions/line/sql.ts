import type { Runner, Statement, StoreTx } from "../../../platform/db/db.ts";
import type { ContactId, StoreId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import type { Medium } from "../address.ts";
import type { ClientProduct } from "../client-product.ts";
import { stateNow } from "../sql.ts";
import { BOUGHT, NOTIFIED, OFFERED, WAITING } from "../state.ts";
import type { SubscriptionKey } from "../subscription-key.ts";
import {
  columnOf,
  inOrder,
  isAfter,
  isUntil,
  type LineOrder,
  type LineRange,
  type PriceDrop,
  priceFits,
  rowOf,
} from "./range.ts";

export type RecipientRow = {
  readonly id: SubscriptionId;
  readonly contactId: ContactId;
  readonly place: string;
  /** The rank, for a draw. */
  readonly position?: string;
  readonly isSuppressed: boolean;
  readonly quantity: number;
  readonly extras: string | null;
  readonly clientProduct: ClientProduct | null;
  readonly medium: Medium;
  readonly value: string;
  readonly addressHash: string;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
};

// Postgres makes these plans while the tables are small. With `offset 0` each person looks up their own rows, so that a plan
// which reads all subscriptions of the store is not possible.
const RECIPIENT = `w.subscription_id as id, w.place, s.contact_id as "contactId", w.quantity, s.extras,
      s.client_product as "clientProduct", p.is_suppressed is not null as "isSuppressed", c.medium, c.value, c.address_hash as "addressHash",
      c.locale, c.currency, c.time_zone as "timeZone"`;
const WHO_AND_WHERE = `
    cross join lateral (
      select contact_id, extras, client_product from subscriptions s where s.store_id = w.store_id and s.id = w.subscription_id offset 0
    ) as s
    cross join lateral (
      select medium, value, address_hash, locale, currency, time_zone from contacts c where c.store_id = w.store_id and c.id = s.contact_id offset 0
    ) as c
    left join lateral (
      select true as is_suppressed from suppressions p where p.store_id = w.store_id and p.address_hash = c.address_hash offset 0
    ) as p on true`;

const recipientsInRange = (order: LineOrder): Statement => ({
  name: `recipients-${order}`,
  text: `select ${RECIPIENT}${order === "drawn" ? `, w.${columnOf(order)} as position` : ""}
    from (
      select * from waiting w
      where w.store_id = $1 and w.variant_id = $2 and w.topic = $3 and ${isAfter(order, "$4", "$5")} and ${isUntil(order, "$6", "$7")}
        and w.place <= $8 and ${priceFits("$9", "$10")}
      order by ${inOrder(order)} limit $11
    ) as w ${WHO_AND_WHERE}
    order by ${inOrder(order)}`,
});
const IN_RANGE = {
  oldest: recipientsInRange("oldest"),
  newest: recipientsInRange("newest"),
  drawn: recipientsInRange("drawn"),
};

export type LineKey = { readonly variantId: VariantId; readonly topic: string };

/** The first people of a range, in its order, with the position of each. */
export const findInRange = (
  tx: StoreTx,
  { variantId, topic }: LineKey,
  { order, next, last, joinedUntil }: LineRange,
  { price, limit }: { readonly price: PriceDrop | undefined; readonly limit: number },
) =>
  tx.run<RecipientRow>(IN_RANGE[order], [
    tx.storeId,
    variantId,
    topic,
    next.at,
    next.id,
    last.at,
    last.id,
    joinedUntil,
    price?.currency ?? null,
    price?.to ?? null,
    limit,
  ]);

const AMONG: Statement = {
  name: "recipients-among",
  text: `select ${RECIPIENT}, w.variant_id as "variantId", w.topic
    from unnest($2::bigint[]) with ordinality as sought (id, nth)
    cross join lateral (
      select * from waiting w where w.store_id = $1 and w.subscription_id = sought.id
        and ($3::bigint is null or w.place <= $3) offset 0
    ) as w ${WHO_AND_WHERE}
    order by sought.nth`,
};

/** Those of these people who are in line, in the given order. */
export const findAmong = (tx: StoreTx, ids: readonly SubscriptionId[], joinedUntil?: string) =>
  tx.run<RecipientRow & LineKey>(AMONG, [tx.storeId, ids, joinedUntil ?? null]);

export async function findProductAndZone(tx: StoreTx, id: SubscriptionId) {
  const [row] = await tx<{ variantId: VariantId; clientProduct: ClientProduct | null; timeZone: string | null }>`
    select s.variant_id as "variantId", s.client_product as "clientProduct", c.time_zone as "timeZone"
    from subscriptions s join contacts c on c.store_id = s.store_id and c.id = s.contact_id
    where s.store_id = ${tx.storeId} and s.id = ${id}`;
  return row;
}

export async function selectForChange(tx: StoreTx, id: SubscriptionId): Promise<LineKey | undefined> {
  const [row] = await tx<LineKey>`
    select variant_id as "variantId", topic from subscriptions
    where store_id = ${tx.storeId} and id = ${id} for no key update`;
  return row;
}

const LEAVE: Statement = {
  name: "leave-line",
  text: "delete from waiting where store_id = $1 and subscription_id = any($2::bigint[])",
};

export const deleteFromLine = (tx: StoreTx, ids: readonly SubscriptionId[]) =>
  tx.run(LEAVE, [tx.storeId, `{${ids.join(",")}}`]);

type OutcomeRow = {
  readonly id: SubscriptionId;
  readonly planId: string | null;
  readonly state: number | null;
  readonly reason: string | null;
};

/** Changes the state only from waiting or offered, and from notified to bought: a person who unsubscribed meanwhile stays
 *  unsubscribed. An outcome with a reason gets a ledger row, also one that changes no state. */
const RECORD_OUTCOMES: Statement = {
  name: "record-outcomes",
  text: `with outcomes as materialized (
      select outcomes.*, s.state_before
      from unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::text[]) as outcomes (id, plan_id, state, reason)
      cross join lateral (
        select ${stateNow("s").text} as state_before from subscriptions s where s.store_id = $1 and s.id = outcomes.id offset 0
      ) as s
      order by id
    ), changed as (
      update subscriptions s set state = outcomes.state from outcomes
      where s.store_id = $1 and s.id = outcomes.id and state_before <> outcomes.state
        and s.state in (${WAITING.text}, ${OFFERED.text}, ${NOTIFIED.text})
        and (state_before in (${WAITING.text}, ${OFFERED.text}) or (state_before = ${NOTIFIED.text} and outcomes.state = ${BOUGHT.text}))
      returning s.id, outcomes.plan_id, outcomes.state, outcomes.reason, s.quantity,
        case when state_before = ${WAITING.text} then s.signed_up_at end as waited_since
    ), unchanged as (
      select * from outcomes where id not in (select id from changed)
    ), logged as (
      insert into ledger (store_id, subscription_id, plan_id, state, reason, waited_since, quantity)
      select $1, id, plan_id, state, reason, waited_since, quantity from changed where reason is not null
      union all
      select $1, id, plan_id, coalesce(state, state_before), reason, null, null from unchanged where reason is not null
    )
    select id from changed`,
};

/** Returns the subscriptions whose state changed. */
export async function storeOutcomes(tx: StoreTx, outcomes: readonly OutcomeRow[]): Promise<SubscriptionId[]> {
  const rows = await tx.run<{ id: SubscriptionId }>(RECORD_OUTCOMES, [
    tx.storeId,
    outcomes.map((one) => one.id),
    outcomes.map((one) => one.planId),
    outcomes.map((one) => one.state),
    outcomes.map((one) => one.reason),
  ]);
  return rows.map(({ id }) => id);
}

/** The people who wait for a variant under a topic. */
export type Line = { readonly storeId: StoreId; readonly variantId: VariantId; readonly topic: string };

const LINES_WITH_PEOPLE: Statement = {
  name: "lines-with-people",
  text: `select sought.store_id as "storeId", sought.variant_id as "variantId", sought.topic
    from unnest($1::int[], $2::bigint[], $3::text[]) as sought (store_id, variant_id, topic)
    cross join lateral (
      select from waiting w
      where w.store_id = sought.store_id and w.variant_id = sought.variant_id and w.topic = sought.topic
      limit 1
    ) as someone`,
};
export const findLinesWithPeople = (runner: Runner, lines: readonly Line[]) =>
  runner.run<Line>(LINES_WITH_PEOPLE, [
    lines.map((line) => line.storeId),
    lines.map((line) => line.variantId),
    lines.map((line) => line.topic),
  ]);

export async function countInLine(tx: StoreTx, variantId: VariantId, topic: string): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(*)::int as count from waiting
    where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic}`;
  return row?.count ?? 0;
}

type LineRow = {
  readonly id: SubscriptionId;
  readonly state: number;
  readonly quantity: number;
  readonly signedUpAt: Date;
  /** The place in line by the time of sign-up, from 1; null when it is not waiting. */
  readonly place: number | null;
};

export async function findInLine(
  tx: StoreTx,
  { address: { medium, value }, variantId, topic }: SubscriptionKey,
): Promise<LineRow | undefined> {
  const [row] = await tx<LineRow>`
    select s.id, ${stateNow("s")} as state, s.quantity, s.signed_up_at as "signedUpAt", (
      select count(*)::int from waiting o
      where o.store_id = w.store_id and o.variant_id = w.variant_id and o.topic = w.topic
        and (o.place, o.subscription_id) <= (w.place, w.subscription_id)
      having w.place is not null
    ) as place
    from contacts c join subscriptions s on s.store_id = c.store_id and s.contact_id = c.id
    left join waiting w on ${rowOf("s")}
    where c.store_id = ${tx.storeId} and c.medium = ${medium} and c.value = ${value} and s.variant_id = ${variantId} and s.topic = ${topic}`;
  return row;
}

/** The newest sign-up request that is not confirmed. */
export async function findRequest(
  tx: StoreTx,
  { address: { medium, value }, variantId, topic }: SubscriptionKey,
): Promise<{ quantity: number; signedUpAt: Date } | undefined> {
  const [row] = await tx<{ quantity: number; signedUpAt: Date }>`
    select coalesce(quantity, 1) as quantity, requested_at as "signedUpAt" from sign_up_requests
    where store_id = ${tx.storeId} and medium = ${medium} and value = ${value} and variant_id = ${variantId} and topic = ${topic}
      and confirmed_at is null
    order by requested_at desc limit 1`;
  return row;
}

/** Newest first. */
export const findLedger = (tx: StoreTx, id: SubscriptionId, limit: number) =>
  tx<{ at: Date; state: number; reason: string; planId: string | null }>`
    select at, state, reason, plan_id as "planId" from ledger
    where store_id = ${tx.storeId} and subscription_id = ${id} order by at desc limit ${limit}`;
