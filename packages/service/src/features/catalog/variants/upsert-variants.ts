import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { Store } from "../../stores/store.ts";
import type { MarketProduct } from "../markets/product-in-market.ts";
import { readMarkets } from "../markets/read-markets.ts";
import { refreshMarketProducts } from "../markets/refresh-market-products.ts";
import { storeOwnProducts } from "../markets/store-own-products.ts";
import { countUnknown, storePrices } from "../sql.ts";
import { setStock } from "../stock/set-stock.ts";
import type { Product } from "./product.ts";
import { lockUnknownCount, upsertEntries } from "./sql.ts";

export type VariantInput = {
  readonly platformId: string;
  readonly productId: string | null;
  /** A field that is null is removed; one that is absent stays. */
  readonly product: { readonly [Field in keyof Product]: Product[Field] | null };
  readonly stock?: { readonly quantity: number; readonly occurredAt: string };
  /** What differs in markets, by name. */
  readonly markets?: ReadonlyMap<string, { readonly [Field in keyof MarketProduct]: MarketProduct[Field] | null }>;
};

/** Stores what the shop's server sent about variants: product data, price and currency, also in markets, and the stock if it
 *  is given. Returns the ids of the variants and markets that changed. */
export async function upsertVariants(
  tx: StoreTx,
  store: Store,
  inputs: readonly VariantInput[],
): Promise<readonly VariantId[]> {
  const latest = [...new Map(inputs.map((input) => [input.platformId, input])).values()]; // the last of a repeated id counts
  const markets = await readMarkets(tx, { isAdding: latest.some((input) => input.markets) });
  await lockUnknownCount(
    tx,
    latest.map(({ platformId }) => platformId),
  );
  const entries = await upsertEntries(tx, latest);
  const unknown = entries.filter(({ wasUnknown }) => wasUnknown).length;
  if (unknown > 0) await countUnknown(tx, -unknown);
  const moved = entries.filter(({ isMoved }) => isMoved);
  if (moved.length > 0) await announce(tx, "variant.product-changed", { variantIds: moved.map(({ id }) => id) });
  const ids = new Map(entries.map(({ id, platformId }) => [platformId, id]));
  const stored = latest.flatMap((input) => {
    const variantId = ids.get(input.platformId);
    return variantId ? [{ ...input, variantId }] : [];
  });
  await storeOwnProducts(tx, store, markets, stored);
  const own = entries.map(({ id }) => id);
  const variantIds = [...own, ...(await refreshMarketProducts(tx, markets, own))];
  await announce(tx, "variant.changed", { variantIds });
  await storePrices(
    tx,
    stored.flatMap(({ variantId, product: { price, currency, compareAtPrice } }) =>
      typeof price === "number" && typeof currency === "string"
        ? [{ variantId, currency, price, compareAt: compareAtPrice ?? null }]
        : [],
    ),
  );
  await setStock(
    tx,
    store,
    stored.flatMap(({ variantId, stock }) => (stock ? [{ variantId, location: "", ...stock }] : [])),
  );
  return variantIds;
}
