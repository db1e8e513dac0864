import { hash } from "node:crypto";
import type { Product } from "./product.ts";
import type { Variant } from "./variant-cache.ts";

/** The product part of a public record, as JSON text: `"bt":…,"dt":…,` with a comma after each field. Written once for
 *  each variant. */
export function variantFields(variant: Variant): string {
  variant.written.product ??= productFields(variant.product, variant.productId ?? variant.platformId);
  return variant.written.product;
}

export function productFields(product: Product | null, productId: string): string {
  const { brand, title, sku, url, imageUrl, price, variantTitle } = product ?? {};
  const record = {
    bt: brand ?? null,
    dt: title ?? null,
    sku: sku ?? null,
    du: url ?? null,
    iu: imageUrl ?? null,
    pr: price ?? null,
    vi: variantTitle ?? null,
    pid: hash("sha256", `product:${productId}`, "base64url").slice(0, 22),
  };
  return `${JSON.stringify(record).slice(1, -1)},`;
}
