import type { Item, Product } from "../client.ts";

const CLIENT_FIELDS = ["epi", "empi", "du", "qty", "note", "cprops", "lbls", "_av", "dt", "iu", "pr", "sku"] as const;

/** Turns an item back into the product that was saved, to save it again. Custom items use other field names. */
export function toProduct(item: Item): Product {
  const { dt, pr, lity } = item;
  const fields = CLIENT_FIELDS.map((name) => [name, item[name]] as const).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const product = Object.fromEntries(fields) as Product;
  if (!lity) return product;
  const { du, qty, cprops, iu, sku } = product;
  return { du, qty, cprops, iu, sku, title: dt, price: pr } as unknown as Product;
}
