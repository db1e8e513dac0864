import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { stockRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { findMarketRows } from "../markets/find-market-rows.ts";
import { readMarkets } from "../markets/read-markets.ts";
import { feedMarkets } from "./feed-markets.ts";
import { announceRestocks, countDifferences, type Level, lockStock, recountStock, storeLevels } from "./sql.ts";

export type StockChange = {
  /** Reports that were newer than the stored ones. */
  readonly changed: number;
  /** Quantities that differed from the stored ones. */
  readonly corrected: number;
};

/** Stores absolute quantities, also for the markets that sell from their locations. Late and repeated reports change nothing. */
export async function setStock(tx: StoreTx, store: Store, levels: readonly Level[]): Promise<StockChange> {
  if (levels.length === 0) return { changed: 0, corrected: 0 };
  const markets = await readMarkets(tx, { isAdding: false });
  await lockStock(
    tx,
    levels.map((level) => level.variantId),
  );
  const corrected = await countDifferences(tx, levels);
  const newer = await storeLevels(tx, levels);
  if (newer.length === 0) return { changed: 0, corrected };
  const variantIds: VariantId[] = [...new Set(newer.map(({ variantId }) => variantId))];
  const fed = markets.size > 0 ? await feedMarkets(tx, markets, await findMarketRows(tx, variantIds)) : [];
  await recountStock(tx, [...variantIds, ...fed], stockRules(store.settings));
  await announceRestocks(tx);
  tx.wakeAfterCommit("outbox");
  return { changed: newer.length, corrected };
}
