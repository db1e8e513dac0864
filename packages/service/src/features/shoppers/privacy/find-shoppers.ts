import type { StoreTx } from "../../../platform/db/db.ts";
import type { Regid } from "../regid.ts";
import { findShoppersOf, lockShoppersOf, type ShopperRow } from "./sql.ts";

/** The accounts and guests with these regids. A merged guest brings its account, and an account all its guests. */
export const findShoppersByRegid = (
  tx: StoreTx,
  regids: readonly Regid[],
  { lock }: { readonly lock: boolean },
): Promise<readonly ShopperRow[]> => (lock ? lockShoppersOf(tx, regids) : findShoppersOf(tx, regids));
