import { REFUSALS } from "../../../platform/http/refusals.ts";
import { closestTo } from "../../../platform/text/closest-to.ts";
import { ELEMENT_TEXT_NAMES, isElementText } from "../../../platform/text/element-texts.ts";
import { LANGUAGES } from "../../../platform/text/language.ts";
import { invalidSetting } from "../errors.ts";
import { ELEMENT_WORD_MAX, type StoreSettings } from "./settings.ts";

/** All words of a store's elements together. Our own German ones have about 4,000 characters. */
const WORDS_MAX = 20_000;
const SHOWN_MAX = 60;

/** The merchant's own words in one language, without those that are empty, which mean the built-in ones. Returns null if none
 *  is left. `name` is the setting, such as `elements.de`. Throws with the first word that is wrong. */
export function readElementWords(name: string, sent: unknown): Readonly<Record<string, string>> | null {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent))
    throw invalidSetting(`${name} must be a JSON object.`);
  const words = Object.entries(sent as Readonly<Record<string, unknown>>).map(([word, text]) => {
    if (!isElementText(word)) throw unknownWord(name, word);
    if (typeof text !== "string" || text.length > ELEMENT_WORD_MAX)
      throw invalidSetting(`${name}.${word} must be a text of at most ${ELEMENT_WORD_MAX} characters.`);
    return [word, text.trim()] as const;
  });
  const own = words.filter(([, text]) => text !== "");
  return own.length > 0 ? Object.fromEntries(own) : null;
}

function unknownWord(name: string, word: string) {
  const close = closestTo(word, ELEMENT_TEXT_NAMES);
  const field = `${name.replace("elements.", "")}.${word.slice(0, SHOWN_MAX)}`;
  return invalidSetting(REFUSALS.say("unknown-element-word", { field, suggestion: close ?? null }));
}

/** Bounds what one store keeps in memory and sends to every page. */
export function requireFewWords({ elements = {} }: StoreSettings) {
  const lengths = LANGUAGES.flatMap((language) => Object.values(elements[language] ?? {}).map((text) => text.length));
  if (lengths.reduce((sum, length) => sum + length, 0) > WORDS_MAX)
    throw invalidSetting(REFUSALS.say("element-words-too-long", { max: WORDS_MAX }));
}
