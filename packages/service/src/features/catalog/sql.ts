import type { Runner, Statement, StoreTx, SystemTx } from "../../platform/db.ts";
import type { StoreId, VariantId } from "../../platform/ids.ts";
import type { Product } from "./product.ts";

export type VariantRow = [place: number, id: VariantId, empi: string | null, product: Product | null];

/** What the catalogue says, and how many there are; nothing where only shoppers have named the variant. */
const PRODUCT = `case when s.quantity is null then v.product else v.product || jsonb_build_object('stk', s.quantity) end`;

const FIND_BY_EPI: Statement = {
  name: "variants-by-epi",
  text: `select sought.place::int, v.id, v.empi, ${PRODUCT}
    from unnest($1::int[], $2::text[]) with ordinality as sought (store_id, epi, place)
    join variants v on v.store_id = sought.store_id and v.epi = sought.epi
    left join stock s on s.store_id = v.store_id and s.variant_id = v.id`,
};

const FIND_BY_ID: Statement = {
  name: "variants-by-id",
  text: `select sought.place::int, v.id, v.empi, ${PRODUCT}, v.epi
    from unnest($1::int[], $2::bigint[]) with ordinality as sought (store_id, id, place)
    join variants v on v.store_id = sought.store_id and v.id = sought.id
    left join stock s on s.store_id = v.store_id and s.variant_id = v.id`,
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

// ---- what the store's server says ----

export type CatalogueEntry = {
  readonly epi: string;
  readonly empi: string | null;
  /** A field that is null is taken away; one that is absent stays. */
  readonly product: object;
};

/** Each epi once. */
export const storeVariants = (tx: StoreTx, entries: readonly CatalogueEntry[]) => tx<{ id: VariantId; epi: string }>`
  insert into variants as v (id, store_id, epi, empi, product)
  select new_id(${tx.storeId}), ${tx.storeId}, epi, empi, product
  from unnest(${entries.map((one) => one.epi)}::text[], ${entries.map((one) => one.empi)}::text[],
    ${entries.map((one) => JSON.stringify(one.product))}::jsonb[]) as said (epi, empi, product)
  order by epi
  on conflict (store_id, epi) do update set
    empi = coalesce(excluded.empi, v.empi), product = coalesce(v.product, '{}') || excluded.product, updated_at = now()
  returning id, epi`;

export type PriceSeen = {
  readonly variantId: VariantId;
  readonly currency: string;
  readonly price: number;
  readonly compareAt: number | null;
};

/** Keeps prices that differ from the last, and tells of those that fell; a price of nothing is no offer. */
export const storePrices = (tx: StoreTx, prices: readonly PriceSeen[]) => tx`
  with seen as (
    select variant_id, currency, price, compare_at, (
      select p.price from prices p where p.store_id = ${tx.storeId} and p.variant_id = said.variant_id and p.currency = said.currency
      order by p.seen_at desc limit 1
    ) as before, (
      select count(*) from prices p where p.store_id = ${tx.storeId} and p.variant_id = said.variant_id
    ) as times
    from unnest(${prices.map((one) => one.variantId)}::bigint[], ${prices.map((one) => one.currency)}::text[],
      ${prices.map((one) => one.price)}::numeric[], ${prices.map((one) => one.compareAt)}::numeric[]) as said (variant_id, currency, price, compare_at)
  ), stored as (
    insert into prices (variant_id, store_id, currency, price, compare_at)
    select variant_id, ${tx.storeId}, currency, price, compare_at from seen where price is distinct from before
  )
  insert into outbox (store_id, subject, payload)
  select ${tx.storeId}, 'price.dropped',
    jsonb_build_object('variantId', variant_id::text, 'number', times, 'currency', currency, 'from', before, 'to', price)
  from seen where price < before and price > 0`;

// ---- stock ----

/** Everybody who reports on these variants waits for their turn here, in id order. */
export async function lockStock(tx: StoreTx, variantIds: readonly VariantId[]) {
  await tx`
    insert into stock (store_id, variant_id) select ${tx.storeId}, id from unnest(${variantIds}::bigint[]) as named (id) order by id
    on conflict do nothing`;
  await tx`
    select 1 from stock where store_id = ${tx.storeId} and variant_id = any(${variantIds}::bigint[]) order by variant_id for update`;
}

export type Level = {
  readonly variantId: VariantId;
  readonly location: string;
  readonly quantity: number;
  readonly occurredAt: string;
};

/** Keeps what is newer than what is known. A clock that runs ahead must not silence the reports that follow. */
export const storeLevels = (tx: StoreTx, levels: readonly Level[]) => tx<{ variantId: VariantId }>`
  insert into stock_levels as known (store_id, variant_id, location, quantity, occurred_at)
  select distinct on (variant_id, location) ${tx.storeId}, variant_id, location, quantity, least(occurred_at, clock_timestamp())
  from unnest(${levels.map((one) => one.variantId)}::bigint[], ${levels.map((one) => one.location)}::text[],
    ${levels.map((one) => one.quantity)}::int[], ${levels.map((one) => one.occurredAt)}::timestamptz[]) as said (variant_id, location, quantity, occurred_at)
  order by variant_id, location, occurred_at desc
  on conflict (store_id, variant_id, location) do update set quantity = excluded.quantity, occurred_at = excluded.occurred_at
  where excluded.occurred_at > known.occurred_at
  returning variant_id as "variantId"`;

/** Sums the locations up. A variant that reaches the minimum begins to rise; one that falls below it is out. */
export const recount = (
  tx: StoreTx,
  variantIds: readonly VariantId[],
  { minimum, settleSeconds, lowAt }: { minimum: number; settleSeconds: number; lowAt: number },
) => tx`
  with summed as (
    select l.variant_id, least(sum(greatest(l.quantity, 0)), 2147483647)::int as quantity, s.quantity as before, s.is_in as was_in
    from stock_levels l join stock s on s.store_id = l.store_id and s.variant_id = l.variant_id
    where l.store_id = ${tx.storeId} and l.variant_id = any(${variantIds}::bigint[])
    group by l.variant_id, s.quantity, s.is_in
  ), stored as (
    update stock s set quantity = summed.quantity, arrived = s.arrived + greatest(summed.quantity - s.quantity, 0), is_in = s.is_in and summed.quantity >= ${minimum},
      rising_at = case when s.is_in or summed.quantity < ${minimum} then null
        else coalesce(s.rising_at, clock_timestamp() + make_interval(secs => ${settleSeconds})) end
    from summed where s.store_id = ${tx.storeId} and s.variant_id = summed.variant_id
    returning s.variant_id, s.restocks
  )
  insert into outbox (store_id, subject, payload)
  select ${tx.storeId}, told.subject, jsonb_build_object('variantId', summed.variant_id::text, 'number', stored.restocks, 'units', told.units)
  from summed join stored on stored.variant_id = summed.variant_id
  cross join lateral (values
    ('stock.added', summed.quantity - before, was_in and summed.quantity > before and summed.quantity >= ${minimum}),
    ('stock.ran-low', summed.quantity, before > ${lowAt} and summed.quantity between 1 and ${lowAt})
  ) as told (subject, units, is_so)
  where told.is_so`;

/** Numbers and tells of what has been back for as long as the store wants. */
export const raise = (tx: StoreTx) => tx<{ variantId: VariantId }>`
  with risen as (
    update stock set is_in = true, restocks = restocks + 1, arrived = quantity, rising_at = null
    where store_id = ${tx.storeId} and rising_at <= clock_timestamp()
    returning variant_id, restocks, quantity
  ), told as (
    insert into outbox (store_id, subject, payload)
    select ${tx.storeId}, 'stock.restocked', jsonb_build_object('variantId', variant_id::text, 'number', restocks, 'units', quantity)
    from risen
  ) select variant_id as "variantId" from risen`;

export const findRising = (tx: SystemTx) => tx<{ storeId: StoreId }>`
  select distinct store_id as "storeId" from stock where rising_at <= clock_timestamp() limit 100`;

export type Stock = {
  readonly quantity: number;
  /** What came with the last restock and since. */
  readonly arrived: number;
  readonly number: number;
  readonly isIn: boolean;
};

export async function findStock(tx: StoreTx, variantId: VariantId): Promise<Stock> {
  const [row] = await tx<Stock>`
    select quantity, arrived, restocks as number, is_in as "isIn" from stock where store_id = ${tx.storeId} and variant_id = ${variantId}`;
  return row ?? { quantity: 0, arrived: 0, number: 0, isIn: false };
}
