import { domainToASCII } from "node:url";
import { systemClock } from "../../clock.ts";
import { composeMail } from "./compose-mail.ts";
import type { SendMail } from "./mail.ts";
import { addressOnly, senderOf } from "./safe-fields.ts";
import { createDkimSigner, type Dkim } from "./sign-dkim.ts";
import { createSmtpPool } from "./smtp-pool.ts";
import { readSmtpUrl, type SmtpServer } from "./smtp-url.ts";

/** A mail is accepted in this time or fails, however slow the server is. A queued mail is leased for longer, so that it is
 *  not sent twice at the same time. */
const DELIVERY_MS = 45_000;

type Settings = {
  readonly from: string;
  readonly dkim?: Dkim | undefined;
  readonly timeoutMs?: number;
  readonly deliveryMs?: number;
  /** Mails that are sent at the same time. The others wait for a connection. */
  readonly connections?: number;
  /** The address that bounces go to; without it, that of the sender. */
  readonly returnPath?: string | undefined;
};
export type SmtpSettings = Settings & { readonly url: string };

/** Mail by SMTP over connections that stay open. No text of a mail can add a header or a recipient. */
export const createSmtp = ({ url, ...settings }: SmtpSettings) => createSmtpTo(readSmtpUrl(url), settings);

export function createSmtpTo(server: SmtpServer, settings: Settings): SendMail & { close(): void } {
  const { from: operator, dkim, timeoutMs = 15_000, deliveryMs = DELIVERY_MS, connections = 10, returnPath } = settings;
  if (/[^\x20-\x7e]/.test(senderOf({}, operator).address.split("@")[0] ?? ""))
    throw new Error(
      "KEEPSAKE_MAIL_FROM: the part of the address before the @ must be ASCII, because few servers accept others.",
    );
  const pool = createSmtpPool(server, { connections, timeoutMs, deliveryMs });
  const signAsOperator = dkim && createDkimSigner(dkim);
  const send: SendMail = async (mail, messageId) => {
    const { name, address } = senderOf(mail, operator);
    const from = { name, address: withAsciiDomain(address) };
    const to = addressOnly(mail.to);
    const composed = composeMail(mail, { from, to, messageId, now: systemClock() });
    const sign = mail.sign ?? signAsOperator;
    const { headers, body } = sign ? await sign(composed) : composed;
    const envelope = { from: returnPath === undefined ? from.address : addressOnly(returnPath), to };
    await pool.send(envelope, Buffer.concat([Buffer.from(`${headers.join("\r\n")}\r\n\r\n`), body]));
  };
  return Object.assign(send, { close: () => pool.close() });
}

function withAsciiDomain(address: string) {
  const at = address.lastIndexOf("@") + 1;
  return `${address.slice(0, at)}${domainToASCII(address.slice(at)) || address.slice(at)}`;
}
