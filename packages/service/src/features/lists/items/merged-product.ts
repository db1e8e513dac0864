import type { Product } from "../../catalog/variants/product.ts";
import type { Variant } from "../../catalog/variants/variant-cache.ts";
import { ANY_CLIENT_FIELD, CLIENT_FIELDS, type Details, HAS_DETAILS, type Item } from "./item.ts";

/** What a record shows of a product, field by field: the catalogue's value where it has one, otherwise the client's. */
export function mergedProduct({ product }: Pick<Variant, "product">, details: Details | null): Product {
  const { productId: _, ...client } = details?.clientProduct ?? {};
  if (!product) return client;
  const known = Object.entries(product).filter(([, value]) => isKnown(value));
  return { ...client, ...Object.fromEntries(known) };
}

/** Whether the record shows something of the item's details. Otherwise it depends on the variant only. */
export const needsDetails = ({ flags }: Pick<Item, "flags">, variant: Variant | undefined) =>
  (flags & HAS_DETAILS) !== 0 || (flags & ANY_CLIENT_FIELD & ~fieldsInCatalogue(variant)) !== 0;

/** The bits of CLIENT_FIELDS for which the catalogue has a value. Computed once for each variant. */
function fieldsInCatalogue(variant: Variant | undefined): number {
  if (!variant) return 0;
  variant.written.knownFields ??= computeKnown(variant);
  return variant.written.knownFields;
}

function computeKnown({ productId, product }: Variant): number {
  const values: Record<keyof typeof CLIENT_FIELDS, unknown> = {
    productId,
    url: product?.url,
    title: product?.title,
    imageUrl: product?.imageUrl,
    price: product?.price,
    sku: product?.sku,
  };
  let bits = 0;
  for (const [field, bit] of Object.entries(CLIENT_FIELDS)) {
    if (isKnown(values[field as keyof typeof CLIENT_FIELDS])) bits |= bit;
  }
  return bits;
}

const isKnown = (value: unknown) => value !== undefined && value !== null && value !== "";
