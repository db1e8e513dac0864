import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "../../../platform/crypto/seal.ts";
import { AppError } from "../../../platform/errors.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { MailFrom } from "../../../platform/messaging/mail/mail.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { oneLine } from "../../../platform/text/one-line.ts";
import type { Store } from "../../stores/store.ts";

type OfStore = Pick<Store, "settings">;

/** A store's own sender; without one its alerts come from the operator's, which needs no verification. */
export function senderOfStore({ settings: { sender } }: OfStore): MailFrom | undefined {
  return sender && { name: sender.name, address: sender.address };
}

/** Why this store's alerts wait, if they do: nobody writes in the name of an address that did not agree. */
export const unverified = ({ settings: { sender } }: OfStore) =>
  sender && !sender.isVerified ? "the store's sender is not verified yet" : undefined;

export const toSender = (name: string, address: string) => ({
  name: oneLine(name).slice(0, 100),
  address: toEmail(address),
  isVerified: false,
});

/** The code that is mailed to a sender: of the store and the address, so that nothing is stored and another address has
 *  another. It is asked for on the operator's command line alone. */
export function codeOf(masterSecret: string, storeId: StoreId, address: string): string {
  const mac = createHmac("sha256", deriveKey(masterSecret, "sender-codes")).update(`${storeId}:${address}`).digest();
  return String(mac.readUIntBE(0, 6) % 100_000_000).padStart(8, "0");
}

export function checkCode(expected: string, given: string) {
  const [one, other] = [Buffer.from(expected), Buffer.from(given.replaceAll(/\D/g, ""))];
  if (one.length !== other.length || !timingSafeEqual(one, other))
    throw new AppError("invalid", "invalid-sender-code", "This is not the code that was mailed to the sender.");
}
