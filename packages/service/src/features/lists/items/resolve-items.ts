import type { StoreId } from "../../../platform/ids.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import { HAS_DETAILS, type NewItem, type SentItem } from "./item.ts";
import { productIdOf } from "./product-id-of.ts";

export type ResolvedItem = { readonly item: NewItem; readonly variant: Variant };

/** Finds the variants of sent items. With `create`, an unknown variant gets a row; without, its item is left out. */
export async function resolveItems(
  variants: VariantCache,
  storeId: StoreId,
  sent: readonly SentItem[] = [],
  options: { readonly create: boolean },
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

/** Drops the client's description of a product that is in the catalogue. */
function toNewItem({ quantity, flags, flagsGiven, details }: SentItem, variant: Variant): NewItem {
  const item = {
    variantId: variant.id,
    productId: productIdOf(variant, details),
    quantity,
    flags,
    flagsGiven,
    details,
  };
  if (!variant.product || !details?.clientProduct) return item;
  const { clientProduct: _, ...rest } = details;
  const hasRest = Object.keys(rest).length > 0;
  return { ...item, flags: hasRest ? flags : flags & ~HAS_DETAILS, details: hasRest ? rest : null };
}
