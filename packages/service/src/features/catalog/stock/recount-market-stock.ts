import type { StoreTx } from "../../../platform/db/db.ts";
import { type Market, type StoreSettings, stockRules } from "../../stores/settings/settings.ts";
import type { MarketRow } from "../markets/find-market-rows.ts";
import { feedMarkets } from "./feed-markets.ts";
import { announceRestocks, recountStock } from "./sql.ts";

/** Counts the stock of markets again, after their locations changed. One that reaches the minimum is restocked like by a
 *  report: those who wait there can buy it now. */
export async function recountMarketStock(
  tx: StoreTx,
  settings: StoreSettings,
  markets: ReadonlyMap<string, Market>,
  rows: readonly MarketRow[],
): Promise<void> {
  const fed = await feedMarkets(tx, markets, rows);
  if (fed.length === 0) return;
  await recountStock(tx, fed, stockRules(settings));
  await announceRestocks(tx);
  tx.wakeAfterCommit("outbox");
}
