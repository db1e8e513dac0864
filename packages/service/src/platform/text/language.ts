/** The languages of our texts. English is the fallback, and the other languages have the type of its texts. */
export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns the first language of a locale such as de-CH, or of an Accept-Language header, that we have. */
export function findLanguage(wanted: string | null | undefined): Language | undefined {
  const codes = (wanted ?? "")
    .slice(0, 200)
    .split(",")
    .map((one) => one.trim().slice(0, 2).toLowerCase());
  return codes.flatMap((code) => LANGUAGES.filter((language) => language === code))[0];
}

export const pickLanguage = (wanted: string | null | undefined): Language => findLanguage(wanted) ?? "en";

/** The same shape with other texts. */
export type Translation<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : Translation<T[K]>;
};

/** Returns a function that picks the texts for a locale or an Accept-Language header. */
export const translated =
  <T>(texts: Readonly<Record<Language, T>>) =>
  (wanted: string | null | undefined): T & { readonly language: Language } => {
    const language = pickLanguage(wanted);
    return { ...texts[language], language };
  };
