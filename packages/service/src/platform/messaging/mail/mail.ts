export type MailFrom = { readonly name: string; readonly address: string };

/** A mail as it is sent: ASCII, with CRLF after every line. Each header is a text of one or more lines. */
export type ComposedMail = { readonly headers: readonly string[]; readonly body: Buffer };

/** Adds the header DKIM-Signature to a mail. */
export type SignMail = (mail: ComposedMail) => Promise<ComposedMail>;

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Additional headers. A queued mail has only those of its link that ends such mails. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The store's own sender instead of the operator's. */
  readonly from?: MailFrom;
  /** Signs the mail with the store's own key instead of the operator's, if Keepsake signs mails of this provider. */
  readonly sign?: SignMail;
};

/** The settings of which one must be set, for errors. */
export const MAIL_SETTINGS = "KEEPSAKE_SMTP_URL, KEEPSAKE_MAIL_HTTP_URL or KEEPSAKE_SES_REGION";

/** Hands one mail to the mail server or provider. Throws when it is not accepted. */
export type SendMail = (mail: Mail, messageId: string) => Promise<void>;
