import { webLink } from "../../../platform/text/html.ts";
import type { Variant } from "./variant-cache.ts";

/** The page of the variant, else of the product, else `fallback`. Empty when none is a web address. */
export const productUrlOf = ({ product }: Pick<Variant, "product">, fallback: string | null) =>
  webLink(product?.variantUrl) || webLink(product?.url) || webLink(fallback);
