import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: { title: "Look" },
  de: { title: "Aussehen" },
});
