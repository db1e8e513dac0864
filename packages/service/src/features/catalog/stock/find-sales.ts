import type { StoreTx } from "../../../platform/db/db.ts";
import { type RestockPeriod, type Sales, selectSales } from "./sql.ts";

/** How many units left the stock in each of these periods, and when it first ran out, by the index of the period. A period whose
 *  changes were not all kept is not in it. */
export async function findSales(
  tx: StoreTx,
  periods: readonly RestockPeriod[],
): Promise<ReadonlyMap<number, Pick<Sales, "units" | "ranOutAt">>> {
  if (periods.length === 0) return new Map();
  const sales = await selectSales(tx, periods);
  return new Map(sales.filter(({ isWhole }) => isWhole).map(({ index, ...sold }) => [index, sold]));
}
