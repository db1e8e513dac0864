import { BUTTON_TEXTS } from "../../../../sdk/src/texts/button-texts.ts";
import { ELEMENT_TEXTS } from "../../../../sdk/src/texts/element-texts.ts";
import type { TextName } from "../../../../sdk/src/texts/texts.ts";
import type { Language } from "./draft.ts";

export type { TextName } from "../../../../sdk/src/texts/texts.ts";

export const WORD_MAX = 200;

/** The words that the elements have by themselves. */
export const builtIn: Readonly<Record<Language, Readonly<Record<TextName, string>>>> = ELEMENT_TEXTS;
export const TEXT_NAMES = Object.keys(builtIn.en) as readonly TextName[];

/** The merchant's own words in one language. One that is empty or absent is the built-in one. */
export type OwnWords = Readonly<Partial<Record<TextName, string>>>;

export const findOwn = (words: OwnWords, name: TextName) => words[name]?.trim() ?? "";

/** The words that differ from the built-in ones, as they are saved. Null if there are none. */
export function toSaved(words: OwnWords): Record<string, string> | null {
  const own = TEXT_NAMES.map((name) => [name, findOwn(words, name)] as const).filter(([, text]) => text !== "");
  return own.length > 0 ? Object.fromEntries(own) : null;
}

/** What the elements show. */
export const shownWords = (language: Language, words: OwnWords) => ({ ...builtIn[language], ...toSaved(words) });

/** The values in a text, such as `{title}`. */
export const valuesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))];
/** A value that the element does not have for this text, and therefore would show as it is written. */
export const findWrongValue = (name: TextName, text: string) =>
  valuesIn(text).find((value) => !valuesIn(builtIn.en[name]).includes(value));

/** What shoppers see first. */
export const FIRST = [
  "notifyMe",
  "notifyMeWaiting",
  "notifyMeUnconfirmed",
  "saveUntitled",
  "saved",
  "notSaved",
] as const satisfies readonly TextName[];
export type FirstWord = (typeof FIRST)[number];
export const isFirst = (name: TextName): name is FirstWord => (FIRST as readonly TextName[]).includes(name);

const SHARING = /^(share|mail|copy$|copied$|renew|withdraw|notShared|private$|needAccount$)/;
const ITEMS = /^(move|remove|toCart|inCart|soldOut|lowStock|priceDrop|untitled|undo|more$|savedForLater|empty)/;
const MESSAGES = /^(close|cancel|loading|retry|failed|busy|broken|limitReached)$/;
export const GROUPS = ["buttons", "signUp", "lists", "items", "sharing", "messages"] as const;
export type Group = (typeof GROUPS)[number];

/** Where the elements show a text. */
export function groupOf(name: TextName): Group {
  if (name in BUTTON_TEXTS) return "buttons";
  if (SHARING.test(name)) return "sharing";
  if (/^(notify|need(Email|Phone|Consent)$)/.test(name)) return "signUp";
  if (ITEMS.test(name)) return "items";
  return MESSAGES.test(name) ? "messages" : "lists";
}
