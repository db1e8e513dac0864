import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { findStock, type Stock } from "./sql.ts";

/** The stock as the database has it now, never from a cache: it decides how many people are notified. */
export const countStock = (tx: StoreTx, variantId: VariantId): Promise<Stock> => findStock(tx, variantId);
