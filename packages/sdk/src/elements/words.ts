import type { Client } from "../client.ts";
import type { Texts } from "../texts/texts.ts";

/** What the service answers, and what the browser remembers of it. */
type Look = { readonly texts?: Partial<Texts>; readonly color?: unknown };

/** The store's words in one language. */
type Words = {
  /** Undefined while the first answer is awaited. Elements show no words then, so that none change before the shopper's eyes. */
  texts?: Partial<Texts>;
};

/** After this time without an answer, elements show the built-in words. */
const WAIT_MS = 1_000;
/** No other text reaches a style sheet. */
const COLOR = /^#[\da-f]{6}$/i;
/** By the two letters of a language. */
const known: Record<string, Words> = {};
/** The elements that are on the page. */
export const shown = new Set<{ redraw?(): void }>();

let sheet: CSSStyleSheet | undefined;
/** Has the store's colour. The style sheets of the elements put the page's own variables before it. */
export const colorSheet = () => (sheet ??= new CSSStyleSheet());

/** White or black text, whichever is easier to read: on a colour with the lightness 49.4 both have the same contrast. */
const styleOf = (color: string) =>
  `:host{--ks-accent:var(--keepsake-accent,${color});--ks-on:lch(from var(--ks-accent) clamp(0,(49.4 - l)*999,100) 0 0)}`;

/** Shows these words of a language, and the colour. The dashboard's preview does it with what the merchant types. */
export function showWords(language: string, { texts, color }: Look) {
  const words = (known[language] ??= {});
  words.texts = texts ?? words.texts ?? {};
  if (color !== undefined) colorSheet().replaceSync(COLOR.test(color as string) ? styleOf(color as string) : "");
  for (const element of shown) element.redraw?.();
}

/** The words of a language. The service is asked once; until then counts what it answered last time, and the built-in English
 *  words if it does not answer. */
export function wordsIn(language: string, { pid, baseUrl }: Client): Words {
  const before = known[language];
  if (before) return before;
  const words: Words = (known[language] = {});
  const key = `keepsake:${pid}:elements`;
  try {
    const [lang, look] = JSON.parse(localStorage.getItem(key) as string);
    if (lang === language) showWords(language, look);
  } catch {
    // Nothing is remembered, or the browser blocks storage.
  }
  fetch(`${baseUrl}/api/v3/elements?pid=${encodeURIComponent(pid)}&lang=${language}`, { credentials: "omit" })
    .then((answer) => answer.ok && answer.json())
    .then((look) => {
      showWords(language, look);
      if (look) localStorage.setItem(key, JSON.stringify([language, look]));
    })
    .catch(() => showWords(language, {}));
  setTimeout(() => words.texts ?? showWords(language, {}), WAIT_MS);
  return words;
}
