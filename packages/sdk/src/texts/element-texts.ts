import { BUTTON_TEXTS } from "./button-texts.ts";
import { GERMAN_TEXTS } from "./de.ts";
import { DIALOG_TEXTS } from "./dialog-texts.ts";
import { FRENCH_TEXTS } from "./fr.ts";
import type { Texts } from "./texts.ts";

// This folder is the home of the elements' texts for the script, the service and the dashboard. It imports nothing else.

/** The built-in texts. The script has only the English ones; the service answers with the others. */
export const ELEMENT_TEXTS = {
  en: { ...BUTTON_TEXTS, ...DIALOG_TEXTS },
  de: GERMAN_TEXTS,
  fr: FRENCH_TEXTS,
} as const satisfies Readonly<Record<string, Texts>>;
