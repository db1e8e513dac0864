import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Product } from "../variants/product.ts";
import type { MarketProduct } from "./product-in-market.ts";

/** Reports of stock and products share this lock. */
export const shareMarkets = (tx: StoreTx) => tx`
  select pg_advisory_xact_lock_shared(hashtextextended('markets', ${tx.storeId}))`;

/** Whatever adds rows of markets, or counts them again, waits for the reports under way, and they for it. */
export const lockMarkets = (tx: StoreTx) => tx`
  select pg_advisory_xact_lock(hashtextextended('markets', ${tx.storeId}))`;

/** The row of a market of a variant. */
export type MarketRow = {
  readonly id: VariantId;
  /** The variant itself. */
  readonly of: VariantId;
  /** With the market: `nameOf` divides them. */
  readonly storedId: string;
};

export const selectMarketRows = (tx: StoreTx, variantIds: readonly VariantId[]) => tx<MarketRow>`
  select id, market_of as of, platform_id as "storedId" from variants
  where store_id = ${tx.storeId} and market_of = any(${variantIds}::bigint[])
  order by id`;

/** The next variants that have rows of markets. */
export const selectVariantsWithMarkets = (tx: StoreTx, after: VariantId, limit: number) => tx<{ id: VariantId }>`
  select market_of as id from variants
  where store_id = ${tx.storeId} and market_of > ${after}
  group by market_of order by market_of limit ${limit}`;

export type NewMarketRow = { readonly storedId: string; readonly of: VariantId };

/** How many of these rows are missing whose variant only shoppers have named. */
export async function countMissingUnknown(tx: StoreTx, rows: readonly NewMarketRow[]): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(distinct sent.stored_id)::int as count
    from unnest(${rows.map((one) => one.storedId)}::text[], ${rows.map((one) => one.of)}::bigint[]) as sent (stored_id, of)
    join variants v on v.store_id = ${tx.storeId} and v.id = sent.of
    where v.product is null
      and not exists (select from variants m where m.store_id = ${tx.storeId} and m.platform_id = sent.stored_id)`;
  return row?.count ?? 0;
}

/** Returns how many unknown variants the store has. Calls that change the number wait for each other here, before they touch
 *  the variants. */
export async function lockUnknown(tx: StoreTx): Promise<number> {
  const [row] = await tx<{ unknown: number }>`
    select unknown::int from variant_counts where store_id = ${tx.storeId} for update`;
  return row?.unknown ?? 0;
}

/** Adds the rows that are missing, with the product of their variant. A row that was about to expire stays. Returns both. */
export const insertMarketRows = (tx: StoreTx, rows: readonly NewMarketRow[]) => tx<
  MarketRow & { isNew: boolean; isUnknown: boolean }
>`
  insert into variants as m (id, store_id, platform_id, market_of, product_id, product)
  select new_id(${tx.storeId}), ${tx.storeId}, sent.stored_id, v.id, v.product_id, v.product
  from unnest(${rows.map((row) => row.storedId)}::text[], ${rows.map((row) => row.of)}::bigint[]) as sent (stored_id, of)
  join variants v on v.store_id = ${tx.storeId} and v.id = sent.of
  order by sent.stored_id
  on conflict (store_id, platform_id) do update set unused_since = null where m.unused_since is not null
  returning m.id, m.market_of as of, m.platform_id as "storedId", m.xmax = 0 as "isNew", m.product is null as "isUnknown"`;

/** The rows as the cache of variants reads them, without their stock and prices. */
export const selectAsVariants = (tx: StoreTx, storedIds: readonly string[]) => tx<{
  id: VariantId;
  platformId: string;
  productId: string | null;
  product: Product | null;
}>`
  select id, platform_id as "platformId", product_id as "productId", product from variants
  where store_id = ${tx.storeId} and platform_id = any(${storedIds}::text[])`;

export type OwnProduct = { readonly storedId: string; readonly product: object };

/** Merges what the shop says of markets into what it said before. A field that is null is removed. */
export const mergeOwnProducts = (tx: StoreTx, sent: readonly OwnProduct[]) => tx`
  update variants m set market_product = jsonb_strip_nulls(coalesce(m.market_product, '{}') || sent.product), unused_since = null
  from unnest(${sent.map((one) => one.storedId)}::text[], ${sent.map((one) => JSON.stringify(one.product))}::jsonb[]) as sent (stored_id, product)
  where m.store_id = ${tx.storeId} and m.platform_id = sent.stored_id and m.market_of is not null`;

export type MarketSource = MarketRow & {
  readonly own: MarketProduct | null;
  /** Of the variant itself. */
  readonly product: Product | null;
  readonly productId: string | null;
};

export const selectMarketSources = (tx: StoreTx, variantIds: readonly VariantId[]) => tx<MarketSource>`
  select m.id, m.market_of as of, m.platform_id as "storedId", m.market_product as own, v.product, v.product_id as "productId"
  from variants m join variants v on v.store_id = m.store_id and v.id = m.market_of
  where m.store_id = ${tx.storeId} and m.market_of = any(${variantIds}::bigint[])
  order by m.id`;

export type ShownProduct = {
  readonly id: VariantId;
  readonly product: Product | null;
  readonly productId: string | null;
};

/** Stores the products that changed and returns their rows. `wasUnknown`: only shoppers had sent the variant so far. */
export const storeShownProducts = (tx: StoreTx, shown: readonly ShownProduct[]) => tx<{
  id: VariantId;
  wasUnknown: boolean;
}>`
  with shown as materialized (
    select * from unnest(${shown.map((one) => one.id)}::bigint[], ${shown.map((one) => one.product && JSON.stringify(one.product))}::jsonb[],
      ${shown.map((one) => one.productId)}::text[]) as shown (id, product, product_id)
  ), known as materialized (
    select v.id, v.product is null as was_unknown from shown join variants v on v.store_id = ${tx.storeId} and v.id = shown.id
    where (v.product, v.product_id) is distinct from (shown.product, shown.product_id)
  ), stored as (
    update variants v set product = shown.product, product_id = shown.product_id, updated_at = now(), unused_since = null
    from shown join known on known.id = shown.id
    where v.store_id = ${tx.storeId} and v.id = shown.id
    returning v.id, known.was_unknown and v.product is not null as "wasUnknown"
  )
  select id, "wasUnknown" from stored`;
