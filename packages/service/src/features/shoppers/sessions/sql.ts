import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import type { Regid } from "../regid.ts";
import { insertMissingGuest } from "../sql.ts";

/** The shopper that a guest belongs to: the account, or the guest's own row, inserted if it is missing. A merge of this
 *  guest waits until the transaction ends. */
export async function lockGuestForShare(tx: StoreTx, regid: Regid): Promise<ShopperId> {
  await insertMissingGuest(tx, regid);
  const [guest] = await tx<{ belongsTo: ShopperId }>`
    select coalesce(merged_into, id) as "belongsTo" from shoppers
    where store_id = ${tx.storeId} and regid = ${regid} for share`;
  if (!guest) throw new Error("The guest's row was deleted while it was being locked");
  return guest.belongsTo;
}

/** Ends every session of a shopper: those of the account and of all guests merged into it. */
export const endSessions = (tx: StoreTx, shopperId: ShopperId) => tx`
  update shoppers set session_epoch = session_epoch + 1
  where store_id = ${tx.storeId} and (id = ${shopperId} or merged_into = ${shopperId})`;
