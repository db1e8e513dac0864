import type { Db } from "../../../platform/db/db.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import { alertRules } from "../../stores/settings/settings.ts";
import type { Medium } from "../address.ts";
import { type ClientProduct, type Shown, subscriptionsOf } from "../sql.ts";
import { type State, stateName } from "../state.ts";

/** `value` is nothing where the address is not shown: a guest may be anybody. */
export type Seen = {
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
  asked: { topic: string | null; medium: Medium | null; limit: number; offset: number },
): Promise<{ total: number; subscriptions: Seen[] }> {
  const read = (as: Shopper) =>
    db.inStore(as.store.id, (tx) => subscriptionsOf(tx, { shopperId: as.id ?? null, email: as.email }, asked));
  let found = await read(shopper);
  // A guest who became part of an account a moment ago, and is remembered without it, has nothing any more.
  if (found.total === 0 && shopper.email === null) {
    const now = await shoppers.reload(shopper);
    if (now.id !== shopper.id) found = await read(now);
  }
  const named = await variants.findByIds(
    shopper.store.id,
    found.shown.map(({ variantId }) => variantId),
  );
  const subscriptions = found.shown.flatMap((one, index): Seen[] => {
    const variant = named[index];
    if (!variant) return [];
    const { topic, medium, clientProduct, signedUpAt } = one;
    const value = shopper.email === null ? undefined : one.value;
    return [{ variant, topic, medium, value, clientProduct, signedUpAt, state: shownState(shopper, one) }];
  });
  return { total: found.total, subscriptions };
}

/** That nothing may be sent to an address is for its owner to know; to others it looks as it would without. */
function shownState({ store, email }: Shopper, { state, value }: Shown): State {
  const word = stateName(state);
  if (word !== "undeliverable" || value === email) return word;
  return alertRules(store.settings).browserDoubleOptIn ? "unconfirmed" : "waiting";
}
