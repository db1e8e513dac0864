import type { StoreTx } from "../../platform/db/db.ts";
import type { VariantId } from "../../platform/ids.ts";
import { announceSql } from "../../platform/outbox/announce.ts";

/** Counts the variants that only shoppers have sent: `change` is how many more there are, or fewer. */
export const countUnknown = (tx: StoreTx, change: number) => tx`
  update variant_counts set unknown = greatest(unknown + ${change}, 0) where store_id = ${tx.storeId}`;

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

/** Stores prices that differ from the last one, and announces those that fell. A price of 0 is not announced. Expects each
 *  variant once. */
export const storePrices = (tx: StoreTx, prices: readonly Price[]) => tx`
  with compared as (
    select ${tx.storeId}::int as store_id, variant_id, currency, price, compare_at, (
      select p.price from prices p
      where p.store_id = ${tx.storeId} and p.variant_id = sent.variant_id and p.currency = sent.currency
      order by p.seen_at desc limit 1
    ) as before, coalesce((
      select c.prices from price_counts c where c.store_id = ${tx.storeId} and c.variant_id = sent.variant_id
    ), 0) as earlier_prices
    from unnest(${prices.map((one) => one.variantId)}::bigint[], ${prices.map((one) => one.currency)}::text[],
      ${prices.map((one) => one.price)}::numeric[], ${prices.map((one) => one.compareAt)}::numeric[]) as sent (variant_id, currency, price, compare_at)
  ), stored as (
    insert into prices (variant_id, store_id, currency, price, compare_at)
    select variant_id, store_id, currency, price, compare_at from compared where price is distinct from before
    returning variant_id, store_id
  ), counted as (
    insert into price_counts as c (store_id, variant_id, prices)
    select store_id, variant_id, 1 from stored
    on conflict (store_id, variant_id) do update set prices = c.prices + 1
  )
  ${ANNOUNCE_DROP} from compared where price < before and price > 0`;
