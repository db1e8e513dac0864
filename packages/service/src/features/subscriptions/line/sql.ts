import type { Runner, Statement, StoreTx } from "../../../platform/db/db.ts";
import type { ContactId, StoreId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import type { Medium } from "../address.ts";
import type { ClientProduct } from "../client-product.ts";
import { BOUGHT, NOTIFIED, OFFERED, WAITING } from "../state.ts";
import type { SubscriptionKey } from "../subscription-key.ts";

type RecipientRow = {
  readonly id: SubscriptionId;
  readonly contactId: ContactId;
  readonly variantId: VariantId;
  readonly topic: string;
  readonly state: number;
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

export const findRecipients = (tx: StoreTx, ids: readonly SubscriptionId[]) =>
  tx<RecipientRow>`
    select s.id, s.contact_id as "contactId", s.variant_id as "variantId", s.topic, s.state, s.quantity, s.extras, s.client_product as "clientProduct",
      p.address_hash is not null as "isSuppressed", c.medium, c.value, c.address_hash as "addressHash",
      c.locale, c.currency, c.time_zone as "timeZone"
    from subscriptions s
    join contacts c on c.store_id = s.store_id and c.id = s.contact_id
    left join suppressions p on p.store_id = c.store_id and p.address_hash = c.address_hash
    where s.store_id = ${tx.storeId} and s.id = any(${ids}::bigint[])
    order by s.id`;

type OutcomeRow = {
  readonly id: SubscriptionId;
  readonly planId: string | null;
  readonly state: number | null;
  readonly reason: string;
};

/** Changes the state only from waiting or offered, and from notified to bought: a person who unsubscribed meanwhile stays
 *  unsubscribed. Every outcome gets a ledger row, also one that changes no state. */
const RECORD_OUTCOMES: Statement = {
  name: "record-outcomes",
  text: `with outcomes as materialized (
      select * from unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::text[]) as outcomes (id, plan_id, state, reason)
      order by id
    ), changed as (
      update subscriptions s set state = outcomes.state from outcomes
      where s.store_id = $1 and s.id = outcomes.id and s.state <> outcomes.state
        and (s.state in (${WAITING.text}, ${OFFERED.text}) or (s.state = ${NOTIFIED.text} and outcomes.state = ${BOUGHT.text}))
      returning s.id, outcomes.plan_id, outcomes.state, outcomes.reason
    ), unchanged as (
      select * from outcomes where id not in (select id from changed)
    ), logged as (
      insert into ledger (store_id, subscription_id, plan_id, state, reason)
      select $1, id, plan_id, state, reason from changed
      union all
      select $1, s.id, unchanged.plan_id, coalesce(unchanged.state, s.state), unchanged.reason
      from unchanged join subscriptions s on s.store_id = $1 and s.id = unchanged.id
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
      select from subscriptions s
      where s.store_id = sought.store_id and s.variant_id = sought.variant_id and s.topic = sought.topic and s.state = ${WAITING.text}
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
    select count(*)::int as count from subscriptions
    where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic} and state = ${WAITING}`;
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
    select s.id, s.state, s.quantity, s.signed_up_at as "signedUpAt", case when s.state = ${WAITING} then (
      select count(*)::int from subscriptions o
      where o.store_id = s.store_id and o.variant_id = s.variant_id and o.topic = s.topic and o.state = ${WAITING}
        and (o.signed_up_at, o.id) <= (s.signed_up_at, s.id)
    ) end as place
    from contacts c join subscriptions s on s.store_id = c.store_id and s.contact_id = c.id
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
