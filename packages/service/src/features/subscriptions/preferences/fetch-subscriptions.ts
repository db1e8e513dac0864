import type { Db } from "../../../platform/db/db.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import type { Medium } from "../address.ts";
import type { ClientProduct } from "../client-product.ts";
import { type State, stateName } from "../state.ts";
import { findOfOwner, type SubscriptionFilter, type SubscriptionRow } from "./sql.ts";

/** `value` is undefined for a guest: a guest has not proven to own the address. */
export type ShownSubscription = {
  readonly variant: Variant;
  readonly topic: string;
  readonly medium: Medium;
  readonly value: string | undefined;
  readonly state: State;
  readonly clientProduct: ClientProduct | null;
  readonly signedUpAt: Date;
};

export async function fetchSubscriptions(
  { db, variants, shoppers }: { db: Db; variants: VariantCache; shoppers: ShopperSessions },
  shopper: Shopper,
  filter: SubscriptionFilter & { readonly limit: number; readonly offset: number },
): Promise<{ total: number; subscriptions: ShownSubscription[] }> {
  const read = ({ id, email, store }: Shopper) =>
    db.inStore(store.id, (tx) => findOfOwner(tx, { shopperId: id ?? null, email }, filter));
  let found = await read(shopper);
  // A merge moves a guest's subscriptions to the account, and the cached session may still be the guest's.
  if (found.total === 0 && shopper.email === null) {
    const reloaded = await shoppers.reload(shopper);
    if (reloaded.id !== shopper.id) found = await read(reloaded);
  }
  const foundVariants = await variants.findByIds(
    shopper.store.id,
    found.rows.map(({ variantId }) => variantId),
  );
  const subscriptions = found.rows.flatMap((row, index): ShownSubscription[] => {
    const variant = foundVariants[index];
    if (!variant) return [];
    const { topic, medium, clientProduct, signedUpAt } = row;
    const value = shopper.email === null ? undefined : row.value;
    return [{ variant, topic, medium, value, clientProduct, signedUpAt, state: shownState(shopper, row) }];
  });
  return { total: found.total, subscriptions };
}

/** Only the owner of an address may see that it is undeliverable. For others it seems to wait. */
function shownState({ email }: Shopper, { state, value }: SubscriptionRow): State {
  const name = stateName(state);
  return name === "undeliverable" && value !== email ? "waiting" : name;
}
