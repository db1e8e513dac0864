import type { Runner, Statement, StoreTx, SystemTx } from "../../../platform/db/db.ts";
import type { StoreId, VariantId } from "../../../platform/ids.ts";
import { announceSql } from "../../../platform/outbox/announce.ts";

/** Makes reports on the same variants wait for each other. Locks in id order, so that two reports cannot deadlock. */
export async function lockStock(tx: StoreTx, variantIds: readonly VariantId[]) {
  await tx`
    insert into stock (store_id, variant_id)
    select ${tx.storeId}, id from unnest(${variantIds}::bigint[]) as reported (id) order by id
    on conflict do nothing`;
  await tx`
    select 1 from stock where store_id = ${tx.storeId} and variant_id = any(${variantIds}::bigint[])
    order by variant_id for update`;
}

export type Level = {
  readonly variantId: VariantId;
  readonly location: string;
  readonly quantity: number;
  readonly occurredAt: string;
};

/** How many of these levels are newer than the stored ones and have another quantity. What is not stored counts as 0. */
export async function countDifferences(tx: StoreTx, levels: readonly Level[]): Promise<number> {
  const [row] = await tx<{ differ: number }>`
    select count(*)::int as differ
    from unnest(${levels.map((level) => level.variantId)}::bigint[], ${levels.map((level) => level.location)}::text[],
      ${levels.map((level) => level.quantity)}::int[], ${levels.map((level) => level.occurredAt)}::timestamptz[]) as sent (variant_id, location, quantity, occurred_at)
    left join stock_levels l on l.store_id = ${tx.storeId} and l.variant_id = sent.variant_id and l.location = sent.location
    where coalesce(l.quantity, 0) <> sent.quantity and sent.occurred_at > coalesce(l.occurred_at, '-infinity')`;
  return row?.differ ?? 0;
}

/** Stores the levels that are newer than the known ones and returns their variants. A report from the future counts as
 *  of now: otherwise a clock that runs ahead would make all later reports look old. */
export const storeLevels = (tx: StoreTx, levels: readonly Level[]) => tx<{ variantId: VariantId }>`
  insert into stock_levels as known (store_id, variant_id, location, quantity, occurred_at)
  select distinct on (variant_id, location) ${tx.storeId}, variant_id, location, quantity, least(occurred_at, clock_timestamp())
  from unnest(${levels.map((level) => level.variantId)}::bigint[], ${levels.map((level) => level.location)}::text[],
    ${levels.map((level) => level.quantity)}::int[], ${levels.map((level) => level.occurredAt)}::timestamptz[]) as sent (variant_id, location, quantity, occurred_at)
  order by variant_id, location, occurred_at desc
  on conflict (store_id, variant_id, location) do update set quantity = excluded.quantity, occurred_at = excluded.occurred_at
  where excluded.occurred_at > known.occurred_at
  returning variant_id as "variantId"`;

/** A market of a variant, and the locations it sells from; null means all. */
export type LevelTarget = {
  readonly id: VariantId;
  readonly of: VariantId;
  readonly locations: readonly string[] | null;
};

/** Gives each market the levels of its variant in the locations of the market, and returns the markets whose levels changed.
 *  A location that no longer belongs to the market counts as empty. */
export const copyLevels = (tx: StoreTx, targets: readonly LevelTarget[]) => tx<{ variantId: VariantId }>`
  with copied as (
    insert into stock_levels as known (store_id, variant_id, location, quantity, occurred_at)
    select l.store_id, target.id, l.location, case when sells.here then l.quantity else 0 end, l.occurred_at
    from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as target (id bigint, of bigint, locations text[])
    join stock_levels l on l.store_id = ${tx.storeId} and l.variant_id = target.of
    cross join lateral (select target.locations is null or l.location = any(target.locations) as here) as sells
    where sells.here or exists (
      select from stock_levels o where o.store_id = l.store_id and o.variant_id = target.id and o.location = l.location
    )
    on conflict (store_id, variant_id, location) do update set quantity = excluded.quantity, occurred_at = excluded.occurred_at
    where (known.quantity, known.occurred_at) is distinct from (excluded.quantity, excluded.occurred_at)
    returning variant_id
  )
  select distinct variant_id as "variantId" from copied`;

