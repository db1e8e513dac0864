import type { StoreTx } from "../../../platform/db/db.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { readMarkets } from "../markets/read-markets.ts";
import { ensureVariants } from "./ensure-variants.ts";
import type { KnownVariant, MovedPrice, MovedStock, MovedVariant } from "./moved-variant.ts";
import { addToCount, insertPrices, insertStock, lockCount } from "./sql.ts";
import { storeVariants } from "./store-variants.ts";

const EVENT_MAX = 500;

/** Stores variants that the catalogue does not have, or of which it has only the id. Expects each once. Returns how many. */
export async function addVariants(tx: StoreTx, variants: readonly MovedVariant[]): Promise<number> {
  await readMarkets(tx, { isAdding: true });
  await lockCount(tx);
  const stored = await storeVariants(tx, variants);
  const added = stored.filter(({ isNew, hasProduct }) => isNew && !hasProduct).length;
  const filled = stored.filter(({ isNew }) => !isNew);
  await addToCount(tx, added - filled.length);
  for (let first = 0; first < filled.length; first += EVENT_MAX) {
    const variantIds = filled.slice(first, first + EVENT_MAX).map(({ id }) => id);
    await announce(tx, "variant.changed", { variantIds });
    await announce(tx, "variant.product-changed", { variantIds });
  }
  const sent = new Set(variants.map(({ platformId }) => platformId));
  return stored.filter(({ platformId }) => sent.has(platformId)).length;
}

type Known = Parameters<typeof ensureVariants>[2];

const withIds = <Row extends { readonly platformId: string }>(
  rows: readonly Row[],
  variants: ReadonlyMap<string, KnownVariant>,
) =>
  rows.flatMap(({ platformId, ...row }) => {
    const variant = variants.get(platformId);
    return variant ? [{ ...row, variantId: variant.id }] : [];
  });

/** Stores prices of the past: they count for later price drops, and are none themselves. Returns how many are new. */
export async function addPrices(tx: StoreTx, prices: readonly MovedPrice[], known: Known): Promise<number> {
  const ids = prices.map(({ platformId }) => platformId);
  return insertPrices(tx, withIds(prices, await ensureVariants(tx, ids, known)));
}

/** Stores the stock of variants that have none. It is no restock: nobody is notified. Returns of how many. */
export async function addStock(tx: StoreTx, stock: readonly MovedStock[], known: Known): Promise<number> {
  // A worker that counts markets again sees the stock of a page as a whole, or nothing of it.
  await readMarkets(tx, { isAdding: true });
  const ids = stock.map(({ platformId }) => platformId);
  return insertStock(tx, withIds(stock, await ensureVariants(tx, ids, known)));
}
