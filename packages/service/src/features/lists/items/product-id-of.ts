import type { Variant } from "../../catalog/variants/variant-cache.ts";
import type { Details } from "./item.ts";

/** The product id of an item: from the catalogue, otherwise from the client, otherwise the variant's own id. */
export const productIdOf = (variant: Pick<Variant, "productId" | "platformId">, details: Details | null) =>
  variant.productId ?? details?.clientProduct?.productId ?? variant.platformId;
