import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: { title: "People" },
  de: { title: "Personen" },
});
