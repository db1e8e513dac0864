import { randomUUID } from "node:crypto";
import { oneLine } from "../../text/one-line.ts";
import { header, headerText, mailbox } from "./header.ts";
import type { ComposedMail, Mail, MailFrom } from "./mail.ts";
import { quotedPrintable } from "./quoted-printable.ts";

/** Writes a mail with a text and an HTML part. No field can add a header, whatever it contains. */
export function composeMail(
  { subject, text, html, headers = {} }: Mail,
  { from, to, messageId, now }: { from: MailFrom; to: string; messageId: string; now: number },
): ComposedMail {
  // "=_" cannot be in a quoted-printable text, and nobody can know the rest: no text can end its part.
  const boundary = `=_${randomUUID()}`;
  return {
    headers: [
      header("Auto-Submitted", "auto-generated"),
      ...Object.entries(headers).map(([name, value]) => header(capitalized(name), headerText(oneLine(value)))),
      header("From", mailbox(from)),
      header("To", to),
      header("Subject", headerText(oneLine(subject))),
      header("Message-ID", messageId),
      header("Date", new Date(now).toUTCString().replace("GMT", "+0000")),
      header("MIME-Version", "1.0"),
      header("Content-Type", `multipart/alternative; boundary="${boundary}"`),
    ],
    body: Buffer.concat([
      partHead(boundary, "plain"),
      quotedPrintable(text),
      partHead(boundary, "html"),
      quotedPrintable(html),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

const capitalized = (name: string) => name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());

const partHead = (boundary: string, type: "plain" | "html") =>
  Buffer.from(
    `${type === "plain" ? "" : "\r\n"}--${boundary}\r\nContent-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`,
  );
