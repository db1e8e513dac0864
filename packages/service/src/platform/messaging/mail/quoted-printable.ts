const LINE_MAX = 76;
const [TAB, LF, CR, SPACE, DOT, EQUALS] = [9, 10, 13, 32, 46, 61] as const;
const HEX = Buffer.from("0123456789ABCDEF");

/** What to do with each byte. A space may not end a line, and a dot may not begin one. */
const PLAIN = 0;
const ENCODED = 1;
const SPECIAL = 2;
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if ([TAB, LF, CR, SPACE, DOT].includes(byte as never)) return SPECIAL;
  return byte > SPACE && byte < 127 && byte !== EQUALS ? PLAIN : ENCODED;
});

/** Encodes a text for a mail as RFC 2045 describes: ASCII only, in lines of at most 76 characters that end with CRLF. No
 *  line begins with a dot, so SMTP has nothing to change in it. */
export function quotedPrintable(text: string): Buffer {
  const from = Buffer.from(text);
  // Three characters for each byte at most, and three for each of the lines of at least 73.
  const to = Buffer.allocUnsafe(from.length * 3 + Math.ceil((from.length * 3) / 73) * 3);
  let at = 0;
  let column = 0;
  for (let n = 0; n < from.length; n += 1) {
    const byte = from[n] ?? 0;
    const kind = KINDS[byte];
    if (kind === PLAIN && column < LINE_MAX - 1) {
      to[at++] = byte;
      column += 1;
      continue;
    }
    const next = from[n + 1] ?? LF;
    if (byte === CR || byte === LF) {
      if (byte === CR && next === LF) n += 1;
      to[at++] = CR;
      to[at++] = LF;
      column = 0;
      continue;
    }
    const isLast = next === LF || next === CR;
    let isEncoded = kind === ENCODED || (isLast && (byte === SPACE || byte === TAB));
    // The last place of a line is for the sign that it goes on, unless the line ends there anyway.
    if (column + (isEncoded ? 3 : 1) > (isLast ? LINE_MAX : LINE_MAX - 1)) {
      to[at++] = EQUALS;
      to[at++] = CR;
      to[at++] = LF;
      column = 0;
    }
    isEncoded ||= byte === DOT && column === 0;
    if (isEncoded) {
      to[at++] = EQUALS;
      to[at++] = HEX[byte >> 4] ?? 0;
      to[at++] = HEX[byte & 15] ?? 0;
      column += 3;
    } else {
      to[at++] = byte;
      column += 1;
    }
  }
  return to.subarray(0, at);
}