/** The stock of markets that are new. One whose variant is in stock begins in stock: that is no restock. */
export const startStock = (
  tx: StoreTx,
  markets: readonly { readonly id: VariantId; readonly of: VariantId }[],
  minimum: number,
) => tx`
  insert into stock (store_id, variant_id, quantity, arrived, is_in, rising_at)
  select v.store_id, started.id, summed.quantity, summed.quantity, v.is_in and summed.quantity >= ${minimum},
    case when summed.quantity >= ${minimum} and not v.is_in then v.rising_at end
  from unnest(${markets.map(({ id }) => id)}::bigint[], ${markets.map(({ of }) => of)}::bigint[]) as started (id, of)
  join stock v on v.store_id = ${tx.storeId} and v.variant_id = started.of
  cross join lateral (
    select least(coalesce(sum(greatest(l.quantity, 0)), 0), 2147483647)::int as quantity from stock_levels l
    where l.store_id = ${tx.storeId} and l.variant_id = started.id
  ) as summed
  on conflict do nothing`;

const STOCK_PAYLOAD = { variantId: "variant_id::text", number: "restocks", units: "units" };
const ANNOUNCE_CHANGE = announceSql(
  { when: "is_more", subject: "stock.added", otherwise: "stock.ran-low" },
  "store_id",
  STOCK_PAYLOAD,
);
const ANNOUNCE_RESTOCK = announceSql("stock.restocked", "store_id", { ...STOCK_PAYLOAD, units: "quantity" });

/** Sums up the locations. A variant that reaches the minimum becomes a restock after the settle time; one that falls
 *  below it is out of stock at once. */
export const recountStock = (
  tx: StoreTx,
  variantIds: readonly VariantId[],
  { minimum, settleSeconds, lowAt }: { minimum: number; settleSeconds: number; lowAt: number },
) => tx`
  with summed as (
    select l.variant_id, least(sum(greatest(l.quantity, 0)), 2147483647)::int as quantity, s.quantity as before, s.is_in as was_in,
      s.history_left > 0 and least(sum(greatest(l.quantity, 0)), 2147483647)::int <> s.quantity as is_kept
    from stock_levels l join stock s on s.store_id = l.store_id and s.variant_id = l.variant_id
    where l.store_id = ${tx.storeId} and l.variant_id = any(${variantIds}::bigint[])
    group by l.variant_id, s.quantity, s.is_in, s.history_left
  ), stored as (
    update stock s set quantity = summed.quantity, arrived = least(s.arrived::bigint + greatest(summed.quantity - s.quantity, 0), 2147483647), is_in = s.is_in and summed.quantity >= ${minimum},
      rising_at = case when s.is_in or summed.quantity < ${minimum} then null
        else coalesce(s.rising_at, clock_timestamp() + make_interval(secs => ${settleSeconds})) end,
      history_left = s.history_left - summed.is_kept::int
    from summed where s.store_id = ${tx.storeId} and s.variant_id = summed.variant_id
    returning s.store_id, s.variant_id, s.restocks, s.quantity, s.arrived, s.is_in, s.history_left, summed.is_kept
  ), kept as (
    insert into stock_history (store_id, variant_id, number, quantity, arrived, is_in, is_last)
    select store_id, variant_id, restocks, quantity, arrived, is_in, history_left = 0 from stored where is_kept
  ), changed as (
    select stored.store_id, stored.variant_id, stored.restocks, change.is_more, change.units
    from summed join stored on stored.variant_id = summed.variant_id
    cross join lateral (values
      (true, summed.quantity - before, was_in and summed.quantity > before and summed.quantity >= ${minimum}),
      (false, summed.quantity, before > ${lowAt} and summed.quantity between 1 and ${lowAt})
    ) as change (is_more, units, has_happened)
    where change.has_happened
  )
  ${ANNOUNCE_CHANGE} from changed`;

/** Numbers and announces the restocks whose settle time is over. Each is followed only from its own plan on. */
export const announceRestocks = (tx: StoreTx) => tx`
  with risen as (
    update stock set is_in = true, restocks = restocks + 1, arrived = quantity, rising_at = null, history_left = 0
    where store_id = ${tx.storeId} and rising_at <= clock_timestamp()
    returning store_id, variant_id, restocks, quantity
  )
  ${ANNOUNCE_RESTOCK} from risen`;

/** A restock of a variant. */
export type RestockKey = { readonly variantId: VariantId; readonly number: number };

/** Keeps the next `changes` of the stock in these restocks, and the stock now. Leaves out restocks that a later one has followed. */
export const startHistory = (tx: StoreTx, restocks: readonly RestockKey[], changes: number) => tx`
  with locked as materialized (
    select s.variant_id from stock s
    join unnest(${restocks.map(({ variantId }) => variantId)}::bigint[], ${restocks.map(({ number }) => number)}::int[]) as begun (variant_id, number)
      on begun.variant_id = s.variant_id and begun.number = s.restocks
    where s.store_id = ${tx.storeId} order by s.variant_id for update of s
  ), followed as (
    update stock set history_left = ${changes}
    where store_id = ${tx.storeId} and variant_id = any(array(select variant_id from locked))
    returning variant_id, restocks, quantity, arrived, is_in
  )
  insert into stock_history (store_id, variant_id, number, quantity, arrived, is_in)
  select ${tx.storeId}, variant_id, restocks, quantity, arrived, is_in from followed`;

