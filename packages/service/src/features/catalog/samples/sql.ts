import type { StoreTx } from "../../../platform/db/db.ts";
import type { PastChange, PastLevel, PastPrice } from "./past-stock.ts";

/** A price counts for the numbers of later price drops. */
export const insertPrices = (tx: StoreTx, prices: readonly PastPrice[]) => tx`
  with stored as (
    insert into prices (store_id, variant_id, currency, price, compare_at, seen_at)
    select ${tx.storeId}, "variantId", currency, price, "compareAt", "seenAt" from json_to_recordset(${JSON.stringify(prices)})
      as past ("variantId" bigint, currency text, price numeric, "compareAt" numeric, "seenAt" timestamptz)
    on conflict do nothing returning store_id, variant_id
  )
  insert into price_counts as c (store_id, variant_id, prices)
  select store_id, variant_id, count(*) from stored group by 1, 2
  on conflict (store_id, variant_id) do update set prices = c.prices + excluded.prices`;

export const insertStock = (tx: StoreTx, levels: readonly PastLevel[]) => tx`
  insert into stock as s (store_id, variant_id, quantity, arrived, restocks, is_in)
  select ${tx.storeId}, "variantId", quantity, arrived, restocks, quantity > 0 from json_to_recordset(${JSON.stringify(levels)})
    as past ("variantId" bigint, quantity int, arrived int, restocks int)
  on conflict (store_id, variant_id) do update
    set quantity = excluded.quantity, arrived = excluded.arrived, restocks = excluded.restocks, is_in = excluded.is_in`;

export const insertLevels = (tx: StoreTx, levels: readonly PastLevel[]) => tx`
  insert into stock_levels (store_id, variant_id, location, quantity, occurred_at)
  select ${tx.storeId}, "variantId", '', quantity, "occurredAt" from json_to_recordset(${JSON.stringify(levels)})
    as past ("variantId" bigint, quantity int, "occurredAt" timestamptz)
  on conflict do nothing`;

/** In their order, because a replay reads them in the order of their ids. */
export const insertChanges = (tx: StoreTx, changes: readonly PastChange[]) => tx`
  insert into stock_history (store_id, variant_id, at, number, quantity, arrived, is_in)
  select ${tx.storeId}, "variantId", at, number, quantity, arrived, quantity > 0 from json_to_recordset(${JSON.stringify(changes)})
    as past ("variantId" bigint, at timestamptz, number int, quantity int, arrived int)
  order by "variantId", number, at`;
