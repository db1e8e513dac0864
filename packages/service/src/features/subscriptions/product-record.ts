import { asSent, type PlatformId, readPlatformId } from "../../platform/platform-id.ts";
import { productFragment, type Variant } from "../catalog/variant-book.ts";

/** The product of a subscription as the public sees it: from the catalogue, and where that knows nothing, nothing. */
export function productRecord(variant: Variant, sent: { epi?: PlatformId; empi?: PlatformId; du?: string } = {}) {
  const { product } = variant;
  const empi = variant.empi ?? sent.empi?.text ?? variant.epi;
  const shown = JSON.parse(`{${productFragment(product, empi).slice(0, -1)}}`) as Record<string, unknown>;
  return {
    ...shown,
    epi: asSent(sent.epi ?? asId(variant.epi)),
    empi: asSent(sent.empi ?? asId(empi)),
    du: product?.du ?? sent.du ?? null,
    uri: product?.uri ?? product?.du ?? sent.du ?? null,
    stk: product?.stk ?? null,
    vi: product?.vi ?? "",
  };
}

/** What the sign-up said of the product, for whoever signed up alone. */
export const saidProduct = (said: { epi: unknown; empi: unknown; du: string } | null) =>
  said ? { epi: readPlatformId("epi", said.epi), empi: readPlatformId("empi", said.empi), du: said.du } : {};

/** Nobody wrote down how an id was sent: what looks like a whole number is one. */
const asId = (text: string): PlatformId => ({ text, isNumber: /^(?:0|[1-9]\d{0,18})$/.test(text) });
