import type { StoreTx, SystemTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import type { Regid } from "../regid.ts";
import { insertAndLock } from "../sql.ts";
import type { Session } from "./session-token.ts";

/** The shopper that a guest belongs to: the account, or the guest's own row, inserted if it is missing. A merge of this
 *  guest waits until the transaction ends. */
export const lockGuestForShare = (tx: StoreTx, regid: Regid) =>
  insertAndLock(
    tx,
    regid,
    () => tx<{ belongsTo: ShopperId; epoch: number }>`
    select coalesce(merged_into, id) as "belongsTo", session_epoch as epoch from shoppers
    where store_id = ${tx.storeId} and regid = ${regid} for share`,
  );

/** Ends every session of a shopper: those of the account and of all guests merged into it. */
export const endSessions = (tx: StoreTx, shopperId: ShopperId) => tx`
  update shoppers set session_epoch = session_epoch + 1
  where store_id = ${tx.storeId} and (id = ${shopperId} or merged_into = ${shopperId})`;

/** Ends one session. One that has a row is over without it; any other needs a row that says so. */
export const endSession = (tx: StoreTx, { id, isStored }: Pick<Session, "id" | "isStored">) =>
  isStored
    ? tx`delete from sessions where store_id = ${tx.storeId} and id = ${id}`
    : tx`insert into sessions (store_id, id, ended_at) values (${tx.storeId}, ${id}, now()) on conflict do nothing`;

/** Deletes a page of sessions that were not used for so long that no store would accept them. */
export const deleteIdleSessions = (tx: SystemTx, { days, limit }: { days: number; limit: number }) => tx<{
  done: boolean;
}>`
  delete from sessions where (store_id, id) in (
    select store_id, id from sessions
    where ended_at is null and used_at < now() - make_interval(days => ${days}) order by used_at limit ${limit}
  ) returning true as done`;
