import { domainToASCII } from "node:url";
import { systemClock } from "../../clock.ts";
import { composeMail } from "./compose-mail.ts";
import type { SendMail } from "./mail.ts";
import { addressOnly, senderOf } from "./safe-fields.ts";
import { createDkimSigner, type Dkim } from "./sign-dkim.ts";
import { createSmtpPool } from "./smtp-pool.ts";
import { readSmtpUrl } from "./smtp-url.ts";

export type SmtpSettings = {
  readonly url: string;
  readonly from: string;
  readonly dkim?: Dkim | undefined;
  readonly timeoutMs?: number;
  /** Mails that are sent at the same time. The others wait for a connection. */
  readonly connections?: number;
};

/** Mail by SMTP over connections that stay open. No text of a mail can add a header or a recipient. */
export function createSmtp(settings: SmtpSettings): SendMail & { close(): void } {
  const { url, from: operator, dkim, timeoutMs = 15_000, connections = 10 } = settings;
  if (/[^\x20-\x7e]/.test(senderOf({}, operator).address.split("@")[0] ?? ""))
    throw new Error(
      "KEEPSAKE_MAIL_FROM: the part of the address before the @ must be ASCII, because few servers accept others.",
    );
  const pool = createSmtpPool(readSmtpUrl(url), { connections, timeoutMs });
  const sign = dkim && createDkimSigner(dkim);
  const send: SendMail = async (mail, messageId) => {
    const { name, address } = senderOf(mail, operator);
    const from = { name, address: withAsciiDomain(address) };
    const to = addressOnly(mail.to);
    const composed = composeMail(mail, { from, to, messageId, now: systemClock() });
    const { headers, body } = sign ? await sign(composed) : composed;
    await pool.send({ from: from.address, to }, Buffer.concat([Buffer.from(`${headers.join("\r\n")}\r\n\r\n`), body]));
  };
  return Object.assign(send, { close: () => pool.close() });
}

function withAsciiDomain(address: string) {
  const at = address.lastIndexOf("@") + 1;
  return `${address.slice(0, at)}${domainToASCII(address.slice(at)) || address.slice(at)}`;
}
