import type { BUTTON_TEXTS } from "./button-texts.ts";
import type { DIALOG_TEXTS } from "./dialog-texts.ts";

export type TextName = keyof typeof BUTTON_TEXTS | keyof typeof DIALOG_TEXTS;

/** Every text that the elements show, in one language. */
export type Texts = Readonly<Record<TextName, string>>;
