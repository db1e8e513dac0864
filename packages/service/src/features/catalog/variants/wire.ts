import { hash } from "node:crypto";
import { Type } from "typebox";
import { nullable } from "../../../platform/http/wire.ts";
import { readPlatformId } from "../../../platform/text/platform-id.ts";
import type { Product } from "./product.ts";
import type { Variant } from "./variant-cache.ts";
import type { VariantName } from "./variant-name.ts";

const textOrNull = (description: string) => nullable(Type.String({ description }));
export const MARKET_NAME_MAX = 20;
/** A market of the variant, beside its id. */
export const marketIn = {
  market: Type.Optional(
    Type.String({
      maxLength: MARKET_NAME_MAX,
      description: "Only this market of the variant, by its name in the settings. Without it, the variant as a whole",
    }),
  ),
};
export const readMarket = ({ market }: { readonly market?: string | undefined }) => market || null;
export const readVariantName = ({ epi, market }: { epi?: unknown; market?: string | undefined }): VariantName => ({
  platformId: readPlatformId("epi", epi).text,
  market: readMarket({ market }),
});

export const marketOut = {
  market: Type.Optional(Type.String({ description: "The market of the variant; absent for the variant as a whole" })),
};
export const marketRecord = (variant: { readonly market: string | null } | null | undefined) =>
  variant?.market ? { market: variant.market } : {};

/** The product part of a public record, for openapi.json. */
export const productOut = {
  bt: textOrNull("Brand"),
  dt: textOrNull("Title"),
  sku: textOrNull("Stock keeping unit"),
  du: textOrNull("URL of the product"),
  iu: textOrNull("URL of its picture"),
  pr: nullable(Type.Number({ description: "Price" })),
  vi: textOrNull("Title of the variant"),
  pid: Type.String({ description: "Id of the product in Keepsake" }),
};

/** The product part of a public record, as JSON text: `"bt":…,"dt":…,` with a comma after each field. Written once for
 *  each variant. */
export function variantFields(variant: Variant): string {
  variant.written.product ??= productFields(variant.product, variant.productId ?? variant.platformId);
  return variant.written.product;
}

export function productFields(product: Product | null, productId: string): string {
  const { brand, title, sku, url, imageUrl, price, variantTitle, stock } = product ?? {};
  const record = {
    bt: brand ?? null,
    dt: title ?? null,
    sku: sku ?? null,
    du: url ?? null,
    iu: imageUrl ?? null,
    pr: price ?? null,
    vi: variantTitle ?? null,
    stk: stock ?? null,
    pid: hash("sha256", `product:${productId}`, "base64url").slice(0, 22),
  };
  return `${JSON.stringify(record).slice(1, -1)},`;
}
