import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { Store } from "../../stores/store.ts";
import { isGuest, type Regid } from "../regid.ts";
import { findShoppers, lockGuest } from "../sql.ts";
import { readSession } from "./session-token.ts";
import { endSession, endSessions } from "./sql.ts";

/** Ends every session of one shopper, and returns who that is. An account that does not exist has none. */
export async function revokeShopperSessions(tx: StoreTx, regid: Regid) {
  const [found] = await findShoppers(tx, [{ storeId: tx.storeId, regid }]);
  // A guest without a row may have sessions too. Only a row can record that they ended, so lockGuest inserts it.
  const shopperId = found?.belongsTo ?? (isGuest(regid) ? (await lockGuest(tx, regid)).id : undefined);
  if (shopperId) await endSessions(tx, shopperId);
  return shopperId;
}

/** Ends one session. Returns false for a token that is not a session of this store, which changes nothing. */
export async function revokeSession(db: Db, store: Store, sessionToken: string, tx?: StoreTx): Promise<boolean> {
  const session = readSession(store, sessionToken);
  if (session) await db.inStore(store.id, (inside) => endSession(inside, session), tx);
  return session !== undefined;
}
