import type { FindActiveShoppers } from "../shoppers/prune-guests.ts";
import { findOwners } from "./sql.ts";

/** Shoppers who have a list, also one that a merge united with another. */
export const findListOwners: FindActiveShoppers = (tx, ids) => findOwners(tx, ids);
