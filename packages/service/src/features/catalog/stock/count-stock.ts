import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { findStock, type Stock } from "./sql.ts";

/** Reads the current stock from the database, never from a cache, because it decides how many people are notified. */
export const countStock = (tx: StoreTx, variantId: VariantId): Promise<Stock> => findStock(tx, variantId);
