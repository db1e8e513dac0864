/** A name with a dot before letters, such as `example.com`, the end of a scheme such as `https:`, or `@`. Names may contain
 *  symbols, such as emoji, and in some scripts their letters carry marks. */
const LINK = /[\p{L}\p{M}\p{N}\p{S}_-]\.[\p{L}\p{M}]{2}|:\/\/|@/u;

/** Whether mail programs would turn a part of the text into a link, or read it as an address. Dots and letters of other
 *  widths count too: they reach the same hosts. */
export const hasLink = (text: string) => LINK.test(text.normalize("NFKC").replaceAll(/[\u3002\p{Cf}]/gu, toDot));

const toDot = (char: string) => (char === "\u3002" ? "." : "");
