import type { VariantId } from "../../../platform/ids.ts";
import type { Store } from "../../stores/store.ts";
import { unknownVariant } from "../errors.ts";
import { requireMarket } from "./require-market.ts";
import type { VariantCache } from "./variant-cache.ts";
import { storedIdOf, type VariantName } from "./variant-name.ts";

export async function getVariantId(variants: VariantCache, store: Store, name: VariantName): Promise<VariantId> {
  requireMarket(store, name.market);
  const [variant] = await variants.findByPlatformIds(store.id, [storedIdOf(name)], { create: false });
  if (!variant) throw unknownVariant();
  return variant.id;
}
