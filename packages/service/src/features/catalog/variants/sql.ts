import type { Runner, Statement, StoreTx, SystemTx } from "../../../platform/db/db.ts";
import type { StoreId, VariantId } from "../../../platform/ids.ts";
import type { Product } from "./product.ts";

/** `place` counts the input from 1: rows come back in any order. `product` is null when only shoppers have sent the id.
 *  `prices` are the last ones in the product's currency, newest first. Neither is read for a variant whose version the caller
 *  knows. */
export type VariantRow = {
  readonly place: number;
  readonly id: VariantId;
  /** With the market, if it is one: `nameOf` divides them. */
  readonly platformId: string;
  readonly productId: string | null;
  readonly product: Product | null;
  readonly prices: readonly PricePoint[] | null;
  /** Nothing refers to it any more: it will be deleted unless somebody uses it again. */
  readonly isExpiring: boolean;
  /** Another one after each change of the variant or its stock. A new price changes the variant. */
  readonly version: string;
};

/** A price of the catalogue, and since when it is known, in milliseconds. */
export type PricePoint = readonly [since: number, price: number];

const PRICES_MAX = 20;

/** PostgreSQL keeps the transaction that wrote a row in `xmin`. */
const VERSION = "concat(v.xmin, ' ', s.xmin)";
const unlessKnown = (sql: string) => `case when sought.version <> ${VERSION} then ${sql} end`;
const PRODUCT = `case when s.quantity is null then v.product else coalesce(v.product, '{}') || jsonb_build_object('stock', s.quantity) end`;
const PRICES = `(select json_agg(json_build_array(last.since, last.price)) from (
      select floor(extract(epoch from p.seen_at) * 1000) as since, p.price::float8 as price from prices p
      where p.store_id = v.store_id and p.variant_id = v.id and p.currency = v.product ->> 'currency'
      order by p.seen_at desc limit ${PRICES_MAX}
    ) as last)`;
const COLUMNS = `sought.place::int, v.id, v.platform_id as "platformId", v.product_id as "productId",
    ${unlessKnown(PRODUCT)} as product, ${unlessKnown(PRICES)} as prices, v.unused_since is not null as "isExpiring", ${VERSION} as version`;

const FIND_BY_PLATFORM_ID: Statement = {
  name: "variants-by-platform-id",
  text: `select ${COLUMNS}
    from unnest($1::int[], $2::text[], $3::text[]) with ordinality as sought (store_id, platform_id, version, place)
    join variants v on v.store_id = sought.store_id and v.platform_id = sought.platform_id
    left join stock s on s.store_id = v.store_id and s.variant_id = v.id`,
};

const FIND_BY_ID: Statement = {
  name: "variants-by-id",
  text: `select ${COLUMNS}
    from unnest($1::int[], $2::bigint[], $3::text[]) with ordinality as sought (store_id, id, version, place)
    join variants v on v.store_id = sought.store_id and v.id = sought.id
    left join stock s on s.store_id = v.store_id and s.variant_id = v.id`,
};

const ADD_UNKNOWN: Statement = {
  name: "add-unknown-variants",
  text: "select add_unknown_variants($1, $2::text[], $3)",
};

export type PlatformIdKey = { readonly storeId: StoreId; readonly platformId: string };
export type VariantKey = { readonly storeId: StoreId; readonly id: VariantId };

/** The version that the caller knows already, or "". */
export type Known = { readonly version: string };

export const findByPlatformId = (runner: Runner, keys: readonly (PlatformIdKey & Known)[]) =>
  runner.run<VariantRow>(FIND_BY_PLATFORM_ID, [
    keys.map((key) => key.storeId),
    keys.map((key) => key.platformId),
    keys.map((key) => key.version),
  ]);

export const findById = (runner: Runner, keys: readonly (VariantKey & Known)[]) =>
  runner.run<VariantRow>(FIND_BY_ID, [
    keys.map((key) => key.storeId),
    keys.map((key) => key.id),
    keys.map((key) => key.version),
  ]);

/** Inserts rows for ids that the catalogue does not have, as long as the store has fewer than `max` such rows. A row that
 *  was about to expire stays. */
export const addUnknown = (runner: Runner, storeId: StoreId, platformIds: readonly string[], max: number) =>
  runner.run(ADD_UNKNOWN, [storeId, platformIds, max]);

