import { webLink } from "../../../platform/text/html.ts";
import type { Variant } from "./variant-cache.ts";

/** Where a variant can be bought: its own page, else the product's, else `fallback`. Empty when no web address is known. */
export const productUrlOf = ({ product }: Pick<Variant, "product">, fallback: string | null) =>
  webLink(product?.variantUrl) || webLink(product?.url) || webLink(fallback);
