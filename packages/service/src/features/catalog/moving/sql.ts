import type { StoreTx } from "../../../platform/db/db.ts";
import { inUtc, type Line, type LinePage } from "../../../platform/db/lines.ts";
import { toArray } from "../../../platform/db/to-array.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { MovedPrice, MovedStock, MovedVariant } from "./moved-variant.ts";
import { MARKET_END, PLATFORM_ID } from "./name-in-line.ts";

// Ids are given in the order of the file, and an export reads in the order of the ids: so the rows of an export that was
// imported come out in the same order again.

export const findVariants = (tx: StoreTx, platformIds: readonly string[]) => tx<{
  id: VariantId;
  platformId: string;
  productId: string | null;
  isExpiring: boolean;
}>`
  select id, platform_id as "platformId", product_id as "productId", unused_since is not null as "isExpiring" from variants
  where store_id = ${tx.storeId} and platform_id = any(${toArray(platformIds)}::text[])`;

/** Keeps variants that were about to expire, in id order. Returns those that are still there. The caller has locked the count, and
 *  with it whoever deletes variants. */
export const keepVariants = (tx: StoreTx, ids: readonly VariantId[]) => tx<{ id: VariantId }>`
  update variants set unused_since = null where store_id = ${tx.storeId} and id = any(array(
    select id from variants where store_id = ${tx.storeId} and id = any(${toArray(ids)}::bigint[]) order by id for no key update
  ))
  returning id`;

/** Calls that change the number of unknown variants wait for each other here. */
export async function lockCount(tx: StoreTx): Promise<void> {
  await tx`insert into variant_counts (store_id) values (${tx.storeId}) on conflict do nothing`;
  await tx`select from variant_counts where store_id = ${tx.storeId} for update`;
}

export type NewVariant = MovedVariant & {
  readonly id: string;
  /** The platform's id of the variant whose market this is. It has a row already. */
  readonly marketOf: string | null;
};

/** Expects each platform id once. Fills in the product of a variant that only shoppers have named so far. Returns the variants
 *  that are new or filled in. The caller has locked the count. */
export const insertVariants = (tx: StoreTx, variants: readonly NewVariant[]) => tx<{
  id: VariantId;
  platformId: string;
  isNew: boolean;
  hasProduct: boolean;
}>`
  insert into variants as v (id, store_id, platform_id, product_id, product, market_of, market_product)
  select sent.id, ${tx.storeId}, sent.platform_id, sent.product_id, sent.product, whole.id, sent.market_product
  from unnest(${toArray(variants.map((one) => one.id))}::bigint[], ${toArray(variants.map((one) => one.platformId))}::text[],
    ${toArray(variants.map((one) => one.productId))}::text[], ${toArray(variants.map((one) => one.product))}::jsonb[],
    ${toArray(variants.map((one) => one.marketOf))}::text[], ${toArray(variants.map((one) => one.marketProduct))}::jsonb[])
    as sent (id, platform_id, product_id, product, market_of, market_product)
  left join variants whole on whole.store_id = ${tx.storeId} and whole.platform_id = sent.market_of
  order by sent.platform_id -- as catalogue uploads do, so that neither waits for the other
  on conflict (store_id, platform_id) do update set product_id = coalesce(excluded.product_id, v.product_id), product = excluded.product,
    market_product = coalesce(v.market_product, excluded.market_product), updated_at = now(), unused_since = null
  where v.product is null and excluded.product is not null
  returning id, platform_id as "platformId", xmax = 0 as "isNew", product is not null as "hasProduct"`;

export const addToCount = (tx: StoreTx, unknown: number) => tx`
  update variant_counts set unknown = greatest(unknown + ${unknown}, 0) where store_id = ${tx.storeId}`;

type OfVariant<Row> = Omit<Row, "platformId"> & { readonly variantId: VariantId };

/** Returns how many are new. */
export async function insertPrices(tx: StoreTx, prices: readonly OfVariant<MovedPrice>[]): Promise<number> {
  const [row] = await tx<{ count: number }>`
    with stored as (
      insert into prices (store_id, variant_id, currency, price, compare_at, seen_at)
      select ${tx.storeId}, variant_id, currency, price, compare_at, seen_at
      from unnest(${toArray(prices.map((one) => one.variantId))}::bigint[], ${toArray(prices.map((one) => one.currency))}::text[],
        ${toArray(prices.map((one) => one.price))}::numeric[], ${toArray(prices.map((one) => one.compareAt))}::numeric[],
        ${toArray(prices.map((one) => one.seenAt))}::timestamptz[]) as sent (variant_id, currency, price, compare_at, seen_at)
      on conflict do nothing returning variant_id
    ), counted as (
      insert into price_counts as c (store_id, variant_id, prices)
      select ${tx.storeId}, variant_id, count(*) from stored group by 2
      on conflict (store_id, variant_id) do update set prices = c.prices + excluded.prices
    )
    select count(*)::int as count from stored`;
  return row?.count ?? 0;
}

