import type { Runner, Statement, SystemTx } from "../../platform/db/db.ts";
import type { StoreId } from "../../platform/ids.ts";

/** A change to the number of a shopper's lists that have a product. */
export type SaveChange = {
  readonly storeId: StoreId;
  readonly productId: string;
  readonly shopperId: string;
  readonly times: number;
};

/** Adds the changes to the stored numbers. A person counts for a product while they have it on at least one list. */
export const applySaves = (tx: SystemTx, changes: readonly SaveChange[]) => tx`
  with changed as (
    select store_id, product_id, shopper_id, times
    from unnest(${changes.map((one) => one.storeId)}::int[], ${changes.map((one) => one.productId)}::text[],
      ${changes.map((one) => one.shopperId)}::bigint[], ${changes.map((one) => one.times)}::int[]) as change (store_id, product_id, shopper_id, times)
    order by store_id, product_id, shopper_id
  ), before as (
    select s.store_id, s.product_id, s.shopper_id, s.times
    from saves s join changed c on c.store_id = s.store_id and c.product_id = s.product_id and c.shopper_id = s.shopper_id
  ), stored as (
    insert into saves as s (store_id, product_id, shopper_id, times)
    select store_id, product_id, shopper_id, times from changed
    on conflict (store_id, product_id, shopper_id) do update set times = s.times + excluded.times
    returning store_id, product_id, shopper_id, times
  ), people as (
    select stored.store_id, stored.product_id, sum((stored.times > 0)::int - (coalesce(before.times, 0) > 0)::int) as more
    from stored left join before on before.store_id = stored.store_id and before.product_id = stored.product_id and before.shopper_id = stored.shopper_id
    group by stored.store_id, stored.product_id
  )
  insert into product_saves as p (store_id, product_id, people)
  select store_id, product_id, more from people where more <> 0 order by store_id, product_id
  on conflict (store_id, product_id) do update set people = p.people + excluded.people`;

const COUNTS: Statement = {
  name: "social-counts",
  text: 'select product_id as "productId", people::float8 from product_saves where store_id = $1 and product_id = any($2::text[])',
};

export const findSaveCounts = (runner: Runner, storeId: StoreId, productIds: readonly string[]) =>
  runner.run<{ productId: string; people: number }>(COUNTS, [storeId, productIds]);
