import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: { title: "Results" },
  de: { title: "Ergebnisse" },
});
