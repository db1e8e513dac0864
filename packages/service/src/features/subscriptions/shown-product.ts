import { imageLink } from "../../platform/text/html.ts";
import { productUrlOf } from "../catalog/variants/product-url-of.ts";
import { titleOf } from "../catalog/variants/title-of.ts";
import type { Variant } from "../catalog/variants/variant-cache.ts";

/** A product as hosted pages show it. `picture` and `url` are empty when they are not known. */
export type ShownProduct = { readonly title: string | null; readonly picture: string; readonly url: string };

/** `fallbackUrl` comes from the shop's server, for products that are not in the catalogue. */
export const toShownProduct = (variant: Variant, fallbackUrl: string | null = null): ShownProduct => ({
  title: titleOf(variant),
  picture: imageLink(variant.product?.imageUrl),
  url: productUrlOf(variant, fallbackUrl),
});
