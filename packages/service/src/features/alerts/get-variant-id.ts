import type { StoreId, VariantId } from "../../platform/ids.ts";
import type { VariantCache } from "../catalog/variants/variant-cache.ts";
import { unknownVariant } from "./errors.ts";

export async function getVariantId(variants: VariantCache, storeId: StoreId, platformId: string): Promise<VariantId> {
  const [variant] = await variants.findByPlatformIds(storeId, [platformId], { create: false });
  if (!variant) throw unknownVariant();
  return variant.id;
}
