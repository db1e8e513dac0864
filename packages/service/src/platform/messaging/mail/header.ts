const LINE_MAX = 76;
/** An encoded word may have 75 characters, twelve of them around the text. 45 bytes become 60 characters of base64. */
const WORD_BYTES = 45;

/** A header of a mail, in lines of at most 76 characters where its words allow it. The value must be on one line. */
export function header(name: string, value: string): string {
  const lines: string[] = [];
  let line = `${name}:`;
  for (const word of value.split(" ")) {
    if (line.length + 1 + word.length > LINE_MAX && line.trim() !== "") {
      lines.push(line);
      line = "";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\r\n");
}

/** A text for a header. One with other characters than ASCII, or that looks encoded itself, becomes encoded words. */
export const headerText = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) && !text.includes("=?") ? text : encodedWords(text);

/** The sender's name and address. */
export function mailbox({ name, address }: { name: string; address: string }): string {
  if (!name) return address;
  const encoded = headerText(name);
  const isPhrase = encoded !== name || /^[\w ]*$/.test(name);
  return `${isPhrase ? encoded : `"${name.replaceAll(/["\\]/g, "\\$&")}"`} <${address}>`;
}

/** Encodes as RFC 2047 describes. No character is divided between two words. */
function encodedWords(text: string) {
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (Buffer.byteLength(word) + Buffer.byteLength(character) > WORD_BYTES) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString("base64")}?=`).join(" ");
}
