import type { StoreId } from "../../../platform/ids.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Item } from "./item.ts";

/** An item on a list, with its variant. */
export type Entry = { readonly item: Item; readonly variant: Variant };

/** Looks up the variants of items. Leaves out an item whose variant does not exist. */
export async function toEntries(variants: VariantCache, storeId: StoreId, items: readonly Item[]): Promise<Entry[]> {
  const found = await variants.findByIds(
    storeId,
    items.map((item) => item.variantId),
  );
  return pair(items, found);
}

/** Pairs the first item with `variants[from]`, the second with the next variant, and so on. */
export function pair(items: readonly Item[], variants: readonly (Variant | undefined)[], from = 0): Entry[] {
  const entries: Entry[] = [];
  for (const [index, item] of items.entries()) {
    const variant = variants[from + index];
    if (variant) entries.push({ item, variant });
  }
  return entries;
}

/** Pairs items with their variants, in the order of the variants. */
export function withVariants(items: readonly Item[], resolved: readonly { readonly variant: Variant }[]): Entry[] {
  const itemOf = new Map(items.map((item) => [item.variantId, item]));
  return resolved.flatMap(({ variant }) => {
    const item = itemOf.get(variant.id);
    return item ? [{ item, variant }] : [];
  });
}
