import type { StoreId } from "../../../platform/ids.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Entry } from "../reading/record.ts";
import type { Item } from "./item.ts";

/** Items with the variants they are of. */
export async function toEntries(variants: VariantCache, storeId: StoreId, items: readonly Item[]): Promise<Entry[]> {
  const known = await variants.findByIds(
    storeId,
    items.map((item) => item.variantId),
  );
  return pair(items, known);
}

/** The items and their variants, which stand in the same order from `from` on. */
export function pair(items: readonly Item[], variants: readonly (Variant | undefined)[], from = 0): Entry[] {
  const entries: Entry[] = [];
  for (const [index, item] of items.entries()) {
    const variant = variants[from + index];
    if (variant) entries.push({ item, variant });
  }
  return entries;
}
