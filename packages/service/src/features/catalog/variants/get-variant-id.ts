import type { StoreId, VariantId } from "../../../platform/ids.ts";
import { unknownVariant } from "../errors.ts";
import type { VariantCache } from "./variant-cache.ts";

export async function getVariantId(variants: VariantCache, storeId: StoreId, platformId: string): Promise<VariantId> {
  const [variant] = await variants.findByPlatformIds(storeId, [platformId], { create: false });
  if (!variant) throw unknownVariant();
  return variant.id;
}
