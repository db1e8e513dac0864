import type { Item, Product } from "../client.ts";

const SAID = ["epi", "empi", "du", "qty", "note", "cprops", "lbls", "_av", "dt", "iu", "pr", "sku"] as const;

/** As it was saved, to be saved again: without what the service added. A custom item goes by its title. */
export function toProduct(item: Item): Product {
  const { dt, pr, lity } = item;
  const said = SAID.map((name) => [name, item[name]] as const).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const product = Object.fromEntries(said) as Product;
  if (!lity) return product;
  const { du, qty, cprops, iu, sku } = product;
  return { du, qty, cprops, iu, sku, title: dt, price: pr } as unknown as Product;
}
