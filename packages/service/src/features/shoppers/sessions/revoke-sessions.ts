import type { StoreTx } from "../../../platform/db/db.ts";
import { isGuest, type Regid } from "../regid.ts";
import { findShoppers, lockGuest } from "../sql.ts";
import { endSessions } from "./sql.ts";

/** Ends every session of one shopper. An account that does not exist has none. */
export async function revokeShopperSessions(tx: StoreTx, regid: Regid) {
  const [found] = await findShoppers(tx, [{ storeId: tx.storeId, regid }]);
  // A guest without a row may have sessions too. Only a row can record that they ended, so lockGuest inserts it.
  const shopperId = found?.belongsTo ?? (isGuest(regid) ? (await lockGuest(tx, regid)).id : undefined);
  if (shopperId) await endSessions(tx, shopperId);
}
