import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import { endOfOwner, type Owner } from "../sql.ts";
import { findOpenVariants, type SubscriptionFilter } from "./sql.ts";

const REASON = "removed by the shopper";

/** One variant by its platform id, or all variants of a product. */
export type Removal = SubscriptionFilter & ({ readonly platformId: string } | { readonly productId: string });

/** Ends alerts of a shopper and returns how many. */
export async function removeSubscriptions(
  { db, variants, shoppers }: { db: Db; variants: VariantCache; shoppers: ShopperSessions },
  shopper: Shopper,
  removal: Removal,
  tx?: StoreTx,
): Promise<number> {
  const { store } = shopper;
  const findVariantIds = async (inside: StoreTx, owner: Owner): Promise<VariantId[]> => {
    if ("platformId" in removal) {
      const [variant] = await variants.findByPlatformIds(store.id, [removal.platformId], { create: false });
      return variant ? [variant.id] : [];
    }
    const open = (await findOpenVariants(inside, owner)).map(({ variantId }) => variantId);
    const found = await variants.findByIds(store.id, open);
    return found.flatMap((variant) => (variant && variant.productId === removal.productId ? [variant.id] : []));
  };
  return db.inStore(
    store.id,
    async (inside) => {
      const owner: Owner = { shopperId: await shoppers.ensureRow(inside, shopper), email: shopper.email };
      const variantIds = await findVariantIds(inside, owner);
      return endOfOwner(inside, owner, { variantIds, topic: removal.topic, medium: removal.medium }, REASON);
    },
    tx,
  );
}