/** The stock of now, without a restock: nobody is notified. What the store's own server has reported stays; a row without
 *  levels is none, but what a worker left that counted an empty market. Returns how many are new. */
export async function insertStock(tx: StoreTx, stock: readonly OfVariant<MovedStock>[]): Promise<number> {
  const [row] = await tx<{ count: number }>`
    with sent as materialized (
      select * from unnest(${toArray(stock.map((one) => one.variantId))}::bigint[], ${toArray(stock.map((one) => one.quantity))}::int[],
        ${toArray(stock.map((one) => one.arrived))}::int[], ${toArray(stock.map((one) => one.restocks))}::int[],
        ${toArray(stock.map((one) => one.isIn))}::boolean[], ${toArray(stock.map((one) => JSON.stringify(one.levels)))}::jsonb[])
        as sent (variant_id, quantity, arrived, restocks, is_in, levels)
    ), stored as (
      insert into stock as s (store_id, variant_id, quantity, arrived, restocks, is_in)
      select ${tx.storeId}, variant_id, quantity, arrived, restocks, is_in from sent order by variant_id
      on conflict (store_id, variant_id) do update
        set quantity = excluded.quantity, arrived = excluded.arrived, restocks = excluded.restocks, is_in = excluded.is_in
        where s.restocks = 0 and s.arrived = 0
          and not exists (select from stock_levels l where l.store_id = s.store_id and l.variant_id = s.variant_id)
      returning variant_id
    ), levelled as (
      insert into stock_levels (store_id, variant_id, location, quantity, occurred_at)
      select ${tx.storeId}, sent.variant_id, level.location, level.quantity, least(level.at, clock_timestamp())
      from sent cross join lateral jsonb_to_recordset(sent.levels) as level (location text, quantity int, at timestamptz)
      where sent.variant_id in (select variant_id from stored)
      on conflict do nothing
    )
    select count(*)::int as count from stored`;
  return row?.count ?? 0;
}

/** Sessions take ids in blocks, so a market may have a smaller id than its variant. It comes after all variants, in each file. */
type Which = { readonly areMarkets: boolean };

export const selectVariants = (tx: StoreTx, { after, until, limit }: LinePage, { areMarkets }: Which) => tx<Line>`
  select id::text as at, case when (market_of is not null) = ${areMarkets} then
    left(json_build_object('variant', ${PLATFORM_ID}, 'product', product_id, 'data', product)::text, -1)
      || coalesce(', "marketData" : ' || market_product::text, '') || ${MARKET_END} end as line
  from variants v where store_id = ${tx.storeId} and id > ${after}::bigint and id <= ${until}::bigint order by id limit ${limit}`;

/** `after` is a variant: all prices of a variant are on one page. */
export const selectPrices = (tx: StoreTx, { after, until, limit }: LinePage, { areMarkets }: Which) => tx<Line>`
  select v.id::text as at, case when p.currency is not null and (v.market_of is not null) = ${areMarkets} then left(json_build_object('variant', ${PLATFORM_ID}, 'currency', p.currency,
    'price', trim_scale(p.price), 'compareAt', trim_scale(p.compare_at), 'seenAt', ${inUtc("p.seen_at")})::text, -1) || ${MARKET_END} end as line
  from (
    select store_id, id, platform_id, market_of from variants
    where store_id = ${tx.storeId} and id > ${after}::bigint and id <= ${until}::bigint order by id limit ${limit}
  ) as v
  left join lateral (select * from prices p where p.store_id = v.store_id and p.variant_id = v.id offset 0) as p on true
  order by v.id, p.currency, p.seen_at`;

export const selectStock = (tx: StoreTx, { after, until, limit }: LinePage, { areMarkets }: Which) => tx<Line>`
  select s.variant_id::text as at, case when (v.market_of is not null) = ${areMarkets} then left(json_build_object('variant', ${PLATFORM_ID}, 'quantity', s.quantity, 'arrived', s.arrived,
    'restocks', s.restocks, 'isIn', s.is_in, 'levels', coalesce((
      select json_agg(json_build_object('location', l.location, 'quantity', l.quantity,
        'at', ${inUtc("l.occurred_at")}) order by l.location)
      from stock_levels l where l.store_id = s.store_id and l.variant_id = s.variant_id
    ), '[]'))::text, -1) || ${MARKET_END} end as line
  from (
    select * from stock where store_id = ${tx.storeId} and variant_id > ${after}::bigint and variant_id <= ${until}::bigint
    order by variant_id limit ${limit}
  ) as s cross join lateral (select platform_id, market_of from variants v where v.store_id = s.store_id and v.id = s.variant_id offset 0) as v
  order by s.variant_id`;
