import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: { title: "Your account" },
  de: { title: "Ihr Konto" },
});
