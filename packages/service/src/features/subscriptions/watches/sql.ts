import type { Runner, Statement, StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId, StoreId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { stateNow } from "../sql.ts";
import { FIRST_ENDED } from "../state.ts";
import { FROM_LIST } from "./watch.ts";

type ShopperOfStore = { readonly storeId: StoreId; readonly shopperId: ShopperId };
type OpenAlert = ShopperOfStore & { readonly variantId: VariantId };

// Postgres makes the plan while the table is small. With `offset 0` each shopper looks up their own rows, so that a plan
// which reads the whole table is not possible.
const OPEN_ALERTS: Statement = {
  name: "open-alerts-of-shoppers",
  text: `select s.store_id as "storeId", s.shopper_id as "shopperId", s.variant_id as "variantId"
    from unnest($1::int[], $2::bigint[]) as sought (store_id, shopper_id)
    cross join lateral (
      select * from subscriptions s
      where s.store_id = sought.store_id and s.shopper_id = sought.shopper_id and ${stateNow("s").text} < ${FIRST_ENDED.text}
      offset 0
    ) as s`,
};
/** The variants of which these shoppers have open subscriptions. */
export const findOpenAlerts = (runner: Runner, shoppers: readonly ShopperOfStore[]) =>
  runner.run<OpenAlert>(OPEN_ALERTS, [shoppers.map((one) => one.storeId), shoppers.map((one) => one.shopperId)]);

export type RemovedItem = { readonly shopperId: ShopperId; readonly variantId: VariantId };

/** Finds the shoppers' open subscriptions to these variants whose last sign-up was a watch. */
export const findWatches = (tx: StoreTx, items: readonly RemovedItem[]) => tx<RemovedItem & { id: SubscriptionId }>`
  select s.id, removed.shopper_id as "shopperId", removed.variant_id as "variantId"
  from unnest(${items.map((item) => item.shopperId)}::bigint[], ${items.map((item) => item.variantId)}::bigint[]) as removed (shopper_id, variant_id)
  cross join lateral (
    select s.id from subscriptions s
    where s.store_id = ${tx.storeId} and s.shopper_id = removed.shopper_id and s.variant_id = removed.variant_id
      and ${stateNow("s")} < ${FIRST_ENDED} and ${FROM_LIST} = (
        select c.source from consents c where c.store_id = s.store_id and c.subscription_id = s.id order by c.given_at desc limit 1
      )
    offset 0 -- a plan made for a small table would read all subscriptions of the store
  ) as s`;
