import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: { title: "Set up your shop" },
  de: { title: "Shop einrichten" },
});
