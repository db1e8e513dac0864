import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { AppError } from "../../../platform/errors.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { MailFrom } from "../../../platform/messaging/mail/mail.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { oneLine } from "../../../platform/text/one-line.ts";
import type { Store } from "../../stores/store.ts";
import { PLAN_REASONS } from "../plans/plan-reasons.ts";

type WithSettings = Pick<Store, "settings">;

/** The store's own sender. Without one, its alerts come from the operator's address, which needs no verification. */
export function senderOfStore({ settings: { sender } }: WithSettings): MailFrom | undefined {
  return sender && { name: sender.name, address: sender.address };
}

/** Returns why the store's alerts must wait, or undefined. */
export const findSenderProblem = ({ settings: { sender } }: WithSettings) =>
  sender && !sender.isVerified ? PLAN_REASONS.say("sender-not-verified", {}) : undefined;

export const toSender = (name: string, address: string) => ({
  name: oneLine(name).slice(0, 100),
  address: toEmail(address),
  isVerified: false,
});

/** The code that is mailed to a sender address. It is derived from the store and the address, so that nothing is stored
 *  and another address has another code. Eight digits are enough: a store has few tries in an hour. */
export function senderCodeOf(key: KeyObject, storeId: StoreId, address: string): string {
  const mac = createHmac("sha256", key).update(`${storeId}:${address}`).digest();
  return String(mac.readUIntBE(0, 6) % 100_000_000).padStart(8, "0");
}

export function checkSenderCode(expected: string, given: string) {
  const [one, other] = [Buffer.from(expected), Buffer.from(given.replaceAll(/\D/g, ""))];
  if (one.length !== other.length || !timingSafeEqual(one, other))
    throw new AppError(
      "invalid",
      "invalid-sender-code",
      "This is not the code that was mailed to the sender address. Check the digits, or set the sender again to get a new mail.",
    );
}
