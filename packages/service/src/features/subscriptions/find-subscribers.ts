import type { FindActiveShoppers } from "../shoppers/prune-guests.ts";
import { findShoppersWhoWait, findShoppersWithSignUps } from "./sql.ts";

/** Shoppers who signed up for alerts, confirmed or not. Ended alerts count: with the row of the shopper, nothing would lead
 *  from the regid to them any more, and an erasure by regid would leave them. */
export const findSubscribers: FindActiveShoppers = (tx, ids) => findShoppersWithSignUps(tx, ids);

/** Shoppers who wait for an alert, or asked for one. */
export const findWaiting: FindActiveShoppers = (tx, ids) => findShoppersWhoWait(tx, ids);
