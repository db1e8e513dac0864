/** NUL, what was lost when bytes were read (U+FFFD), and halves of characters: Keepsake refuses a call that contains any. */
const UNSTORABLE = /[\0\uFFFD]|\p{Surrogate}/gu;

/** Removes characters that cannot be stored, and shortens a text without cutting a character in two. */
export function fitText(text: string, max: number): string {
  const clean = text.replaceAll(UNSTORABLE, "");
  if (clean.length <= max) return clean;
  return `${clean.slice(0, max - 1).replace(UNSTORABLE, "")}…`;
}

export const isStorable = (text: string) => text.search(UNSTORABLE) === -1;
