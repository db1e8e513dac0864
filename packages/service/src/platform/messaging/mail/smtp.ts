import { createTransport } from "nodemailer";
import { oneLine } from "../../text/one-line.ts";
import type { SendMail } from "./mail.ts";
import { addressOnly, senderOf } from "./safe-fields.ts";

export type Dkim = { readonly domain: string; readonly selector: string; readonly key: string };

export type SmtpSettings = {
  readonly url: string;
  readonly from: string;
  readonly dkim?: Dkim | undefined;
  readonly timeoutMs?: number;
  /** Mails that are sent at the same time. The others wait for a connection. */
  readonly connections?: number;
};

/** The headers of RFC 6376, and both headers of one-click unsubscribe, which RFC 8058 requires to be signed. */
const SIGNED =
  "From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted";

/** Mail by SMTP over connections that stay open. No text of a mail can add a header or a recipient. */
export function createSmtp(settings: SmtpSettings): SendMail & { close(): void } {
  const { url, from, dkim, timeoutMs = 15_000, connections = 10 } = settings;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: 5_000,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim
      ? {
          dkim: {
            domainName: dkim.domain,
            keySelector: dkim.selector,
            privateKey: dkim.key,
            headerFieldNames: SIGNED,
          },
        }
      : {}),
  });
  const send: SendMail = async (mail, messageId) => {
    const { to, subject, text, html, headers = {} } = mail;
    const own = Object.entries(headers).map(([name, value]) => [name, oneLine(value)]);
    await transport.sendMail({
      from: senderOf(mail, from),
      to: { name: "", address: addressOnly(to) },
      subject: oneLine(subject),
      text,
      html,
      messageId,
      headers: { "auto-submitted": "auto-generated", ...Object.fromEntries(own) },
    });
  };
  return Object.assign(send, { close: () => transport.close() });
}
