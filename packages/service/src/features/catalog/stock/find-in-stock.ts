import type { HotDb } from "../../../platform/db/db.ts";
import { findVariantsInStock, type StockKey } from "./sql.ts";

/** Which of these variants, of many stores, are in stock. */
export const findInStock = (hot: HotDb, keys: readonly StockKey[]): Promise<StockKey[]> =>
  findVariantsInStock(hot, keys);
