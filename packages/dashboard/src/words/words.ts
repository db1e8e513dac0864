import { createContext, use } from "react";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

/** The texts of a page or component, in every language. */
export type Words<Texts> = Readonly<Record<Language, Texts>>;

/** English decides which texts there are: another language that lacks one does not compile. */
export const defineWords = <Texts>(
  words: { en: Texts } & Record<Exclude<Language, "en">, NoInfer<Texts>>,
): Words<Texts> => words;

export const LanguageContext = createContext<Language>("en");
export const useLanguage = () => use(LanguageContext);
export const useWords = <Texts>(words: Words<Texts>): Texts => words[useLanguage()];

const KEPT_AS = "keepsake-language";
const isLanguage = (text: string): text is Language => text in LANGUAGES;

/** The language that the person chose, or else the first of the browser's that we have. */
export function findLanguage(): Language {
  const chosen = localStorage.getItem(KEPT_AS) ?? "";
  const known = [chosen, ...navigator.languages.map((one) => one.slice(0, 2).toLowerCase())].find(isLanguage);
  return known ?? "en";
}

export const keepLanguage = (language: Language) => localStorage.setItem(KEPT_AS, language);
