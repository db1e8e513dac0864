import type { Variant } from "../../catalog/variants/variant-cache.ts";
import type { Details } from "./item.ts";

/** The product of an item: as the catalogue has it, else as the client sent it. */
export const productIdOf = (variant: Pick<Variant, "productId" | "platformId">, details: Details | null) =>
  variant.productId ?? details?.clientProduct?.productId ?? variant.platformId;
