import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { type MarketRow, selectMarketRows } from "./sql.ts";

export type { MarketRow };

/** The rows of all markets of these variants, also of markets that the settings no longer name. */
export const findMarketRows = (tx: StoreTx, variantIds: readonly VariantId[]): Promise<MarketRow[]> =>
  selectMarketRows(tx, variantIds);
