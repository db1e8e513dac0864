import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Market } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { unknownMarket } from "../errors.ts";
import { storedIdOf } from "../variants/variant-name.ts";
import { addMarketRows } from "./add-market-rows.ts";
import { mergeOwnProducts } from "./sql.ts";

type SentVariant = {
  readonly variantId: VariantId;
  readonly platformId: string;
  readonly markets?: ReadonlyMap<string, object>;
};

/** Stores what the shop's server says of single markets of variants. The caller refreshes the products. */
export async function storeOwnProducts(
  tx: StoreTx,
  store: Store,
  markets: ReadonlyMap<string, Market>,
  sent: readonly SentVariant[],
): Promise<void> {
  const own = sent.flatMap(({ variantId, platformId, markets: ofVariant = new Map<string, object>() }) =>
    [...ofVariant].map(([market, product]) => {
      if (!markets.has(market)) throw unknownMarket(market, [...markets.keys()]);
      return { of: variantId, storedId: storedIdOf({ platformId, market }), product };
    }),
  );
  if (own.length === 0) return;
  await addMarketRows(tx, store, markets, own);
  await mergeOwnProducts(tx, own);
}
