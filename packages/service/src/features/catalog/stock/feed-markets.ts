import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Market } from "../../stores/settings/settings.ts";
import type { MarketRow } from "../markets/find-market-rows.ts";
import { nameOf } from "../variants/variant-name.ts";
import { copyLevels, type LevelTarget, lockStock, startStock } from "./sql.ts";

type Markets = ReadonlyMap<string, Market>;

/** Gives markets the stock of their locations and returns those whose stock must be counted again. */
export async function feedMarkets(
  tx: StoreTx,
  markets: Markets,
  rows: readonly MarketRow[],
): Promise<readonly VariantId[]> {
  if (rows.length === 0) return [];
  await lockStock(
    tx,
    rows.map(({ id }) => id),
  );
  return (await copyLevels(tx, toTargets(markets, rows))).map(({ variantId }) => variantId);
}

/** Gives markets that are new the stock that their locations have already. Nobody can have waited there for it. */
export async function startMarkets(
  tx: StoreTx,
  markets: Markets,
  rows: readonly MarketRow[],
  { minimum }: { readonly minimum: number },
): Promise<void> {
  await copyLevels(tx, toTargets(markets, rows));
  await startStock(tx, rows, minimum);
}

/** A market without locations sells the whole stock; one that the settings no longer name sells nothing. */
const toTargets = (markets: Markets, rows: readonly MarketRow[]): LevelTarget[] =>
  rows.map(({ id, of, storedId }) => {
    const market = markets.get(nameOf(storedId).market ?? "");
    return { id, of, locations: market ? (market.locations?.length ? market.locations : null) : [] };
  });
