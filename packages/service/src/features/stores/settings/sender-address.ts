import type { StoreTx } from "../../../platform/db/db.ts";
import type { StoreSettings } from "./settings.ts";
import { lockSenderAddress, updateSenderAddress } from "./sql.ts";

/** The address that the store's mails come from, as it is stored now. */
export const getSenderAddress = (tx: StoreTx) => lockSenderAddress(tx);

/** Changes the address that the store's mails come from. Null: they come from the operator's. The caller announces it with
 *  the other changes of the sender (`sendersChanged`). */
export async function setSenderAddress(tx: StoreTx, sender: NonNullable<StoreSettings["sender"]> | null) {
  await updateSenderAddress(tx, sender);
}
