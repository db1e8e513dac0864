import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: { title: "Team" },
  de: { title: "Team" },
});
