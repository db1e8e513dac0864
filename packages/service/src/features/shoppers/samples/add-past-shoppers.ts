import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { insertShoppers } from "./sql.ts";

export type PastShopper = {
  readonly id: ShopperId;
  readonly createdAt: string;
  /** Null for a guest. */
  readonly email: string | null;
};

export const addPastShoppers = (tx: StoreTx, shoppers: readonly PastShopper[]) => insertShoppers(tx, shoppers);
