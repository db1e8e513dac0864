import { type ElementTexts, elementTexts } from "../../../platform/text/element-texts.ts";
import { findLanguage, type Language } from "../../../platform/text/language.ts";
import { languageOf, type StoreSettings } from "../settings/settings.ts";

export type ElementLook = {
  readonly language: Language;
  readonly color: string | null;
  readonly texts: ElementTexts;
};

/** The colour and the words of a store's elements. The built-in English words are in the script, so only the merchant's own
 *  are given in English. `wanted` is the language of the page; instead of one that we do not have, the store's counts. */
export function elementLook(settings: StoreSettings, wanted: string | undefined): ElementLook {
  const language = findLanguage(wanted) ?? languageOf(settings);
  const own = settings.elements?.[language] ?? {};
  return {
    language,
    color: settings.alerts?.color ?? null,
    texts: language === "en" ? own : { ...elementTexts[language], ...own },
  };
}
