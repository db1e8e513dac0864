import type { Got, Query } from "../../api/call.ts";

export type MessageLanguage = NonNullable<Query<"/storeadmin/v3/alerts/template">["locale"]>;
/** A message in one language, the store's own or our default. */
export type Message = Got<"/storeadmin/v3/alerts/template">;

/** The languages that a message can be written in, each as it calls itself. */
export const MESSAGE_LANGUAGES: Readonly<Record<MessageLanguage, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
};

export const isMessageLanguage = (text: unknown): text is MessageLanguage =>
  typeof text === "string" && Object.hasOwn(MESSAGE_LANGUAGES, text);

export const languageName = (language: string) =>
  isMessageLanguage(language) ? MESSAGE_LANGUAGES[language] : language;
