import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Market } from "../../stores/settings/settings.ts";
import { countUnknown, storePrices } from "../sql.ts";
import { nameOf } from "../variants/variant-name.ts";
import { productInMarket } from "./product-in-market.ts";
import { selectMarketSources, storeShownProducts } from "./sql.ts";

/** Works out again what the markets of these variants show, from the variant and what the shop said of the market, and
 *  stores their prices. Returns the rows that changed. */
export async function refreshMarketProducts(
  tx: StoreTx,
  markets: ReadonlyMap<string, Market>,
  variantIds: readonly VariantId[],
): Promise<readonly VariantId[]> {
  if (markets.size === 0) return [];
  const shown = (await selectMarketSources(tx, variantIds)).flatMap(({ id, storedId, own, product, productId }) => {
    const market = markets.get(nameOf(storedId).market ?? "");
    return market ? [{ id, productId, product: productInMarket(product, own, market) }] : [];
  });
  if (shown.length === 0) return [];
  const changed = await storeShownProducts(tx, shown);
  const known = changed.filter(({ wasUnknown }) => wasUnknown).length;
  if (known > 0) await countUnknown(tx, -known);
  await storePrices(
    tx,
    shown.flatMap(({ id, product }) =>
      typeof product?.price === "number" && typeof product.currency === "string"
        ? [
            {
              variantId: id,
              currency: product.currency,
              price: product.price,
              compareAt: product.compareAtPrice ?? null,
            },
          ]
        : [],
    ),
  );
  return changed.map(({ id }) => id);
}
