import type { SystemTx } from "../../../platform/db/db.ts";
import { fragment, fragmentWith } from "../../../platform/db/fragment.ts";
import type { PlanId, StoreId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { CURRENCY, PRICE } from "../sql.ts";
import type { DayCount, LineChange, SavesChange, VariantOfStore } from "./count-events.ts";
import { COUNTER_COLUMNS, COUNTER_NAMES } from "./counters.ts";

// Rows are sent as one JSON text, which is read once. They are written in the order of their keys, so that two transactions
// never wait for each other in a circle. A lookup with `offset 0` finds the row of each variant by its key, however small the
// table was when PostgreSQL made the plan.

const names = (wrap: (name: string) => string) => fragment(COUNTER_NAMES.map(wrap).join(", "));
const ALL_COLUMNS = [...COUNTER_COLUMNS, "revenue"];
const COLUMNS = fragment(ALL_COLUMNS.join(", "));
const ADD_UP = fragment(ALL_COLUMNS.map((column) => `${column} = d.${column} + excluded.${column}`).join(", "));

/** Adds what happened to the rows of the days, for the variants and for the stores. */
export const addDays = (tx: SystemTx, days: readonly DayCount[]) => tx`
  with given as materialized (
    select * from json_to_recordset(${JSON.stringify(days)}) as given
      ("storeId" int, "variantId" bigint, day date, topic text, currency text, ${names((name) => `"${name}" bigint`)}, revenue numeric)
  ), of_variants as (
    insert into variant_days as d (store_id, variant_id, day, topic, currency, ${COLUMNS})
    select "storeId", "variantId", day, topic, currency, ${names((name) => `"${name}"`)}, revenue from given order by 1, 2, 3, 4, 5
    on conflict (store_id, variant_id, day, topic, currency) do update set ${ADD_UP}
  )
  insert into store_days as d (store_id, day, topic, currency, ${COLUMNS})
  select "storeId", day, topic, currency, ${names((name) => `sum("${name}")`)}, sum(revenue) from given group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (store_id, day, topic, currency) do update set ${ADD_UP}`;

const PRODUCT_OF_GIVEN = fragment(`left join lateral (
      select product from variants v where v.store_id = given."storeId" and v.id = given."variantId" offset 0
    ) as v on true`);

/** Adds the difference between the rows of `before` and `after` to the sums of the stores. */
const ADD_DIFFERENCE = fragment(`insert into store_demand as d (store_id, topic, currency, people, units, value)
  select store_id, topic, currency, sum(people), sum(units), sum(value) from (
    select store_id, topic, currency, people, units, coalesce(value, 0) as value from after
    union all
    select store_id, topic, currency, -people, -units, -coalesce(value, 0) from before
  ) as difference
  group by 1, 2, 3 having sum(people) <> 0 or sum(units) <> 0 or sum(value) <> 0 order by 1, 2, 3
  on conflict (store_id, topic, currency) do update
    set people = d.people + excluded.people, units = d.units + excluded.units, value = d.value + excluded.value
  returning d.store_id as "storeId", d.topic, d.currency, d.people = 0 and d.units = 0 and d.value = 0 as "isEmpty"`);
type StoreSum = {
  readonly storeId: StoreId;
  readonly topic: string;
  readonly currency: string;
  readonly isEmpty: boolean;
};

/** Deletes the sums in which nobody waits any more. Browsers choose the topics, so empty ones would pile up. */
async function deleteEmpty(tx: SystemTx, sums: readonly StoreSum[]): Promise<void> {
  const empty = sums.filter(({ isEmpty }) => isEmpty);
  if (empty.length === 0) return;
  await tx`
    delete from store_demand d
    using unnest(${empty.map(({ storeId }) => storeId)}::int[], ${empty.map(({ topic }) => topic)}::text[],
      ${empty.map(({ currency }) => currency)}::text[]) as empty (store_id, topic, currency)
    where d.store_id = empty.store_id and d.topic = empty.topic and d.currency = empty.currency`;
}

/** Adds people and units to the lines, and takes the price of now. A line that nobody waits in has no row. */
export async function addLines(tx: SystemTx, lines: readonly LineChange[]): Promise<void> {
  const json = JSON.stringify(lines);
  const given = fragment(`as given ("storeId" int, "variantId" bigint, topic text, people int, units int)`);
  const sums = await tx<StoreSum>`
    with given as materialized (
      select * from json_to_recordset(${json}) ${given}
    ), before as materialized (
      select d.store_id, d.topic, d.currency, d.people, d.units, d.value from given
      cross join lateral (
        select * from demand d where d.store_id = given."storeId" and d.variant_id = given."variantId" and d.topic = given.topic offset 0
      ) as d
    ), after as (
      insert into demand as d (store_id, variant_id, topic, people, units, price, currency)
      select "storeId", "variantId", topic, people, units, ${PRICE}, ${CURRENCY} from given ${PRODUCT_OF_GIVEN} order by 1, 2, 3
      on conflict (store_id, variant_id, topic) do update set
        people = d.people + excluded.people, units = d.units + excluded.units, price = excluded.price, currency = excluded.currency
      returning d.store_id, d.topic, d.currency, d.people, d.units, d.value
    )
    ${ADD_DIFFERENCE}`;
  await tx`
    delete from demand d using json_to_recordset(${json}) ${given}
    where d.store_id = given."storeId" and d.variant_id = given."variantId" and d.topic = given.topic and d.people = 0 and d.units = 0`;
  await deleteEmpty(tx, sums);
}

/** Takes the prices of now for the lines of these variants. */
export async function updatePrices(tx: SystemTx, variants: readonly VariantOfStore[]): Promise<void> {
  const sums = await tx<StoreSum>`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(variants)}) as given ("storeId" int, "variantId" bigint)
    ), before as materialized (
      select d.*, ${PRICE} as new_price, ${CURRENCY} as new_currency from given
      cross join lateral (
        select * from demand d where d.store_id = given."storeId" and d.variant_id = given."variantId" offset 0
      ) as d ${PRODUCT_OF_GIVEN}
      where (d.price, d.currency) is distinct from (${PRICE}, ${CURRENCY})
    ), after as (
      update demand d set price = b.new_price, currency = b.new_currency from before b
      where d.store_id = b.store_id and d.variant_id = b.variant_id and d.topic = b.topic
      returning d.store_id, d.topic, d.currency, d.people, d.units, d.value
    )
    ${ADD_DIFFERENCE}`;
  await deleteEmpty(tx, sums);
}

export async function addSaves(tx: SystemTx, saves: readonly SavesChange[]): Promise<void> {
  const json = JSON.stringify(saves);
  const given = fragment(`as given ("storeId" int, "variantId" bigint, lists int)`);
  await tx`
    insert into variant_saves as s (store_id, variant_id, lists)
    select "storeId", "variantId", lists from json_to_recordset(${json}) ${given} order by 1, 2
    on conflict (store_id, variant_id) do update set lists = s.lists + excluded.lists`;
  await tx`
    delete from variant_saves s using json_to_recordset(${json}) ${given}
    where s.store_id = given."storeId" and s.variant_id = given."variantId" and s.lists = 0`;
}

/** The topics of subscriptions, for events that do not name them. */
export const findTopicsOf = (
  tx: SystemTx,
  subscriptions: readonly { readonly storeId: StoreId; readonly id: SubscriptionId }[],
) => tx<{ id: SubscriptionId; topic: string }>`
  select s.id, s.topic
  from unnest(${subscriptions.map((one) => one.storeId)}::int[], ${subscriptions.map((one) => one.id)}::bigint[]) as sought (store_id, id)
  cross join lateral (
    select id, topic from subscriptions s where s.store_id = sought.store_id and s.id = sought.id offset 0
  ) as s`;

export const findLinesOfPlans = (
  tx: SystemTx,
  plans: readonly { readonly storeId: StoreId; readonly id: PlanId }[],
) => tx<{ id: PlanId; variantId: VariantId; topic: string }>`
  select p.id, p.variant_id as "variantId", p.topic
  from unnest(${plans.map((one) => one.storeId)}::int[], ${plans.map((one) => one.id)}::bigint[]) as sought (store_id, id)
  cross join lateral (
    select id, variant_id, topic from plans p where p.store_id = sought.store_id and p.id = sought.id offset 0
  ) as p`;

/** Deletes a page of the days that are older than this. Returns how many rows. */
export async function deleteOldDays(tx: SystemTx, days: number, limit: number): Promise<number> {
  const isOld = fragmentWith`day < (now() at time zone 'UTC')::date - ${days}::int`;
  const [deleted] = await tx<{ count: number }>`
    with of_stores as (
      delete from store_days where ${isOld} and (store_id, day, topic, currency) in (
        select store_id, day, topic, currency from store_days where ${isOld} limit ${limit}
      ) returning 1
    ), of_variants as (
      delete from variant_days where ${isOld} and (store_id, variant_id, day, topic, currency) in (
        select store_id, variant_id, day, topic, currency from variant_days where ${isOld} limit ${limit}
      ) returning 1
    ) select ((select count(*) from of_stores) + (select count(*) from of_variants))::int as count`;
  return deleted?.count ?? 0;
}
