import { createHash, createPrivateKey, sign } from "node:crypto";
import { promisify } from "node:util";
import { header } from "./header.ts";
import type { SignMail } from "./mail.ts";

export type Dkim = { readonly domain: string; readonly selector: string; readonly key: string };

/** The headers of RFC 6376, and both headers of one-click unsubscribe, which RFC 8058 requires to be signed. */
const SIGNED = [
  "from",
  "reply-to",
  "subject",
  "date",
  "message-id",
  "to",
  "mime-version",
  "content-type",
  "list-unsubscribe",
  "list-unsubscribe-post",
  "auto-submitted",
];

const signAsync = promisify(sign); // in a thread of its own: it takes longer than everything else about a mail

export function createDkimSigner({ domain, selector, key }: Dkim): SignMail {
  const privateKey = createPrivateKey(key);
  return async (mail) => {
    const byName = new Map(mail.headers.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line]));
    const names = SIGNED.filter((name) => byName.has(name));
    const hash = createHash("sha256").update(relaxedBody(mail.body), "latin1").digest("base64");
    const unsigned = header(
      "DKIM-Signature",
      `v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; q=dns/txt; s=${selector}; bh=${hash}; h=${names.join(":")}; b=`,
    );
    const lines = [...names.map((name) => byName.get(name) ?? ""), unsigned].map(relaxedHeader);
    const signature = (await signAsync("sha256", Buffer.from(lines.join("\r\n")), privateKey)).toString("base64");
    const pieces = signature.match(/.{1,70}/g) ?? [];
    return { ...mail, headers: [[unsigned, ...pieces].join("\r\n "), ...mail.headers] };
  };
}

function relaxedHeader(line: string) {
  const colon = line.indexOf(":");
  const value = line.slice(colon + 1).replaceAll(/[\r\n]+/g, "");
  return `${line.slice(0, colon).toLowerCase()}:${value.replaceAll(/[ \t]+/g, " ").trim()}`;
}

/** Spaces within a line count as one, and those at its end and empty lines at the end of the text not at all. */
const relaxedBody = (body: Buffer) =>
  `${body
    .toString("latin1")
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(" \r\n", "\r\n")
    .trimEnd()}\r\n`;
