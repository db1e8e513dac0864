import { useCallback } from "react";
import type { components } from "../api/schema.gen.ts";
import { type Formats, useFormats } from "./formats.ts";
import { useLanguage, type Words } from "./words.ts";

type Schemas = components["schemas"];
type Coded = { readonly code: string };

export type TroubleWhy = Schemas["TroubleWhy"];
export type PlanWhy = Schemas["PlanWhy"];
export type WaveWhy = Schemas["WaveWhy"];
export type HappeningWhy = Schemas["HappeningWhy"];
export type DnsWhy = Schemas["DnsWhy"];
export type RecordValueWhy = Schemas["RecordValueWhy"];
export type DeliveryWhy = Schemas["DeliveryWhy"];
export type DisabledWhy = Schemas["DisabledWhy"];
export type ReplayWhy = Schemas["ReplayWhy"];
export type ReplayNoteWhy = Schemas["ReplayNoteWhy"];
export type MistakeWhy = Schemas["MistakeWhy"];
export type ToolWhy = Schemas["ToolWhy"];
export type MarketingPausedWhy = Schemas["MarketingPausedWhy"];
export type RefusalWhy = Schemas["RefusalWhy"];

/** What to say for each code that a sentence of the service may have, with its values. A code of openapi.json that a language
 *  does not have does not compile. */
export type Sayings<Why extends Coded, Said = string> = {
  readonly [Code in Why["code"]]: Said | ((values: Extract<Why, { code: Code }>, formats: Formats) => Said);
};

/** Undefined without a code, and for one of a newer service: then the sentence of the service stands. */
export function sayWhy<Why extends Coded, Said>(
  sayings: Sayings<Why, Said>,
  why: Why | null,
  formats: Formats,
): Said | undefined {
  if (why === null || !Object.hasOwn(sayings, why.code)) return undefined;
  const saying = sayings[why.code as Why["code"]] as Said | ((values: Why, given: Formats) => Said);
  return typeof saying === "function" ? (saying as (values: Why, given: Formats) => Said)(why, formats) : saying;
}

/** Says in the person's language what a sentence of the service says. */
export function useSayWhy<Why extends Coded, Said>(words: Words<Sayings<Why, Said>>) {
  const language = useLanguage();
  const formats = useFormats();
  return useCallback((why: Why | null) => sayWhy(words[language], why, formats), [words, language, formats]);
}

/** A part of a sentence as a sentence of its own. */
export const asSentence = (phrase: string) =>
  `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}${/[.!?]$/.test(phrase) ? "" : "."}`;
