import type { Variant } from "./variant-cache.ts";

/** The title of the product with its size or colour, or the variant's id when the catalogue has no title. */
export const titleOf = ({ product, platformId }: Pick<Variant, "product" | "platformId">) =>
  product?.title ? [product.title, product.variantTitle].filter(Boolean).join(", ") : `Product ${platformId}`;
