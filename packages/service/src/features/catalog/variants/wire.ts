import { hash } from "node:crypto";
import { Type } from "typebox";
import { nullable } from "../../../platform/http/wire.ts";
import type { Product } from "./product.ts";
import type { Variant } from "./variant-cache.ts";

const textOrNull = (description: string) => nullable(Type.String({ description }));
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