/** Makes calls that change the number of unknown variants wait for each other, if one of these ids is unknown. They all
 *  take this lock before they touch the variants. */
export const lockUnknownCount = (tx: StoreTx, platformIds: readonly string[]) => tx`
  select 1 from variant_counts where store_id = ${tx.storeId} and exists (
    select from variants v
    where v.store_id = ${tx.storeId} and v.platform_id = any(${platformIds}::text[]) and v.product is null
  ) for update`;

/** A page of unknown variants after the given one, of all stores. */
export const findUnknown = (tx: SystemTx, after: { storeId: number; id: string }, limit: number) => tx<VariantKey>`
  select store_id as "storeId", id from variants
  where product is null and (store_id, id) > (${after.storeId}::int, ${after.id}::bigint)
  order by store_id, id limit ${limit}`;

/** Those that the shop's server has told stock or prices of, and those that have markets. */
export const findReported = (tx: StoreTx, ids: readonly VariantId[]) => tx<{ variantId: VariantId }>`
  select variant_id as "variantId" from stock where store_id = ${tx.storeId} and variant_id = any(${ids}::bigint[])
  union select variant_id from stock_levels where store_id = ${tx.storeId} and variant_id = any(${ids}::bigint[])
  union select variant_id from prices where store_id = ${tx.storeId} and variant_id = any(${ids}::bigint[])
  union select market_of from variants where store_id = ${tx.storeId} and market_of = any(${ids}::bigint[])`;

export const keepUsed = (tx: StoreTx, ids: readonly VariantId[]) => tx`
  update variants set unused_since = null
  where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) and unused_since is not null`;

export const markUnused = (tx: StoreTx, ids: readonly VariantId[]) => tx`
  update variants set unused_since = now()
  where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) and unused_since is null and product is null`;

/** Deletes those that nothing referred to for this many days. Somebody who uses one meanwhile has cleared the mark, which
 *  the delete sees, because both lock the row. */
export const deleteUnused = (tx: StoreTx, ids: readonly VariantId[], days: number) => tx<{ id: VariantId }>`
  delete from variants
  where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) and product is null
    and unused_since < now() - make_interval(days => ${days})
  returning id`;

export const lockCount = (tx: StoreTx) => tx`
  select 1 from variant_counts where store_id = ${tx.storeId} for update`;

type CatalogueEntry = {
  readonly platformId: string;
  readonly productId: string | null;
  /** A field that is null is removed; one that is absent stays. */
  readonly product: object;
};

/** Expects each platform id once. `isMoved`: the variant was known, and now belongs to another product. `wasUnknown`: only
 *  shoppers had sent it so far. */
export const upsertEntries = (tx: StoreTx, entries: readonly CatalogueEntry[]) => tx<{
  id: VariantId;
  platformId: string;
  isMoved: boolean;
  wasUnknown: boolean;
}>`
  with sent as materialized (
    select * from unnest(${entries.map((entry) => entry.platformId)}::text[], ${entries.map((entry) => entry.productId)}::text[],
      ${entries.map((entry) => JSON.stringify(entry.product))}::jsonb[]) as sent (platform_id, product_id, product)
  ), known as materialized (
    select v.platform_id, v.product_id, v.product is null as was_unknown from sent join variants v on v.store_id = ${tx.storeId} and v.platform_id = sent.platform_id
    order by v.platform_id for no key update of v
  ), stored as (
    insert into variants as v (id, store_id, platform_id, product_id, product)
    select new_id(${tx.storeId}), ${tx.storeId}, platform_id, product_id, product
    from sent where (select count(*) from known) >= 0 -- the locks come first
    order by platform_id
    on conflict (store_id, platform_id) do update set
      product_id = coalesce(excluded.product_id, v.product_id),
      product = coalesce(v.product, '{}') || excluded.product, updated_at = now(), unused_since = null
    returning id, platform_id, product_id, xmax <> 0 as is_known
  )
  select stored.id, stored.platform_id as "platformId",
    stored.is_known and stored.product_id is distinct from known.product_id as "isMoved",
    coalesce(known.was_unknown, false) as "wasUnknown"
  from stored left join known on known.platform_id = stored.platform_id`;
