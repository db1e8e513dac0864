import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { requireMarket } from "../../catalog/variants/require-market.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { storedIdOf, type VariantName } from "../../catalog/variants/variant-name.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import { HAPPENINGS } from "../line/happenings.ts";
import { deleteRequests, endOfOwner, type Owner } from "../sql.ts";
import { findOpenVariants, type SubscriptionFilter } from "./sql.ts";

const REASON = HAPPENINGS.say("left-in-shop", {});

/** One variant or one market of it, or all variants of a product with their markets. Without a value: for all addresses. */
export type Removal = SubscriptionFilter & { readonly value: string | null } & (
    | { readonly variant: VariantName }
    | { readonly productId: string }
  );

/** Ends alerts of a shopper, withdraws those that are not confirmed yet, and returns how many. */
export async function removeSubscriptions(
  { db, variants, shoppers }: { db: Db; variants: VariantCache; shoppers: ShopperSessions },
  shopper: Shopper,
  removal: Removal,
  tx?: StoreTx,
): Promise<number> {
  const { store } = shopper;
  const findVariantIds = async (inside: StoreTx, owner: Owner): Promise<VariantId[]> => {
    if ("variant" in removal) {
      requireMarket(store, removal.variant.market);
      const [variant] = await variants.findByPlatformIds(store.id, [storedIdOf(removal.variant)], { create: false });
      return variant ? [variant.id] : [];
    }
    const open = (await findOpenVariants(inside, owner)).map(({ variantId }) => variantId);
    const found = await variants.findByIds(store.id, open);
    return found.flatMap((variant) => (variant && variant.productId === removal.productId ? [variant.id] : []));
  };
  return db.inStore(
    store.id,
    async (inside) => {
      const owner = { shopperId: await shoppers.ensureRow(inside, shopper), email: shopper.email };
      const { topic, medium, value } = removal;
      const what = { variantIds: await findVariantIds(inside, owner), topic, medium, value };
      // First, because a request is counted only where no open subscription is.
      const withdrawn = await deleteRequests(inside, owner.shopperId, what);
      const ended = await endOfOwner(inside, owner, what, REASON);
      return ended + withdrawn;
    },
    tx,
  );
}
