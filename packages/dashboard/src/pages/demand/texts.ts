import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: { title: "Demand" },
  de: { title: "Nachfrage" },
});
