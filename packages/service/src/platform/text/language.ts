/** The languages of our texts. English comes first: it is the fallback, and its texts give the others their shape. */
export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first language we have of a locale such as de-CH or an Accept-Language header; English where we have none. */
export function pickLanguage(wanted: string | null | undefined): Language {
  const codes = (wanted ?? "")
    .slice(0, 200)
    .split(",")
    .map((one) => one.trim().slice(0, 2).toLowerCase());
  return codes.flatMap((code) => LANGUAGES.filter((language) => language === code))[0] ?? "en";
}

/** The same shape with other texts. */
export type Translation<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : Translation<T[K]>;
};

/** Texts in every language, chosen by what the reader wants. */
export const translated =
  <T>(texts: Readonly<Record<Language, T>>) =>
  (wanted: string | null | undefined): T & { readonly language: Language } => {
    const language = pickLanguage(wanted);
    return { ...texts[language], language };
  };
