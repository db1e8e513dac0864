import type { Formats } from "../../words/formats.ts";
import { PLATFORMS } from "../../words/platforms.ts";
import { defineWords } from "../../words/words.ts";

const SHOWN_AS_SECONDS_MS = 120_000;
/** A lag of less than two minutes has a decimal: “0.4 s”. */
const lagOf = (ms: number, formats: Formats) =>
  ms < SHOWN_AS_SECONDS_MS
    ? `${formats.number(Math.round(ms / 100) / 10)} s`
    : formats.duration(Math.round(ms / 1_000));

const { feed: _, ...SHOPS } = PLATFORMS;
const shops = (formats: Formats) => formats.list(Object.values(SHOPS));

export const connectorTexts = defineWords({
  en: {
    none: "No connector yet",
    connectors: "Connectors",
    lead: "A connector passes on stock, products and orders of your platform by itself.",
    noneText: (formats: Formats) =>
      `There are connectors for ${shops(formats)}, and one that reads a file with your stock. Without one, your server reports to the API. Each has a page that says how to set it up:`,
    states: { works: "Works", problem: "Has a problem", silent: "Silent" },
    silent: (ago: string) => `It last reported ${ago}.`,
    silentText:
      "Stock and orders do not arrive, and nothing is reserved. Check that it runs, that it reaches Keepsake and that its API key still works. It shows here as soon as it reports.",
    problem: (ago: string) => `First reported ${ago}`,
    problemOfUnknownAge: "It says",
    shop: "Shop",
    version: "Version",
    lastReport: "Last report",
    lastEvent: "Last change it passed on",
    noEvent: "none yet",
    behind: (ms: number, formats: Formats) => `${lagOf(ms, formats)} behind`,
    reconcile: "Last comparison of all stock",
    noReconcile: "none yet",
    compared: (checked: number, corrected: number, formats: Formats) =>
      `${formats.number(checked)} checked, ${formats.number(corrected)} corrected`,
    reserves: "Accepted offers",
    reservesYes: "reserved in the shop",
    reservesNo: "first chance, nothing is reserved",
    remove: "Remove the connector",
    removeTitle: "Remove a connector",
    removeText:
      "For one that does not run any more. Only this entry goes: the products and stock that it reported stay. If it still runs, it comes back with its next report.",
    removeButton: "Remove",
  },
  de: {
    none: "Noch kein Konnektor",
    connectors: "Konnektoren",
    lead: "Ein Konnektor meldet Bestand, Produkte und Bestellungen Ihrer Plattform von selbst.",
    noneText: (formats: Formats) =>
      `Es gibt Konnektoren für ${shops(formats)} und einen, der eine Datei mit Ihrem Bestand liest. Ohne Konnektor meldet Ihr Server an die API. Wie man jeden einrichtet, steht auf seiner Seite:`,
    states: { works: "Läuft", problem: "Hat ein Problem", silent: "Still" },
    silent: (ago: string) => `Die letzte Meldung kam ${ago}.`,
    silentText:
      "Bestand und Bestellungen kommen nicht an, und nichts wird reserviert. Prüfen Sie, ob er läuft, ob er Keepsake erreicht und ob sein API-Schlüssel noch gilt. Sobald er meldet, erscheint es hier.",
    problem: (ago: string) => `Zuerst gemeldet ${ago}`,
    problemOfUnknownAge: "Er meldet",
    shop: "Shop",
    version: "Version",
    lastReport: "Letzte Meldung",
    lastEvent: "Letzte Änderung, die er weitergab",
    noEvent: "noch keine",
    behind: (ms: number, formats: Formats) => `mit ${lagOf(ms, formats)} Verzug`,
    reconcile: "Letzter Abgleich des ganzen Bestands",
    noReconcile: "noch keiner",
    compared: (checked: number, corrected: number, formats: Formats) =>
      `${formats.number(checked)} geprüft, ${formats.number(corrected)} berichtigt`,
    reserves: "Angenommene Angebote",
    reservesYes: "werden im Shop reserviert",
    reservesNo: "Vorrang, nichts wird reserviert",
    remove: "Konnektor entfernen",
    removeTitle: "Konnektor entfernen",
    removeText:
      "Für einen, der nicht mehr läuft. Nur dieser Eintrag verschwindet: Produkte und Bestand, die er gemeldet hat, bleiben. Läuft er noch, kommt er mit seiner nächsten Meldung wieder.",
    removeButton: "Entfernen",
  },
});
