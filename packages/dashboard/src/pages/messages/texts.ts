import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: { title: "Messages" },
  de: { title: "Nachrichten" },
});
