import type { Variant } from "../../catalog/variants/variant-cache.ts";

/** The catalogue's price when the item was saved. Null if it is not known: the catalogue had no price then, it was changed
 *  too often since, or the history has a gap (a price that was sent without its currency). */
export function savedPrice({ prices, product }: Pick<Variant, "prices" | "product">, addedAt: number): number | null {
  if (prices.length === 0 || prices[0]?.[1] !== product?.price) return null;
  return prices.find(([since]) => since <= addedAt)?.[1] ?? null;
}
