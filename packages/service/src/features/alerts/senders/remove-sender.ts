import type { StoreTx } from "../../../platform/db/db.ts";
import type { Medium } from "../../../platform/messaging/send-counts.ts";
import { getSenderAddress, setSenderAddress } from "../../stores/settings/sender-address.ts";
import { senderChanged } from "./set-sender.ts";
import { deleteCheck, deleteSender } from "./sql.ts";

/** Sends with the installation's provider again and, for mails, from the operator's address. The stored access is deleted.
 *  Signing keys stay: the store may come back to its domain. Returns whether there was anything to remove. */
export async function removeSender(tx: StoreTx, medium: Medium): Promise<boolean> {
  // The lock first, as in set-sender: a change of the provider's options that is under way must not bring it back.
  const sender = medium === "email" ? await getSenderAddress(tx) : undefined;
  const [deleted] = await deleteSender(tx, medium);
  if (sender) await setSenderAddress(tx, null);
  if (medium === "email") await deleteCheck(tx);
  await senderChanged(tx, medium);
  return deleted !== undefined || sender !== undefined;
}
