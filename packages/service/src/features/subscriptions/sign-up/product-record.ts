import { asSent, type PlatformId, readPlatformId } from "../../../platform/text/platform-id.ts";
import type { Variant } from "../../catalog/variants/variant-cache.ts";
import { productFields, variantFields } from "../../catalog/variants/wire.ts";
import type { ClientProduct } from "../sql.ts";

type SentProduct = { readonly platformId?: PlatformId; readonly productId?: PlatformId; readonly url?: string };

/** The public record of a subscription's product: the catalogue's data, and null where the catalogue has none. */
export function productRecord(variant: Variant, sent: SentProduct = {}) {
  const { product } = variant;
  const productId = variant.productId ?? sent.productId?.text ?? variant.platformId;
  const fields = sent.productId && !variant.productId ? productFields(product, productId) : variantFields(variant);
  return {
    ...(JSON.parse(`{${fields.slice(0, -1)}}`) as Record<string, unknown>),
    epi: asSent(sent.platformId ?? asId(variant.platformId)),
    empi: asSent(sent.productId ?? asId(productId)),
    du: product?.url ?? sent.url ?? null,
    uri: product?.variantUrl ?? product?.url ?? sent.url ?? null,
    stk: product?.stock ?? null,
    vi: product?.variantTitle ?? "",
  };
}

/** The product as the shopper described it at sign-up. Only that shopper sees it. */
export const toSentProduct = (clientProduct: ClientProduct | null): SentProduct =>
  clientProduct
    ? {
        platformId: readPlatformId("epi", clientProduct.platformId),
        productId: readPlatformId("empi", clientProduct.productId),
        url: clientProduct.url,
      }
    : {};

/** An id whose JSON type was not stored: what looks like a whole number is sent as one. */
const asId = (text: string): PlatformId => ({ text, isNumber: /^(?:0|[1-9]\d{0,18})$/.test(text) });
