import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { type ShownProduct, toShownProduct } from "../shown-product.ts";

/** The products of these sign-ups, in their order, each title once. */
export async function productsOf(
  tx: StoreTx,
  variants: VariantCache,
  signUps: readonly { readonly variantId: VariantId }[],
): Promise<readonly ShownProduct[]> {
  const found = await variants.findByIds(
    tx.storeId,
    signUps.map(({ variantId }) => variantId),
  );
  const products = found.flatMap((variant) => (variant ? [toShownProduct(variant)] : []));
  return products.filter(({ title }, index) => products.findIndex((one) => one.title === title) === index);
}
