import type { Language } from "../../../platform/text/language.ts";
import { languageOf, type StoreSettings } from "../../stores/settings/settings.ts";

/** Which message of a store: of which topic, in which language. */
export type MessagePlace = {
  readonly topic: string;
  readonly language: Language;
  /** The languages that its row may have. A message from before there were languages has none, and counts as one in the
   *  language of the store. */
  readonly kept: readonly string[];
};

export const NO_LANGUAGE = "";

/** Without a locale, the message in the language of the store. */
export function messagePlace(
  { settings }: { readonly settings: StoreSettings },
  { topic, locale }: { readonly topic: string; readonly locale?: Language },
): MessagePlace {
  const own = languageOf(settings);
  const language = locale ?? own;
  return { topic, language, kept: language === own ? [language, NO_LANGUAGE] : [language] };
}

/** The languages in which a shopper of this language gets a message, the best first. */
export const languagesFor = ({ settings }: { readonly settings: StoreSettings }, language: Language | undefined) => {
  const own = languageOf(settings);
  return [...new Set([language ?? own, own, NO_LANGUAGE])];
};
