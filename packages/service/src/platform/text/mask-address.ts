/** Enough to recognise an address or phone number, too little to write to it. */
export const maskAddress = (address: string) =>
  address.includes("@")
    ? address.replace(/^(.)[^@]*/, "$1…").slice(0, 60)
    : `${address.slice(0, 3)}…${address.slice(-2)}`;

const AT = /@|%40/gi;
const DOMAIN_START = /[\p{L}\p{N}[]/u;
/** What ends the part before the @, read backwards: nothing that may be in it, such as `=` in `ann=shop@example.com`. */
const BEFORE_NAME = new Set(' \t\r\n\u00a0<>()[],;:"\\@');
/** What ends it in a URL, where these characters are encoded if they are a part of it. */
const BEFORE_ENCODED_NAME = new Set([...BEFORE_NAME, "=", "&", "?", "/"]);
/** Such as `/@fastify/cors` in a stack trace. */
const PACKAGE = /\/@[\w-]{1,60}\//y;
const NAME_MAX = 128;
const PHONE = /(?:\+|%2B)\d[\d ().-]{5,22}\d|(?<![\w-])\d{9,15}(?![\w-])/gi;

/** Masks every email address and phone number in a text, such as an error of a mail server, which repeats the recipient.
 *  A number without a plus is masked, too, if it is as long as a phone number. */
export const maskAddresses = (text: string) => maskEmails(text).replace(PHONE, maskAddress);

/** Looks backwards from each @, because a regex that looks for names first is slow on a long text without any. */
function maskEmails(text: string): string {
  let masked = "";
  let done = 0;
  for (const { 0: at, index } of text.matchAll(AT)) {
    const start = startOfName(text, done, index, at === "@" ? BEFORE_NAME : BEFORE_ENCODED_NAME);
    PACKAGE.lastIndex = index - 1;
    if (start === index || PACKAGE.test(text) || !DOMAIN_START.test(text[index + at.length] ?? "")) continue;
    masked += `${text.slice(done, start)}${String.fromCodePoint(text.codePointAt(start) ?? 0)}…${at}`;
    done = index + at.length;
  }
  return masked + text.slice(done);
}

function startOfName(text: string, first: number, end: number, before: ReadonlySet<string>): number {
  const earliest = Math.max(first, end - NAME_MAX);
  if (text[end - 1] === '"') {
    const quote = text.lastIndexOf('"', end - 2);
    return quote >= earliest ? quote : end;
  }
  let start = end;
  while (start > earliest && !before.has(text[start - 1] ?? "")) start -= 1;
  return start;
}
