import type { HotDb } from "../../../platform/db/db.ts";
import { findVariantsInStock, type StockKey } from "./sql.ts";

/** Those of these variants that are in stock, of many stores. */
export const findInStock = (hot: HotDb, keys: readonly StockKey[]): Promise<StockKey[]> =>
  findVariantsInStock(hot, keys);
