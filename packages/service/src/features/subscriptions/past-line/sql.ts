import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, SubscriptionId } from "../../../platform/ids.ts";
import type { Medium } from "../address.ts";
import { rowOf } from "../line/range.ts";
import type { SubscriptionKey } from "../subscription-key.ts";

export type LineKey = Pick<SubscriptionKey, "variantId" | "topic">;

/** Times are in microseconds, as the places in line. */
export type LineMember = {
  readonly id: SubscriptionId;
  /** Null for someone who does not wait now. */
  readonly place: number | null;
  readonly quantity: number;
};

/** How many people ever signed up for this line, up to `limit`. */
export const countMembers = (tx: StoreTx, { variantId, topic }: LineKey, limit: number) => tx<{ count: number }>`
  select count(*)::int as count from (
    select from subscriptions where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic} limit ${limit}
  ) as found`;

/** Everyone who ever signed up for this line, in the order of their ids. They are limited before they are put in order: with
 *  the order, Postgres may read all subscriptions of the store. */
export const findMembers = (tx: StoreTx, { variantId, topic }: LineKey, limit: number) => tx<LineMember>`
  select s.id, w.place::float8, coalesce(w.quantity, s.quantity) as quantity
  from (
    select store_id, id, quantity from subscriptions
    where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic} limit ${limit}
  ) as s left join lateral (
    select w.place, w.quantity from waiting w where ${rowOf("s")} limit 1
  ) as w on true
  order by s.id`;

export type PastEntry = {
  readonly id: SubscriptionId;
  readonly at: number;
  readonly state: number;
  readonly planId: PlanId | null;
  readonly waitedSince: number | null;
  readonly quantity: number | null;
  readonly reason: string;
};

/** The ledgers of these subscriptions, up to `limit` rows: the newest `each` of each one, oldest first. */
export const findLedgers = (tx: StoreTx, ids: readonly SubscriptionId[], each: number, limit: number) => tx<PastEntry>`
  select sought.id::text, l.at, l.state, l.plan_id as "planId", l.waited_since as "waitedSince", l.quantity, l.reason
  from unnest(${ids}::bigint[]) as sought (id) cross join lateral (
    select line_place(l.at)::float8 as at, l.state, l.plan_id, line_place(l.waited_since)::float8 as waited_since, l.quantity, l.reason
    from ledger l where l.store_id = ${tx.storeId} and l.subscription_id = sought.id order by l.at desc limit ${each}
  ) as l
  order by sought.id, l.at limit ${limit}`;

export const findAddresses = (tx: StoreTx, ids: readonly SubscriptionId[]) => tx<{
  id: SubscriptionId;
  medium: Medium;
  value: string;
}>`
  select s.id, c.medium, c.value from unnest(${ids}::bigint[]) as sought (id)
  join subscriptions s on s.store_id = ${tx.storeId} and s.id = sought.id
  join contacts c on c.store_id = ${tx.storeId} and c.id = s.contact_id`;
