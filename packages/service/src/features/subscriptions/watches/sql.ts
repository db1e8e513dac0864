import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { FIRST_ENDED } from "../state.ts";
import { FROM_LIST } from "./watch.ts";

/** Finds the shopper's open subscriptions to these variants whose last sign-up was a watch. */
export const findWatches = (tx: StoreTx, shopperId: ShopperId, variantIds: readonly VariantId[]) => tx<{
  id: SubscriptionId;
  variantId: VariantId;
}>`
  select s.id, s.variant_id as "variantId" from subscriptions s
  where s.store_id = ${tx.storeId} and s.shopper_id = ${shopperId} and s.variant_id = any(${variantIds}::bigint[]) and s.state < ${FIRST_ENDED}
    and ${FROM_LIST} = (
      select c.source from consents c where c.store_id = s.store_id and c.subscription_id = s.id order by c.given_at desc limit 1
    )`;
