import type { Runner, Statement, StoreTx, SystemTx } from "../../platform/db/db.ts";
import { fragment } from "../../platform/db/fragment.ts";
import type { StoreId, VariantId } from "../../platform/ids.ts";
import { COUNTERS } from "./rollups/counters.ts";

/** How many topics an answer has: those with most people. */
export const TOPICS_MAX = 100;

/** The sums of all counters, under their names. */
export const COUNTER_SUMS = fragment(
  Object.entries(COUNTERS)
    .map(([name, column]) => `coalesce(sum(${column}), 0)::float8 as "${name}"`)
    .join(", "),
);

/** The catalogue's price of the variant `v`. Without a currency it is worth nothing that could be added up. */
export const PRICE = fragment(
  "case when v.product ->> 'currency' is not null then (v.product ->> 'price')::numeric(14,4) end",
);
export const CURRENCY = fragment(
  "case when v.product ->> 'price' is not null then coalesce(v.product ->> 'currency', '') else '' end",
);

/** How often a shopper has saved a variant, more or less than before. The product counts until the catalogue names one. */
export type SaveChange = {
  readonly storeId: StoreId;
  readonly variantId: VariantId;
  readonly shopperId: string;
  readonly productId: string;
  readonly times: number;
};

/** A person who may have saved a product. */
export type Saver = { readonly storeId: StoreId; readonly productId: string; readonly shopperId: string };

/** The products of variants in the catalogue. */
export const findProducts = (
  tx: SystemTx,
  variants: readonly { readonly storeId: StoreId; readonly variantId: VariantId }[],
) => tx<{ storeId: StoreId; variantId: VariantId; productId: string }>`
  select v.store_id as "storeId", v.id as "variantId", v.product_id as "productId"
  from unnest(${variants.map((one) => one.storeId)}::int[], ${variants.map((one) => one.variantId)}::bigint[]) as sought (store_id, id)
  join variants v on v.store_id = sought.store_id and v.id = sought.id
  where v.product_id is not null`;

/** Those of these people who have the product on at least one list. */
export const findSavers = (tx: SystemTx, savers: readonly Saver[]) => tx<Saver>`
  select store_id as "storeId", product_id as "productId", shopper_id as "shopperId"
  from unnest(${savers.map((one) => one.storeId)}::int[], ${savers.map((one) => one.productId)}::text[],
    ${savers.map((one) => one.shopperId)}::bigint[]) as sought (store_id, product_id, shopper_id)
  where exists (
    select from saves s where s.store_id = sought.store_id and s.product_id = sought.product_id and s.shopper_id = sought.shopper_id and s.times > 0
  )`;

export const addSaves = (tx: SystemTx, changes: readonly SaveChange[]) => tx`
  insert into saves as s (store_id, variant_id, shopper_id, product_id, times)
  select store_id, variant_id, shopper_id, product_id, times
  from unnest(${changes.map((one) => one.storeId)}::int[], ${changes.map((one) => one.variantId)}::bigint[],
    ${changes.map((one) => one.shopperId)}::bigint[], ${changes.map((one) => one.productId)}::text[],
    ${changes.map((one) => one.times)}::int[]) as change (store_id, variant_id, shopper_id, product_id, times)
  order by store_id, variant_id, shopper_id, product_id
  on conflict (store_id, variant_id, shopper_id, product_id) do update set times = s.times + excluded.times`;

/** Saves of these variants that count for another product than the catalogue's, with that product. */
export const findMisplacedSaves = (
  tx: SystemTx,
  variants: readonly { readonly storeId: StoreId; readonly variantId: VariantId }[],
  limit: number,
) => tx<SaveChange & { readonly newProductId: string }>`
  select s.store_id as "storeId", s.variant_id as "variantId", s.shopper_id as "shopperId", s.product_id as "productId", s.times,
    v.product_id as "newProductId"
  from unnest(${variants.map((one) => one.storeId)}::int[], ${variants.map((one) => one.variantId)}::bigint[]) as sought (store_id, id)
  join variants v on v.store_id = sought.store_id and v.id = sought.id
  cross join lateral (
    select * from saves s where s.store_id = v.store_id and s.variant_id = v.id and s.product_id <> v.product_id
    order by s.shopper_id, s.product_id limit ${limit}
  ) as s
  limit ${limit}`;

export const deleteSaves = (tx: SystemTx, saves: readonly SaveChange[]) => tx`
  delete from saves s
  using unnest(${saves.map((one) => one.storeId)}::int[], ${saves.map((one) => one.variantId)}::bigint[],
    ${saves.map((one) => one.shopperId)}::bigint[], ${saves.map((one) => one.productId)}::text[]) as gone (store_id, variant_id, shopper_id, product_id)
  where s.store_id = gone.store_id and s.variant_id = gone.variant_id and s.shopper_id = gone.shopper_id and s.product_id = gone.product_id`;

/** Deletes those of these rows that count nothing any more: an erased shopper leaves none behind. */
export const deleteUnsaved = (tx: SystemTx, saves: readonly SaveChange[]) => tx`
  delete from saves s
  using unnest(${saves.map((one) => one.storeId)}::int[], ${saves.map((one) => one.variantId)}::bigint[],
    ${saves.map((one) => one.shopperId)}::bigint[], ${saves.map((one) => one.productId)}::text[]) as gone (store_id, variant_id, shopper_id, product_id)
  where s.store_id = gone.store_id and s.variant_id = gone.variant_id and s.shopper_id = gone.shopper_id and s.product_id = gone.product_id
    and s.times = 0`;

export const addPeople = (
  tx: SystemTx,
  changes: readonly { readonly storeId: StoreId; readonly productId: string; readonly people: number }[],
) => tx`
  insert into product_saves as p (store_id, product_id, people)
  select store_id, product_id, people
  from unnest(${changes.map((one) => one.storeId)}::int[], ${changes.map((one) => one.productId)}::text[],
    ${changes.map((one) => one.people)}::int[]) as change (store_id, product_id, people)
  order by store_id, product_id
  on conflict (store_id, product_id) do update set people = p.people + excluded.people`;

/** Those of these variants that somebody has on a list. */
export const findSaved = (tx: StoreTx, variantIds: readonly VariantId[]) => tx<{ variantId: VariantId }>`
  select distinct variant_id as "variantId" from saves
  where store_id = ${tx.storeId} and variant_id = any(${variantIds}::bigint[]) and times > 0`;

const COUNTS: Statement = {
  name: "social-counts",
  text: 'select product_id as "productId", people::float8 from product_saves where store_id = $1 and product_id = any($2::text[])',
};

export const findSaveCounts = (runner: Runner, storeId: StoreId, productIds: readonly string[]) =>
  runner.run<{ productId: string; people: number }>(COUNTS, [storeId, productIds]);
