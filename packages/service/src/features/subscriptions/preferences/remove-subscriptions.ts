import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import type { Medium } from "../address.ts";
import { endOfShopper, variantsWaitedFor, type Whose } from "../sql.ts";

const REASON = "removed by the shopper";

/** Ends alerts of a shopper: of one variant, or of all variants of a product. Answers how many that were. */
export async function removeSubscriptions(
  { db, variants, shoppers }: { db: Db; variants: VariantCache; shoppers: ShopperSessions },
  shopper: Shopper,
  what: { epi?: string; empi?: string; topic: string | null; medium: Medium | null },
  tx?: StoreTx,
): Promise<number> {
  const { store } = shopper;
  const remove = async (inside: StoreTx) => {
    const shopperId = await shoppers.ensureRow(inside, shopper);
    const whose: Whose = { shopperId, email: shopper.email };
    const variantIds = await named(inside, whose);
    return endOfShopper(inside, whose, { variantIds, topic: what.topic, medium: what.medium }, REASON);
  };
  const named = async (inside: StoreTx, whose: Whose): Promise<VariantId[]> => {
    if (what.epi !== undefined) {
      const [variant] = await variants.findByPlatformIds(store.id, [what.epi], { create: false });
      return variant ? [variant.id] : [];
    }
    const waitedFor = (await variantsWaitedFor(inside, whose)).map(({ variantId }) => variantId);
    const found = await variants.findByIds(store.id, waitedFor);
    return found.flatMap((variant) => (variant && variant.productId === what.empi ? [variant.id] : []));
  };
  return tx ? remove(tx) : db.inStore(store.id, remove);
}
