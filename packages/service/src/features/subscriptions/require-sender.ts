import { notConfigured } from "../../platform/errors.ts";
import { MAIL_SETTINGS } from "../../platform/messaging/mail/mail.ts";
import { type Address, EMAIL } from "./address.ts";

/** Whether a mail server and an SMS provider are configured. */
export type SendingDeps = { readonly canMail: boolean; readonly canText: boolean };

/** Throws when no message can be sent to the address. */
export function requireSender({ canMail, canText }: SendingDeps, { medium }: Address) {
  if (medium === EMAIL && !canMail) throw notConfigured("confirmation mails", MAIL_SETTINGS);
  if (medium !== EMAIL && !canText)
    throw notConfigured("confirmations by text message", "KEEPSAKE_TWILIO_ACCOUNT or KEEPSAKE_SMS_HTTP_URL");
}
