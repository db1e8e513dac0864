import type { Runner, Statement } from "../../platform/db.ts";
import type { StoreId, VariantId } from "../../platform/ids.ts";
import type { Product } from "./product.ts";

export type VariantRow = [place: number, id: VariantId, empi: string | null, product: Product | null];

const FIND_BY_EPI: Statement = {
  name: "variants-by-epi",
  text: `select sought.place::int, v.id, v.empi, v.product
    from unnest($1::int[], $2::text[]) with ordinality as sought (store_id, epi, place)
    join variants v on v.store_id = sought.store_id and v.epi = sought.epi`,
};

const FIND_BY_ID: Statement = {
  name: "variants-by-id",
  text: `select sought.place::int, v.id, v.empi, v.product, v.epi
    from unnest($1::int[], $2::bigint[]) with ordinality as sought (store_id, id, place)
    join variants v on v.store_id = sought.store_id and v.id = sought.id`,
};

const MAKE: Statement = {
  name: "make-variants",
  text: `insert into variants (id, store_id, epi)
    select new_id(store_id), store_id, epi from unnest($1::int[], $2::text[]) as made (store_id, epi)
    order by store_id, epi
    on conflict (store_id, epi) do nothing`,
};

export type ByEpi = { readonly storeId: StoreId; readonly epi: string };
export type ById = { readonly storeId: StoreId; readonly id: VariantId };

export const findByEpi = (runner: Runner, sought: readonly ByEpi[]) =>
  runner.rows<VariantRow>(FIND_BY_EPI, [sought.map((one) => one.storeId), sought.map((one) => one.epi)]);

export const findById = (runner: Runner, sought: readonly ById[]) =>
  runner.rows<[...VariantRow, epi: string]>(FIND_BY_ID, [
    sought.map((one) => one.storeId),
    sought.map((one) => one.id),
  ]);

/** Rows for variants that only shoppers have named so far: an id and nothing else. */
export const makeVariants = (runner: Runner, missing: readonly ByEpi[]) =>
  runner.rows(MAKE, [missing.map((one) => one.storeId), missing.map((one) => one.epi)]);
