import type { StoreTx } from "../../../platform/db/db.ts";
import { fragment, fragmentWith } from "../../../platform/db/fragment.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Money } from "../money.ts";
import type { DayRange } from "../range.ts";
import type { Place } from "../ranking.ts";
import type { Counts } from "../rollups/counters.ts";
import { COUNTER_SUMS, TOPICS_MAX } from "../sql.ts";

// Each order has an index that ends with the variant, so that a page begins where the one before ended.

export type DemandSort = "people" | "units" | "value" | "saves";
export type RankedVariant = Place & { readonly variantId: VariantId };
type Start = Place | undefined;

/** The index compares whole numbers only with whole numbers. */
const after = (column: "people" | "units" | "lists" | "value", start: Start) =>
  start
    ? fragmentWith`(${fragment(column)}, variant_id) < (${start.key}::${fragment(column === "value" ? "numeric" : "bigint")}, ${start.variantId}::bigint)`
    : fragment("true");

/** The variants of a topic that most people wait for, or most units, after `start`. */
export const rankWaiting = (tx: StoreTx, column: "people" | "units", topic: string, start: Start, limit: number) =>
  tx<RankedVariant>`
    select variant_id as "variantId", ${fragment(column)}::text as key from demand
    where store_id = ${tx.storeId} and topic = ${topic} and ${after(column, start)}
    order by ${fragment(column)} desc, variant_id desc limit ${limit}`;

/** Those whose line is worth most, in one currency. */
export const rankByValue = (tx: StoreTx, topic: string, currency: string, start: Start, limit: number) =>
  tx<RankedVariant>`
    select variant_id as "variantId", value::text as key from demand
    where store_id = ${tx.storeId} and topic = ${topic} and currency = ${currency} and value is not null and ${after("value", start)}
    order by value desc, variant_id desc limit ${limit}`;

/** Those that are on most lists. */
export const rankBySaves = (tx: StoreTx, start: Start, limit: number) => tx<RankedVariant>`
  select variant_id as "variantId", lists::text as key from variant_saves
  where store_id = ${tx.storeId} and ${after("lists", start)}
  order by lists desc, variant_id desc limit ${limit}`;

/** The currency in which most units of a topic are worth something. */
export async function findMainCurrency(tx: StoreTx, topic: string): Promise<string | null> {
  const [row] = await tx<{ currency: string }>`
    select currency from store_demand where store_id = ${tx.storeId} and topic = ${topic} and currency <> ''
    order by units desc, currency limit 1`;
  return row?.currency ?? null;
}

export type LineFigures = {
  readonly variantId: VariantId;
  readonly topic: string;
  readonly people: number;
  readonly units: number;
  readonly price: string | null;
  readonly currency: string;
  readonly value: string | null;
};

/** The lines of a variant, those with most people. Browsers choose the topics, so there may be any number. */
export const findLineFigures = (tx: StoreTx, id: VariantId) => tx<LineFigures>`
  select variant_id as "variantId", topic, people, units, trim_scale(price)::text as price, currency, trim_scale(value)::text as value
  from (
    select * from demand where store_id = ${tx.storeId} and variant_id = ${id} order by people desc, topic limit ${TOPICS_MAX}
  ) as line order by topic`;

export type ShownFigures = Omit<LineFigures, "topic"> & {
  readonly lists: number;
  /** The days with sign-ups, and how many. */
  readonly days: readonly string[];
  readonly signedUp: readonly number[];
};

/** What a list shows of each variant: its line under a topic, its saves, and its sign-ups in a range of days. */
export const findShownFigures = (tx: StoreTx, ids: readonly VariantId[], topic: string, { from, to }: DayRange) =>
  tx<ShownFigures>`
    select sought.id as "variantId", coalesce(d.people, 0) as people, coalesce(d.units, 0) as units, trim_scale(d.price)::text as price,
      coalesce(d.currency, '') as currency, trim_scale(d.value)::text as value, coalesce(s.lists, 0) as lists, trend.days, trend."signedUp"
    from unnest(${ids}::bigint[]) as sought (id)
    left join lateral (
      select * from demand d where d.store_id = ${tx.storeId} and d.variant_id = sought.id and d.topic = ${topic} offset 0
    ) as d on true
    left join lateral (
      select lists from variant_saves s where s.store_id = ${tx.storeId} and s.variant_id = sought.id offset 0
    ) as s on true
    cross join lateral (
      select coalesce(array_agg(day::text), '{}') as days, coalesce(array_agg(signed_up), '{}') as "signedUp" from variant_days d
      where d.store_id = ${tx.storeId} and d.variant_id = sought.id and d.day between ${from}::date and ${to}::date
        and d.topic = ${topic} and d.currency = '' and d.signed_up > 0
    ) as trend`;

export type VariantDay = Counts & { readonly day: string };

/** What happened to a variant on each day, without days on which nothing did. */
export const findVariantDays = (tx: StoreTx, id: VariantId, { from, to }: DayRange) => tx<VariantDay>`
  select day::text, ${COUNTER_SUMS} from variant_days
  where store_id = ${tx.storeId} and variant_id = ${id} and day between ${from}::date and ${to}::date
  group by day order by day`;

export const findVariantRevenue = (tx: StoreTx, id: VariantId, { from, to }: DayRange) =>
  tx<Money & { readonly day: string }>`
    select day::text, currency, trim_scale(sum(revenue))::text as amount from variant_days
    where store_id = ${tx.storeId} and variant_id = ${id} and day between ${from}::date and ${to}::date and currency <> ''
    group by day, currency order by day, currency`;
