import type { FindActiveShoppers } from "../../shoppers/prune-guests.ts";
import { findBuyersAmong } from "./sql.ts";

/** Shoppers with an order: without their row, an erasure by regid would not find it. */
export const findGuestsWithOrders: FindActiveShoppers = (tx, ids) => findBuyersAmong(tx, ids);
