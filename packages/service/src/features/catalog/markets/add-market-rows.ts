import type { StoreTx } from "../../../platform/db/db.ts";
import { type Market, stockRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { countUnknown } from "../sql.ts";
import { startMarkets } from "../stock/feed-markets.ts";
import { tooManyUnknown } from "../variants/variant-cache.ts";
import { countMissingUnknown, insertMarketRows, lockUnknown, type NewMarketRow } from "./sql.ts";

/** Adds the rows of markets that are missing, with the stock of their locations. The caller has called `readMarkets` with
 *  `isAdding`, and refreshes the products. `max`: how many variants the store may have that only shoppers have named; the
 *  markets of such variants count, too. */
export async function addMarketRows(
  tx: StoreTx,
  store: Pick<Store, "settings">,
  markets: ReadonlyMap<string, Market>,
  rows: readonly NewMarketRow[],
  { max }: { readonly max?: number | undefined } = {},
): Promise<void> {
  if (rows.length === 0) return;
  const missing = await countMissingUnknown(tx, rows);
  if (missing > 0) {
    const there = await lockUnknown(tx);
    if (max !== undefined && there + missing > max) throw tooManyUnknown(max);
  }
  const added = (await insertMarketRows(tx, rows)).filter(({ isNew }) => isNew);
  if (added.length === 0) return;
  const unknown = added.filter(({ isUnknown }) => isUnknown).length;
  if (unknown > 0) await countUnknown(tx, unknown);
  await startMarkets(tx, markets, added, stockRules(store.settings));
}
