import type { Runner, Statement, StoreTx } from "../../../platform/db/db.ts";
import type { StoreId, VariantId } from "../../../platform/ids.ts";
import { announceSql } from "../../../platform/outbox/announce.ts";
import type { Product } from "./product.ts";

/** `place` counts the input from 1: rows come back in any order. `product` is null when only shoppers have sent the id. */
export type VariantRow = {
  readonly place: number;
  readonly id: VariantId;
  readonly platformId: string;
  readonly productId: string | null;
  readonly product: Product | null;
};

const COLUMNS = `sought.place::int, v.id, v.platform_id as "platformId", v.product_id as "productId",
    case when s.quantity is null then v.product else v.product || jsonb_build_object('stock', s.quantity) end as product`;

const FIND_BY_PLATFORM_ID: Statement = {
  name: "variants-by-platform-id",
  text: `select ${COLUMNS}
    from unnest($1::int[], $2::text[]) with ordinality as sought (store_id, platform_id, place)
    join variants v on v.store_id = sought.store_id and v.platform_id = sought.platform_id
    left join stock s on s.store_id = v.store_id and s.variant_id = v.id`,
};

const FIND_BY_ID: Statement = {
  name: "variants-by-id",
  text: `select ${COLUMNS}
    from unnest($1::int[], $2::bigint[]) with ordinality as sought (store_id, id, place)
    join variants v on v.store_id = sought.store_id and v.id = sought.id
    left join stock s on s.store_id = v.store_id and s.variant_id = v.id`,
};

const INSERT_MISSING: Statement = {
  name: "insert-missing-variants",
  text: `insert into variants (id, store_id, platform_id)
    select new_id(store_id), store_id, platform_id from unnest($1::int[], $2::text[]) as missing (store_id, platform_id)
    order by store_id, platform_id
    on conflict (store_id, platform_id) do nothing`,
};

export type PlatformIdKey = { readonly storeId: StoreId; readonly platformId: string };
export type VariantKey = { readonly storeId: StoreId; readonly id: VariantId };

export const findByPlatformId = (runner: Runner, keys: readonly PlatformIdKey[]) =>
  runner.run<VariantRow>(FIND_BY_PLATFORM_ID, [keys.map((key) => key.storeId), keys.map((key) => key.platformId)]);

export const findById = (runner: Runner, keys: readonly VariantKey[]) =>
  runner.run<VariantRow>(FIND_BY_ID, [keys.map((key) => key.storeId), keys.map((key) => key.id)]);

/** Inserts rows for variants that only shoppers have sent so far. They have the platform's id and no product. */
export const insertMissing = (runner: Runner, keys: readonly PlatformIdKey[]) =>
  runner.run(INSERT_MISSING, [keys.map((key) => key.storeId), keys.map((key) => key.platformId)]);

type CatalogueEntry = {
  readonly platformId: string;
  readonly productId: string | null;
  /** A field that is null is removed; one that is absent stays. */
  readonly product: object;
};

/** Expects each platform id once. */
export const upsertEntries = (tx: StoreTx, entries: readonly CatalogueEntry[]) => tx<{
  id: VariantId;
  platformId: string;
}>`
  insert into variants as v (id, store_id, platform_id, product_id, product)
  select new_id(${tx.storeId}), ${tx.storeId}, platform_id, product_id, product
  from unnest(${entries.map((entry) => entry.platformId)}::text[], ${entries.map((entry) => entry.productId)}::text[],
    ${entries.map((entry) => JSON.stringify(entry.product))}::jsonb[]) as sent (platform_id, product_id, product)
  order by platform_id
  on conflict (store_id, platform_id) do update set
    product_id = coalesce(excluded.product_id, v.product_id),
    product = coalesce(v.product, '{}') || excluded.product, updated_at = now()
  returning id, platform_id as "platformId"`;

export type Price = {
  readonly variantId: VariantId;
  readonly currency: string;
  readonly price: number;
  readonly compareAt: number | null;
};

const ANNOUNCE_DROP = announceSql("price.dropped", "store_id", {
  variantId: "variant_id::text",
  number: "earlier_prices",
  currency: "currency",
  from: "before",
  to: "price",
});

/** Stores prices that differ from the last one, and announces those that fell. A price of 0 is not announced. */
export const storePrices = (tx: StoreTx, prices: readonly Price[]) => tx`
  with compared as (
    select ${tx.storeId}::int as store_id, variant_id, currency, price, compare_at, (
      select p.price from prices p
      where p.store_id = ${tx.storeId} and p.variant_id = sent.variant_id and p.currency = sent.currency
      order by p.seen_at desc limit 1
    ) as before, (
      select count(*) from prices p where p.store_id = ${tx.storeId} and p.variant_id = sent.variant_id
    ) as earlier_prices
    from unnest(${prices.map((one) => one.variantId)}::bigint[], ${prices.map((one) => one.currency)}::text[],
      ${prices.map((one) => one.price)}::numeric[], ${prices.map((one) => one.compareAt)}::numeric[]) as sent (variant_id, currency, price, compare_at)
  ), stored as (
    insert into prices (variant_id, store_id, currency, price, compare_at)
    select variant_id, store_id, currency, price, compare_at from compared where price is distinct from before
  )
  ${ANNOUNCE_DROP} from compared where price < before and price > 0`;
