import type { StoreTx } from "../../../platform/db/db.ts";
import type { PastChange, PastLevel, PastPrice } from "./past-stock.ts";
import { insertChanges, insertLevels, insertPrices, insertStock } from "./sql.ts";

export const addPastPrices = (tx: StoreTx, prices: readonly PastPrice[]) => insertPrices(tx, prices);

/** Stores stock that was reported in the past. It is no restock: nobody is notified. */
export async function addPastLevels(tx: StoreTx, levels: readonly PastLevel[]): Promise<void> {
  await insertStock(tx, levels);
  await insertLevels(tx, levels);
}

export const addPastChanges = (tx: StoreTx, changes: readonly PastChange[]) => insertChanges(tx, changes);
