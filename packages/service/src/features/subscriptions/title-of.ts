import type { Variant } from "../catalog/variant-book.ts";

/** What people call a variant: the product with its size or colour, or at least its id. */
export const titleOf = ({ product, epi }: Pick<Variant, "product" | "epi">) =>
  product?.dt ? [product.dt, product.vi].filter(Boolean).join(", ") : `Product ${epi}`;
