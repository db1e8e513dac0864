import type { FindActiveShoppers } from "../shoppers/prune-guests.ts";
import { findShoppersWithSignUps } from "./sql.ts";

/** Shoppers who signed up for alerts, confirmed or not. */
export const findSubscribers: FindActiveShoppers = (tx, ids) => findShoppersWithSignUps(tx, ids);
