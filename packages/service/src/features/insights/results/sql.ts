import type { StoreTx } from "../../../platform/db/db.ts";
import { fragment, fragmentWith } from "../../../platform/db/fragment.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Money } from "../money.ts";
import type { DayRange } from "../range.ts";
import type { Place } from "../ranking.ts";

/** What alerts brought in. */
export type ResultCounts = {
  readonly notified: number;
  readonly clicked: number;
  readonly bought: number;
  readonly units: number;
};
const RESULT_SUMS = fragment(
  "sum(notified)::float8 as notified, sum(clicked)::float8 as clicked, sum(bought)::float8 as bought, sum(units)::float8 as units",
);
/** The rows of the indexes `variant_days_results` and `variant_days_results_of_variant`. */
const HAS_RESULTS = fragment("(notified > 0 or clicked > 0 or bought > 0 or units <> 0)");
/** A condition only when a topic is given: a generic plan cannot use an index for "the topic, if there is one". */
const isOf = (topic: string | null) => (topic === null ? fragment("true") : fragmentWith`topic = ${topic}`);
/** The money of each currency as JSON, in a group. */
const REVENUE =
  fragment(`coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', trim_scale(revenue)::text) order by currency)
    filter (where currency <> ''), '[]') as revenue`);

export type DayResult = ResultCounts & {
  readonly day: string;
  readonly topic: string;
  readonly revenue: readonly Money[];
};

/** The results of each day and topic, the newest first: of the store, or of one variant. */
export const selectDays = (
  tx: StoreTx,
  { from, to, topic, variantId }: DayRange & { readonly topic: string | null; readonly variantId: VariantId | null },
  before: { readonly day: string; readonly topic: string } | undefined,
  limit: number,
) => {
  const rows = variantId
    ? fragmentWith`variant_days where store_id = ${tx.storeId} and variant_id = ${variantId}`
    : fragmentWith`store_days where store_id = ${tx.storeId}`;
  const start = before ? fragmentWith`(day, topic) < (${before.day}::date, ${before.topic})` : fragment("true");
  return tx<DayResult>`
    select day::text, topic, ${RESULT_SUMS}, ${REVENUE}
    from ${rows} and day between ${from}::date and ${to}::date and ${isOf(topic)}
      and ${HAS_RESULTS} and ${start}
    group by day, topic order by day desc, topic desc limit ${limit}`;
};

export type ResultSort = "notified" | "clicked" | "bought" | "units" | "revenue";
export type RankedResult = Place & { readonly variantId: VariantId };

/** The variants with the best results of a range, of one topic or all. By revenue, of one currency. */
export const rankVariants = (
  tx: StoreTx,
  {
    from,
    to,
    topic,
    sort,
    currency,
  }: DayRange & { readonly topic: string | null; readonly sort: ResultSort; readonly currency: string | null },
  after: Place | undefined,
  limit: number,
) => {
  const ranked = fragment(sort);
  const counts = sort === "revenue" ? fragmentWith`currency = ${currency} and revenue <> 0` : fragment(`${sort} <> 0`);
  const start = after
    ? fragmentWith`(key, "variantId") < (${after.key}::numeric, ${after.variantId}::bigint)`
    : fragment("true");
  return tx<RankedResult>`
    select "variantId", key::text from (
      select variant_id as "variantId", sum(${ranked})::numeric as key from variant_days
      where store_id = ${tx.storeId} and day between ${from}::date and ${to}::date and ${HAS_RESULTS} and ${counts}
        and ${isOf(topic)}
      group by variant_id
    ) as ranked
    where ${start} order by ranked.key desc, ranked."variantId" desc limit ${limit}`; // `key` alone would be the text
};

/** The results of these variants by currency. Counts have none. */
export const sumResults = (
  tx: StoreTx,
  ids: readonly VariantId[],
  { from, to, topic }: DayRange & { readonly topic: string | null },
) => tx<ResultCounts & Money & { readonly variantId: VariantId }>`
  select d.variant_id as "variantId", d.currency, ${RESULT_SUMS}, trim_scale(sum(d.revenue))::text as amount
  from unnest(${ids}::bigint[]) as sought (id)
  cross join lateral (
    select variant_id, currency, notified, clicked, bought, units, revenue from variant_days d
    where d.store_id = ${tx.storeId} and d.variant_id = sought.id and d.day between ${from}::date and ${to}::date
      and ${isOf(topic)} and ${HAS_RESULTS} offset 0
  ) as d
  group by 1, 2 order by 1, 2`;

/** The currency with the most units sold in a range, of one topic or all. One whose orders were all cancelled has no results. */
export async function findMainCurrency(
  tx: StoreTx,
  { from, to, topic }: DayRange & { readonly topic: string | null },
): Promise<string | null> {
  const [row] = await tx<{ currency: string }>`
    select currency from store_days
    where store_id = ${tx.storeId} and day between ${from}::date and ${to}::date and currency <> '' and ${isOf(topic)}
    group by currency having sum(revenue) <> 0 order by sum(units) desc, currency limit 1`;
  return row?.currency ?? null;
}
