import type { StoreId } from "../../../platform/ids.ts";
import type { UnknownLimit, Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { NewItem, SentItem } from "./item.ts";
import { productIdOf } from "./product-id-of.ts";

export type ResolvedItem = { readonly item: NewItem; readonly variant: Variant };

/** Finds the variants of sent items. With `create`, an unknown variant gets a row; without, its item is left out. */
export async function resolveItems(
  variants: VariantCache,
  storeId: StoreId,
  sent: readonly SentItem[] = [],
  options: { readonly create: boolean; readonly limit?: UnknownLimit },
): Promise<ResolvedItem[]> {
  const found = await variants.findByPlatformIds(
    storeId,
    sent.map((item) => item.platformId),
    options,
  );
  return sent.flatMap((item, index) => {
    const variant = found[index];
    return variant ? [{ item: toNewItem(item, variant), variant }] : [];
  });
}

const toNewItem = ({ quantity, flags, flagsGiven, details }: SentItem, variant: Variant): NewItem => ({
  variantId: variant.id,
  productId: productIdOf(variant, details),
  quantity,
  flags,
  flagsGiven,
  details,
});
