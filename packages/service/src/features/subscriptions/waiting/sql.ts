import type { StoreTx } from "../../../platform/db/db.ts";
import { fragment, fragmentWith } from "../../../platform/db/fragment.ts";
import type { SubscriptionId, VariantId } from "../../../platform/ids.ts";
import type { Medium } from "../address.ts";
import { inOrder, type Position } from "../line/range.ts";

const COMPARE = { oldest: fragment(">"), newest: fragment("<") };

/** When the first person in each of these lines joined it. */
export const findFirstPlaces = (tx: StoreTx, variantIds: readonly VariantId[], topic: string) =>
  tx<{ variantId: VariantId; since: Date }>`
    select sought.id as "variantId", 'epoch'::timestamptz + first.place * interval '1 microsecond' as since
    from unnest(${variantIds}::bigint[]) as sought (id)
    cross join lateral (
      select w.place from waiting w where w.store_id = ${tx.storeId} and w.variant_id = sought.id and w.topic = ${topic}
      order by w.place, w.subscription_id limit 1
    ) as first`;

export type LineBefore = { readonly variantId: VariantId; readonly topic: string; readonly joinedUntil: string };

/** How many people each of these lines has who joined it up to a place, in the order given. More than `max` are not counted. */
export const countBefore = (tx: StoreTx, lines: readonly LineBefore[], max: number) => tx<{ people: number }>`
  select line.people from unnest(
    ${lines.map(({ variantId }) => variantId)}::bigint[], ${lines.map(({ topic }) => topic)}::text[],
    ${lines.map(({ joinedUntil }) => joinedUntil)}::bigint[]
  ) with ordinality as sought (variant_id, topic, joined_until, number)
  cross join lateral (
    select count(*)::int as people from (
      select from waiting w where w.store_id = ${tx.storeId} and w.variant_id = sought.variant_id and w.topic = sought.topic
        and w.place <= sought.joined_until limit ${max}
    ) as counted
  ) as line
  order by sought.number`;

export type WantedRow = { readonly units: number; readonly people: number };

/** How many of the first `readMax` people in line want how many units. Those who want `most` or more are one row, with what they
 *  want on average. */
export const countByQuantity = (
  tx: StoreTx,
  { variantId, topic }: { readonly variantId: VariantId; readonly topic: string },
  { unitsMax, most, readMax }: { readonly unitsMax: number; readonly most: number; readonly readMax: number },
) => tx<WantedRow>`
  select avg(units)::float8 as units, count(*)::int as people from (
    select least(quantity, ${unitsMax}::int) as units from waiting
    where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic} order by place, subscription_id limit ${readMax}
  ) as line group by least(units, ${most}::int) order by 1`;

export type PriceTarget = {
  readonly currency: string;
  readonly price: string;
  readonly people: number;
  readonly units: number;
};

/** How many people are notified at each price or a lower one. The highest prices of each currency first. */
export const countPriceTargets = (tx: StoreTx, variantId: VariantId, limit: number) => tx<PriceTarget>`
  select currency, trim_scale(price_max)::text as price, count(*)::int as people, sum(quantity)::int as units
  from waiting where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = 'pricedrop' and price_max is not null
  group by currency, price_max order by currency, price_max desc limit ${limit}`;

export type PersonRow = {
  readonly id: SubscriptionId;
  readonly place: string;
  readonly since: Date;
  readonly quantity: number;
  readonly currency: string | null;
  readonly priceMax: string | null;
  readonly medium: Medium;
  readonly value: string;
  readonly addressHash: string;
  readonly locale: string | null;
};

export type ShownLine = {
  readonly variantId: VariantId;
  readonly topic: string;
  readonly order: "oldest" | "newest";
  /** Only people who joined up to this place. */
  readonly joinedUntil?: string;
};

/** People of a line in this order, after a position. */
export const selectLine = (
  tx: StoreTx,
  { variantId, topic, order, joinedUntil }: ShownLine,
  after: Position | undefined,
  limit: number,
) => {
  const start = after
    ? fragmentWith`(w.place, w.subscription_id) ${COMPARE[order]} (${after.at}::bigint, ${after.id}::bigint)`
    : fragment("true");
  // A condition that a parameter can switch off would only filter what the index has read.
  const end = joinedUntil === undefined ? fragment("true") : fragmentWith`w.place <= ${joinedUntil}::bigint`;
  return tx<PersonRow>`
  select w.subscription_id as id, w.place, 'epoch'::timestamptz + w.place * interval '1 microsecond' as since, w.quantity,
    w.currency, trim_scale(w.price_max)::text as "priceMax", c.medium, c.value, c.address_hash as "addressHash", c.locale
  from (
    select * from waiting w
    where w.store_id = ${tx.storeId} and w.variant_id = ${variantId} and w.topic = ${topic}
      and ${end} and ${start}
    order by ${fragment(inOrder(order))} limit ${limit}
  ) as w
  cross join lateral (
    select contact_id from subscriptions s where s.store_id = w.store_id and s.id = w.subscription_id offset 0
  ) as s
  cross join lateral (
    select medium, value, address_hash, locale from contacts c where c.store_id = w.store_id and c.id = s.contact_id offset 0
  ) as c
  order by ${fragment(inOrder(order))}`;
};
