import type { StoreTx } from "../../../platform/db/db.ts";
import { hasStockRows } from "./sql.ts";

/** Whether stock was ever reported for the store. */
export const hasStock = (tx: StoreTx): Promise<boolean> => hasStockRows(tx);
