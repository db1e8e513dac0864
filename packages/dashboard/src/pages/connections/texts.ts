import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: { title: "Connections" },
  de: { title: "Verbindungen" },
});
