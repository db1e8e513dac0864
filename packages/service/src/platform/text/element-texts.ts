import { ELEMENT_TEXTS } from "../../../../sdk/src/texts/element-texts.ts";
import type { TextName, Texts } from "../../../../sdk/src/texts/texts.ts";
import type { Language } from "./language.ts";

export type ElementText = TextName;
/** The elements' texts that replace others. */
export type ElementTexts = Readonly<Partial<Texts>>;

export const elementTexts: Readonly<Record<Language, Texts>> = ELEMENT_TEXTS;
export const ELEMENT_TEXT_NAMES = Object.keys(elementTexts.en) as readonly ElementText[];

export const isElementText = (name: string): name is ElementText => Object.hasOwn(elementTexts.en, name);
