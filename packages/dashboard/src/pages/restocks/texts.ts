import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: { title: "Restocks" },
  de: { title: "Nachschub" },
});
