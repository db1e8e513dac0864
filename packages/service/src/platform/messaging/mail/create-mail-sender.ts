import { createHttpMail, type HttpMailSettings } from "./http.ts";
import type { SendMail } from "./mail.ts";
import { createSes, type SesSettings } from "./ses.ts";
import { createSmtp, type SmtpSettings } from "./smtp.ts";

/** Exactly one provider is set. `isCatcher`: the server delivers nothing, so that senders need no verification. */
export type MailSettings = {
  readonly from: string;
  readonly isCatcher: boolean;
  readonly inFlight: number;
  readonly perSecondMax: number | undefined;
  /** The domain whose SPF record allows the mail server. */
  readonly spfInclude?: string | undefined;
  readonly smtp?: Omit<SmtpSettings, "from" | "connections">;
  readonly http?: HttpMailSettings;
  readonly ses?: SesSettings;
};

export function createMailSender(settings: MailSettings): SendMail & { close(): void } {
  const { from, inFlight, smtp, http, ses } = settings;
  if (http) return Object.assign(createHttpMail(http, { from }), { close: () => undefined });
  if (ses) return Object.assign(createSes(ses, { from }), { close: () => undefined });
  if (!smtp) throw new Error("No mail provider is configured");
  return createSmtp({ ...smtp, from, connections: inFlight });
}
