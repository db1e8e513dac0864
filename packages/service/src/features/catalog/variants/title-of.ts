import type { Variant } from "./variant-cache.ts";

/** The title people know a variant by: the product with its size or colour, or at least its id. */
export const titleOf = ({ product, platformId }: Pick<Variant, "product" | "platformId">) =>
  product?.title ? [product.title, product.variantTitle].filter(Boolean).join(", ") : `Product ${platformId}`;
