import { useCallback } from "react";
import { type MistakeWhy, type Sayings, useSayWhy } from "../../words/why.ts";
import { defineWords, useLanguage } from "../../words/words.ts";
import type { Problem } from "./problems.ts";

const KINDS = {
  en: { variable: "variable", filter: "filter", tag: "tag" },
  de: { variable: "Die Variable", filter: "Den Filter", tag: "Das Tag" },
} as const;
const nameOfKind = (kinds: (typeof KINDS)["en"] | (typeof KINDS)["de"], kind: string): string =>
  Object.entries(kinds).find(([one]) => one === kind)?.[1] ?? kind;

/** What is wrong with a message, and what to do. */
export const mistakes = defineWords<Sayings<MistakeWhy>>({
  en: {
    "unknown-name-close": ({ kind, name, suggestion }) =>
      `There is no ${nameOfKind(KINDS.en, kind)} ${name}. Did you mean ${suggestion}?`,
    "unknown-name": ({ kind, name, known }) =>
      `There is no ${nameOfKind(KINDS.en, kind)} ${name}. These are known: ${known}`,
    "stray-tag": ({ tag }) => `${tag} does not belong to a tag before it`,
    "no-unsubscribe-link": ({ unsubscribe, preferences }) =>
      `The message has no unsubscribe link. Add ${unsubscribe} or ${preferences}`,
    "include-not-allowed": "mj-include is not allowed",
    "stopped-before": "The message was stopped a moment ago. Correct it, or try again in a minute",
    "stopped-slow": "The message was stopped: it ran for too long",
    "stopped-memory": "The message was stopped: it needs too much memory",
    "message-too-long": ({ max }, formats) => `The message has more than ${formats.number(Number(max))} characters`,
    "element-not-allowed": ({ element }) => `<${element}> is not allowed`,
    "not-nested": "Elements are not nested properly",
    "too-deep": ({ max }) => `Elements are nested more than ${max} deep`,
    "needs-quotes": ({ attribute }) => `Put the value of ${attribute} into quotes`,
    "link-not-web": ({ attribute, value }) => `${attribute}="${value}": links must begin with https:// or http://`,
    "style-backslash": "Styles may not contain backslashes",
    "style-html": "Styles may not contain < or -->",
    "style-code": "Styles may not run code",
    "style-url": "url(…) in styles must begin with https:// or http://",
    "style-import": "@import in styles must begin with https:// or http://",
    "attribute-not-allowed": ({ attribute }) => `${attribute} is not allowed`,
    "output-not-closed": ({ part }) => `${part} is not closed: }} is missing`,
    "tag-not-closed": ({ part }) => `The tag ${part} is not closed`,
    "bracket-not-closed": ({ bracket }) => `${bracket} is not closed`,
    "empty-expression": "Something is missing here: the name of a variable, or a value",
    "wrong-expression": ({ part }) => `${part} is no variable and no value`,
    "wrong-tag": ({ part }) => `The tag ${part} is not complete`,
    "tag-without-name": "The tag has no name",
    "assign-without-equals": "= is missing: {% assign name = value %}",
    "not-understood": "This cannot be read. A filter needs | before it, a comparison ==",
    "capture-name": "The name is missing: {% capture name %}",
    "unexpected-part": ({ part }) => `${part} does not belong here: a value is missing`,
    "over-limit": ({ limit }) => `The message needs too much (${limit}). Make it shorter or simpler`,
    "unknown-element": ({ element }) => `There is no element ${element}`,
    "wrong-place": ({ element, outer, allowed }) =>
      `${element} cannot be used inside ${outer}, only inside: ${allowed}`,
    "unknown-attributes": ({ attribute }) => `There are no attributes ${attribute} here`,
    "unknown-attribute": ({ attribute }) => `There is no attribute ${attribute} here`,
    "wrong-choice": ({ attribute, value, allowed }) => `${attribute} cannot be “${value}”, only: ${allowed}`,
    "wrong-unit": ({ attribute, value, units }) =>
      `${attribute} cannot be “${value}”. Write a number with one of these units: ${units}`,
    "wrong-colour": ({ attribute, value }) => `${attribute}: “${value}” is no colour`,
    "wrong-value": ({ attribute, value }) => `${attribute} cannot be “${value}”`,
    "no-mjml": "The message must begin with <mjml> and end with </mjml>, and have an <mj-body>",
    "not-read": "The message cannot be read as MJML. Check its elements",
  },
  de: {
    "unknown-name-close": ({ kind, name, suggestion }) =>
      `${nameOfKind(KINDS.de, kind)} ${name} gibt es nicht. Meinten Sie ${suggestion}?`,
    "unknown-name": ({ kind, name, known }) =>
      `${nameOfKind(KINDS.de, kind)} ${name} gibt es nicht. Bekannt sind: ${known}`,
    "stray-tag": ({ tag }) => `${tag} gehört zu keinem Tag davor`,
    "no-unsubscribe-link": ({ unsubscribe, preferences }) =>
      `Der Nachricht fehlt ein Link zum Abmelden. Fügen Sie ${unsubscribe} oder ${preferences} hinzu`,
    "include-not-allowed": "mj-include ist nicht erlaubt",
    "stopped-before":
      "Die Nachricht wurde eben erst angehalten. Korrigieren Sie sie, oder versuchen Sie es in einer Minute noch einmal",
    "stopped-slow": "Die Nachricht wurde angehalten: Sie brauchte zu lange",
    "stopped-memory": "Die Nachricht wurde angehalten: Sie braucht zu viel Speicher",
    "message-too-long": ({ max }, formats) => `Die Nachricht hat mehr als ${formats.number(Number(max))} Zeichen`,
    "element-not-allowed": ({ element }) => `<${element}> ist nicht erlaubt`,
    "not-nested": "Elemente sind nicht richtig verschachtelt",
    "too-deep": ({ max }) => `Elemente sind mehr als ${max}-fach verschachtelt`,
    "needs-quotes": ({ attribute }) => `Setzen Sie den Wert von ${attribute} in Anführungszeichen`,
    "link-not-web": ({ attribute, value }) =>
      `${attribute}="${value}": Links müssen mit https:// oder http:// beginnen`,
    "style-backslash": "Stilangaben dürfen keine Backslashes enthalten",
    "style-html": "Stilangaben dürfen weder < noch --> enthalten",
    "style-code": "Stilangaben dürfen keinen Code ausführen",
    "style-url": "url(…) muss in Stilangaben mit https:// oder http:// beginnen",
    "style-import": "@import muss in Stilangaben mit https:// oder http:// beginnen",
    "attribute-not-allowed": ({ attribute }) => `${attribute} ist nicht erlaubt`,
    "output-not-closed": ({ part }) => `${part} ist nicht geschlossen: }} fehlt`,
    "tag-not-closed": ({ part }) => `Das Tag ${part} ist nicht geschlossen`,
    "bracket-not-closed": ({ bracket }) => `${bracket} ist nicht geschlossen`,
    "empty-expression": "Hier fehlt etwas: der Name einer Variablen oder ein Wert",
    "wrong-expression": ({ part }) => `${part} ist weder eine Variable noch ein Wert`,
    "wrong-tag": ({ part }) => `Das Tag ${part} ist nicht vollständig`,
    "tag-without-name": "Dem Tag fehlt der Name",
    "assign-without-equals": "Es fehlt =: {% assign name = wert %}",
    "not-understood": "Das lässt sich nicht lesen. Vor einen Filter gehört |, in einen Vergleich ==",
    "capture-name": "Es fehlt der Name: {% capture name %}",
    "unexpected-part": ({ part }) => `${part} gehört nicht hierher: Es fehlt ein Wert`,
    "over-limit": ({ limit }) => `Die Nachricht braucht zu viel (${limit}). Machen Sie sie kürzer oder einfacher`,
    "unknown-element": ({ element }) => `Das Element ${element} gibt es nicht`,
    "wrong-place": ({ element, outer, allowed }) => `${element} darf nicht in ${outer} stehen, nur in: ${allowed}`,
    "unknown-attributes": ({ attribute }) => `Die Attribute ${attribute} gibt es hier nicht`,
    "unknown-attribute": ({ attribute }) => `Das Attribut ${attribute} gibt es hier nicht`,
    "wrong-choice": ({ attribute, value, allowed }) => `${attribute} kann nicht „${value}“ sein, nur: ${allowed}`,
    "wrong-unit": ({ attribute, value, units }) =>
      `${attribute} kann nicht „${value}“ sein. Schreiben Sie eine Zahl mit einer dieser Einheiten: ${units}`,
    "wrong-colour": ({ attribute, value }) => `${attribute}: „${value}“ ist keine Farbe`,
    "wrong-value": ({ attribute, value }) => `${attribute} kann nicht „${value}“ sein`,
    "no-mjml": "Die Nachricht muss mit <mjml> beginnen, mit </mjml> enden und ein <mj-body> enthalten",
    "not-read": "Die Nachricht lässt sich nicht als MJML lesen. Prüfen Sie ihre Elemente",
  },
});

const foreign = defineWords<(text: string) => string>({
  en: (text) => text,
  de: (text) => `Der Compiler meldet: „${text}“`,
});

/** Says a mistake in the person's language. One without a code is quoted: the library's own words. */
export function useMistakeText(): (problem: Pick<Problem, "text" | "why">) => string {
  const language = useLanguage();
  const say = useSayWhy(mistakes);
  return useCallback(({ text, why }) => say(why) ?? foreign[language](text), [language, say]);
}
