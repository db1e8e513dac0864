import { expect, test } from "vitest";
import { ELEMENT_TEXTS } from "./element-texts.ts";
import type { TextName } from "./texts.ts";

const TEXT_MAX = 200;
const namesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test.each(Object.entries(ELEMENT_TEXTS))(
  "the texts in %s have the values of the English ones, and a length that merchants may have too",
  (_, texts) => {
    for (const [name, english] of Object.entries(ELEMENT_TEXTS.en)) {
      const text = texts[name as TextName];
      expect([name, namesIn(text)]).toEqual([name, namesIn(english)]);
      expect([name, text.trim().length > 0, text.length <= TEXT_MAX]).toEqual([name, true, true]);
    }
  },
);
