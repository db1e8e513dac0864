import type { StoreTx } from "../../../platform/db/db.ts";
import type { HashAddress } from "../../subscriptions/address.ts";
import { confirmByReply } from "../../subscriptions/confirmation/confirm-by-reply.ts";
import { liftStop, stopMessages } from "../../subscriptions/suppression/stop-messages.ts";
import { findAddress } from "./find-address.ts";
import { readReply } from "./read-reply.ts";

/** Handles a recipient's reply to a text message: STOP ends text messages, START allows them again, and YES also
 *  confirms a sign-up. Returns the text to answer with; only a confirmation and the first STOP get one. */
export async function handleTextReply(
  tx: StoreTx,
  { hashAddress, shopName }: { readonly hashAddress: HashAddress; readonly shopName: string },
  { from, text }: { readonly from: string; readonly text: string },
): Promise<string | undefined> {
  const request = readReply(text);
  const address = request && findAddress("sms", from);
  if (!address) return undefined;
  const hash = hashAddress(address, tx.storeId);
  if (request !== "stop") {
    await liftStop(tx, hash);
    return request === "yes" ? confirmByReply(tx, hash, shopName) : undefined;
  }
  const isNew = await stopMessages(tx, hash);
  return isNew ? `${shopName}: You will get no more text messages. Reply START to get them again.` : undefined;
}
