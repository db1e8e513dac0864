import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { titleOf } from "../../catalog/variants/title-of.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";

/** The titles of the products of these sign-ups, in their order and without duplicates. */
export async function titlesOf(
  tx: StoreTx,
  variants: VariantCache,
  signUps: readonly { readonly variantId: VariantId }[],
): Promise<string[]> {
  const found = await variants.findByIds(
    tx.storeId,
    signUps.map(({ variantId }) => variantId),
  );
  return [...new Set(found.flatMap((variant) => (variant ? [titleOf(variant)] : [])))];
}
