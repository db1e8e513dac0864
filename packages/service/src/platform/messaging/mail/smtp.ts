import { createTransport } from "nodemailer";
import { SendError, type SendFailure } from "../send-outcome.ts";
import type { SmtpSettings } from "../settings.ts";
import { addressOnly, oneLine, senderOf } from "./safe-fields.ts";
import type { SendMail } from "./send-queued-mails.ts";

/** Beyond what RFC 6376 names, RFC 8058 wants both headers of one-click to be signed. */
const SIGNED =
  "From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted";

/** Mail by SMTP, over a few connections that stay open. Nothing in a mail can add a header or a recipient. */
export function createSmtp({ url, from, dkim, timeoutMs = 15_000 }: SmtpSettings): SendMail & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
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

type SmtpError = { responseCode?: number; response?: string; code?: string; command?: string };

/** The mailbox itself: no such one, moved, disabled. Policy (5.7.x) and a full mailbox (5.2.2) are not that. */
const ADDRESS_STATUS = /\b5\.(?:1\.[0-36]|1\.10|2\.[01]|4\.4)\b/;
const OTHER_STATUS = /\b5\.\d{1,3}\.\d{1,3}\b/;
const ADDRESS_WORDS =
  /(?:no such|unknown|invalid|unrouteable|nonexistent|disabled|not found|does ?n.t exist|does not exist|rejected|unavailable).{0,40}(?:user|recipient|mailbox|address|account)|(?:user|recipient|mailbox|address|account).{0,60}(?:unknown|invalid|disabled|not found|does ?n.t exist|does not exist|unavailable|no longer)/i;

/** What an error of SMTP says of the message: only a refusal of the recipient is for good. */
export function classifySendError(error: unknown): SendFailure {
  if (error instanceof SendError) return error.fate;
  const { responseCode = 0, response = "", code = "", command = "" } = error as SmtpError;
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0];
  const said = responseCode ? [responseCode, status].filter(Boolean).join(" ") : code || "nothing";
  const reason = `the mail server said ${said}`;
  if (!responseCode || !/^(?:RCPT|DATA|BDAT)/i.test(command || "")) {
    // No answer, or one to the greeting, the login or the sender: it is about us, whoever the mail was for.
    return { state: "later", reason, isAway: !isMidMail(command, code) };
  }
  return { state: isHardBounce(responseCode, response, command) ? "refused" : "later", reason };
}

/** The connection went away after the mail had begun: another mail may fare better. */
const isMidMail = (command: string, code: string) =>
  /^(?:DATA|BDAT)/i.test(command) || code === "EMESSAGE" || code === "ESTREAM";

function isHardBounce(code: number, response: string, command: string) {
  if (![550, 551, 553, 554].includes(code)) return false;
  if (ADDRESS_STATUS.test(response)) return true;
  if (OTHER_STATUS.test(response)) return false;
  if (/^RCPT/i.test(command) && code !== 554)
    return !/relay|spam|block|policy|denied|blacklist|spf|dkim|dmarc/i.test(response);
  return ADDRESS_WORDS.test(response);
}
