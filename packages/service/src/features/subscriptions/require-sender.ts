import { notConfigured } from "../../platform/errors.ts";
import { MAIL_SETTINGS } from "../../platform/messaging/mail/mail.ts";
import type { CanSend, Store } from "../stores/store.ts";
import { type Address, EMAIL } from "./address.ts";

/** Whether a store can send mails and text messages. */
export type SendingDeps = { readonly canMail: CanSend; readonly canText: CanSend };

/** Throws when no message can be sent to the address. */
export function requireSender({ canMail, canText }: SendingDeps, store: Store, { medium }: Address) {
  if (medium === EMAIL && !canMail(store)) throw notConfigured("confirmation mails", MAIL_SETTINGS);
  if (medium !== EMAIL && !canText(store))
    throw notConfigured("confirmations by text message", "KEEPSAKE_TWILIO_ACCOUNT or KEEPSAKE_SMS_HTTP_URL");
}
