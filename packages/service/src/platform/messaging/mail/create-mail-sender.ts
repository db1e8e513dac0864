import type { MailSettings } from "../settings.ts";
import { createHttpMail } from "./http.ts";
import type { SendMail } from "./send-queued-mails.ts";
import { createSes } from "./ses.ts";
import { createSmtp } from "./smtp.ts";

/** The way out for mail that the operator has set. */
export function createMailSender({ from, smtp, http, ses }: MailSettings): SendMail & { close(): void } {
  if (http) return Object.assign(createHttpMail(http, { from }), { close: () => undefined });
  if (ses) return Object.assign(createSes(ses, { from }), { close: () => undefined });
  if (!smtp) throw new Error("No way is set for mail to leave");
  return createSmtp({ ...smtp, from });
}
