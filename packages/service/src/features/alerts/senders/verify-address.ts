import type { InstallationKeys } from "../../../platform/crypto/keyring.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import { getSenderAddress, setSenderAddress } from "../../stores/settings/sender-address.ts";
import { noSenderAddress } from "../errors.ts";
import { checkSenderCode, senderCodeOf } from "./sender-address.ts";
import { senderChanged } from "./set-sender.ts";

/** Verifies the store's sender address with the code that was mailed to it. Alerts that waited for it are sent at once. */
export async function verifyAddress(tx: StoreTx, keys: InstallationKeys, code: string): Promise<string> {
  const sender = await getSenderAddress(tx);
  if (!sender) throw noSenderAddress();
  checkSenderCode(senderCodeOf(keys["sender-codes"], tx.storeId, sender.address), code);
  await setSenderAddress(tx, { ...sender, isVerified: true });
  await senderChanged(tx, "email");
  return sender.address;
}
