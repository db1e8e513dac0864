import type { Template } from "liquidjs";
import { oneLine } from "../text/one-line.ts";
import { buttonColours, type Colour } from "./colour.ts";
import { parseLetter, renderParsedLetter } from "./liquid.ts";

/** A default message: its MJML with Liquid, which merchants start from, and the HTML it compiles to. */
export type Letter = { readonly source: string; readonly html: string };

/** The values that the layout uses; each letter adds its own. Liquid escapes all of them. */
export type LayoutFacts = {
  readonly language: string;
  readonly subject: string;
  /** The text that mail programs show next to the subject. */
  readonly preheader: string;
  readonly shop: ReturnType<typeof shopFacts>;
};

/** How a shop looks. */
export type Look = { readonly color?: Colour | undefined; readonly logo?: string | undefined };

export function shopFacts(name: string, { color, logo }: Look) {
  const { day, onDay, night, onNight } = buttonColours(color);
  return {
    name: oneLine(name),
    color: color ?? "",
    logo: logo ?? "",
    buttonColor: day,
    buttonTextColor: onDay,
    darkButtonColor: night,
    darkButtonTextColor: onNight,
  };
}

const parsed = new WeakMap<Letter, Template[]>();

export function renderLetter(letter: Letter, facts: LayoutFacts): string {
  const template = parsed.get(letter) ?? parseLetter(letter.html);
  parsed.set(letter, template);
  return renderParsedLetter(template, facts);
}

/** The text part of a mail: its paragraphs with an empty line between, without the empty ones. */
export const plainText = (...paragraphs: readonly (string | undefined)[]) => paragraphs.filter(Boolean).join("\n\n");

const SUBJECT_MAX = 200;
export const toSubject = (text: string) => oneLine(text).slice(0, SUBJECT_MAX);
