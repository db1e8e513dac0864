import type { StoreTx } from "../../../platform/db/db.ts";
import { isGuest, type Regid } from "../regid.ts";
import { endSessions, findShoppers, lockGuest } from "../sql.ts";

/** The manual intervention of the spec: every session of one person ends. A person nobody has seen has none. */
export async function revokeShopperSessions(tx: StoreTx, regid: Regid) {
  const [found] = await findShoppers(tx, [{ storeId: tx.storeId, regid }]);
  // A guest without a row has sessions all the same: the row is what remembers that they ended.
  const person = found?.belongsTo ?? (isGuest(regid) ? (await lockGuest(tx, regid)).id : undefined);
  if (person) await endSessions(tx, person);
}
