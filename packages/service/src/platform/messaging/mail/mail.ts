export type MailFrom = { readonly name: string; readonly address: string };

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Additional headers. A queued mail has none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The store's own sender instead of the operator's. A queued mail has none. */
  readonly from?: MailFrom;
};

/** The settings of which one must be set, for errors. */
export const MAIL_SETTINGS = "KEEPSAKE_SMTP_URL, KEEPSAKE_MAIL_HTTP_URL or KEEPSAKE_SES_REGION";

/** Hands one mail to the mail server or provider. Throws when it is not accepted. */
export type SendMail = (mail: Mail, messageId: string) => Promise<void>;
