import type { StoreTx } from "../../../platform/db/db.ts";
import type { PastShopper } from "./past-shopper.ts";
import { insertShoppers } from "./sql.ts";

export const addPastShoppers = (tx: StoreTx, shoppers: readonly PastShopper[]) => insertShoppers(tx, shoppers);
