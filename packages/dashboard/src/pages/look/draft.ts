import type { Body, Got } from "../../api/call.ts";
import { findOwn, findWrongValue, type OwnWords, TEXT_NAMES, type TextName, toSaved } from "./element-words.ts";

type Settings = Got<"/storeadmin/v3/settings">;
export type Language = NonNullable<Settings["settings"]["alerts"]["language"]>;
export const LANGUAGES = ["en", "de", "fr"] as const satisfies readonly Language[];

/** What the page edits. An empty text: the setting is not set. */
export type Draft = {
  readonly name: string;
  readonly url: string;
  readonly logo: string;
  readonly color: string;
  readonly language: Language;
  /** The shop's own words for its elements. */
  readonly words: Readonly<Record<Language, OwnWords>>;
};
export type FieldName = Exclude<keyof Draft, "words">;
export const FIELDS = ["name", "url", "logo", "color", "language"] as const satisfies readonly FieldName[];

export const draftOf = ({ name, settings: { shop, alerts, elements } }: Settings): Draft => ({
  name,
  url: shop.url ?? "",
  logo: shop.logo ?? "",
  color: alerts.color ?? "",
  language: alerts.language ?? "en",
  words: { en: elements.en ?? {}, de: elements.de ?? {}, fr: elements.fr ?? {} },
});

const RULES: Readonly<Partial<Record<FieldName, RegExp>>> = {
  name: /\S/,
  url: /^(https?:\/\/\S+)?$/,
  logo: /^(https:\/\/[a-zA-Z0-9.-]+(:\d{1,5})?(\/[^\s"'<>\\^`{|}]*)?)?$/,
  color: /^(#[0-9a-fA-F]{6})?$/,
};
export const isRight = (field: FieldName, draft: Draft) => RULES[field]?.test(draft[field]) ?? true;

export const isColour = (text: string) => /^#[0-9a-fA-F]{6}$/.test(text);

export const changedFields = (saved: Draft, draft: Draft) => FIELDS.filter((field) => saved[field] !== draft[field]);

export type ChangedWord = { readonly language: Language; readonly name: TextName };
export const changedWords = (saved: Draft, draft: Draft): readonly ChangedWord[] =>
  LANGUAGES.flatMap((language) =>
    TEXT_NAMES.filter((name) => findOwn(saved.words[language], name) !== findOwn(draft.words[language], name)).map(
      (name) => ({ language, name }),
    ),
  );

export const isRightWord = ({ words }: Draft, { language, name }: ChangedWord) =>
  findWrongValue(name, findOwn(words[language], name)) === undefined;

/** The body of `settings/update`: only what changes. Null resets a setting. */
export function toBody(saved: Draft, draft: Draft): Body<"/storeadmin/v3/settings/update"> {
  const changed = changedFields(saved, draft);
  const pick = (...names: readonly FieldName[]) =>
    Object.fromEntries(names.filter((one) => changed.includes(one)).map((one) => [one, draft[one].trim() || null]));
  const [shop, alerts] = [pick("url", "logo"), pick("color", "language")];
  const languages = new Set(changedWords(saved, draft).map(({ language }) => language));
  const elements = Object.fromEntries([...languages].map((language) => [language, toSaved(draft.words[language])]));
  return {
    ...(changed.includes("name") ? { name: draft.name.trim() } : {}),
    ...(Object.keys(shop).length > 0 ? { shop } : {}),
    ...(Object.keys(alerts).length > 0 ? { alerts } : {}),
    ...(languages.size > 0 ? { elements } : {}),
  };
}