export type PastStock = Stock & {
  /** In microseconds, as the places in line. */
  readonly at: number;
};

/** The stock of a restock as it changed, oldest first. */
export const findHistory = (tx: StoreTx, variantId: VariantId, number: number, limit: number) => tx<PastStock>`
  select (extract(epoch from at) * 1000000)::float8 as at, number, quantity, arrived, is_in as "isIn" from stock_history
  where store_id = ${tx.storeId} and variant_id = ${variantId} and number = ${number} order by id limit ${limit}`;

export type RestockPeriod = {
  readonly variantId: VariantId;
  readonly number: number;
  readonly from: Date;
  readonly until: Date;
};
export type Sales = {
  readonly index: number;
  readonly units: number;
  readonly ranOutAt: Date | null;
  /** Whether the stock was followed from the beginning of the period to its end. */
  readonly isWhole: boolean;
};

/** How many units left the stock in each period, and when it first ran out. */
export const selectSales = (tx: StoreTx, periods: readonly RestockPeriod[]) => tx<Sales>`
  select (sought.nth - 1)::int as index, coalesce(sum(greatest(h.before - h.quantity, 0)) filter (where h.at >= sought.from_at), 0)::int as units,
    min(h.at) filter (where h.at >= sought.from_at and (not h.is_in or h.quantity <= 0)) as "ranOutAt",
    bool_or(h.at <= sought.from_at) and not bool_or(h.is_last) as "isWhole"
  from unnest(${periods.map(({ variantId }) => variantId)}::bigint[], ${periods.map(({ number }) => number)}::int[],
    ${periods.map(({ from }) => from)}::timestamptz[], ${periods.map(({ until }) => until)}::timestamptz[])
    with ordinality as sought (variant_id, number, from_at, until_at, nth)
  cross join lateral (
    select at, quantity, is_in, is_last, lag(quantity) over (order by id) as before from stock_history h
    where h.store_id = ${tx.storeId} and h.variant_id = sought.variant_id and h.number = sought.number and h.at <= sought.until_at
  ) as h
  group by sought.nth`;

/** Deletes the history of a restock, and keeps no more of it. The first statement waits for reports that add to it. */
export async function deleteHistory(tx: StoreTx, { variantId, number }: RestockKey): Promise<void> {
  await tx`
    update stock set history_left = 0
    where store_id = ${tx.storeId} and variant_id = ${variantId} and restocks = ${number} and history_left > 0`;
  await tx`delete from stock_history where store_id = ${tx.storeId} and variant_id = ${variantId} and number = ${number}`;
}

export const findStoresWithDueRestocks = (tx: SystemTx) => tx<{ storeId: StoreId }>`
  select distinct store_id as "storeId" from stock where rising_at <= clock_timestamp() limit 100`;

export type Stock = {
  readonly quantity: number;
  /** Units that arrived with the last restock and after it. */
  readonly arrived: number;
  /** The number of the last restock. */
  readonly number: number;
  readonly isIn: boolean;
};

export async function findStock(tx: StoreTx, variantId: VariantId): Promise<Stock> {
  const [row] = await tx<Stock>`
    select quantity, arrived, restocks as number, is_in as "isIn" from stock
    where store_id = ${tx.storeId} and variant_id = ${variantId}`;
  return row ?? { quantity: 0, arrived: 0, number: 0, isIn: false };
}

export type StockKey = { readonly storeId: StoreId; readonly variantId: VariantId };

// Postgres makes the plan while the table is small. Each variant looks up its own row, so that a plan which reads the whole
// table is not possible.
const IN_STOCK: Statement = {
  name: "variants-in-stock",
  text: `select sought.store_id as "storeId", sought.variant_id as "variantId"
    from unnest($1::int[], $2::bigint[]) as sought (store_id, variant_id)
    cross join lateral (
      select from stock s
      where s.store_id = sought.store_id and s.variant_id = sought.variant_id and s.is_in
      limit 1
    ) as s`,
};
export const findVariantsInStock = (runner: Runner, keys: readonly StockKey[]) =>
  runner.run<StockKey>(IN_STOCK, [keys.map((key) => key.storeId), keys.map((key) => key.variantId)]);

export async function hasStockRows(tx: StoreTx): Promise<boolean> {
  const [row] = await tx<{ isThere: boolean }>`
    select exists (select from stock where store_id = ${tx.storeId}) as "isThere"`;
  return row?.isThere === true;
}
