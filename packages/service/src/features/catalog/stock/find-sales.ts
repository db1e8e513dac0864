import type { StoreTx } from "../../../platform/db/db.ts";
import { type RestockPeriod, type Sales, selectSales } from "./sql.ts";

/** How many units left the stock in each of these periods, and whether it ran out, by the index of the period. A restock whose
 *  stock was not followed is not in it. */
export async function findSales(
  tx: StoreTx,
  periods: readonly RestockPeriod[],
): Promise<ReadonlyMap<number, Omit<Sales, "index">>> {
  if (periods.length === 0) return new Map();
  return new Map((await selectSales(tx, periods)).map(({ index, ...sales }) => [index, sales]));
}
