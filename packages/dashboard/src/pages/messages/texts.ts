import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: {
    title: "Messages",
    lead: "What shoppers get when their moment has come. Change our messages, or leave them as they are.",
    whoGetsWhich:
      "A shopper gets your message in their language. Without one, they get yours in the language of your store, and without that, ours in their language.",
    listLabel: "Messages by topic and language",
    topic: "Topic",
    language: "Language",
    state: "State",
    changed: "Last change",
    open: "Open",
    own: (version: number) => `Your own, version ${version}`,
    ours: "Our default",
    by: (name: string) => `by ${name}`,
    noChange: "–",
    writeIn: "Write it in another language",
    writeInFor: (topic: string) => `Write “${topic}” in another language`,
  },
  de: {
    title: "Nachrichten",
    lead: "Was Ihre Kundinnen und Kunden bekommen, wenn es so weit ist. Ändern Sie unsere Nachrichten, oder lassen Sie sie, wie sie sind.",
    whoGetsWhich:
      "Jede Person bekommt Ihre Nachricht in ihrer Sprache. Gibt es die nicht, bekommt sie Ihre Nachricht in der Sprache des Shops, und ohne diese unsere in ihrer Sprache.",
    listLabel: "Nachrichten nach Anlass und Sprache",
    topic: "Anlass",
    language: "Sprache",
    state: "Stand",
    changed: "Letzte Änderung",
    open: "Öffnen",
    own: (version: number) => `Ihre eigene, Version ${version}`,
    ours: "Unsere Vorlage",
    by: (name: string) => `von ${name}`,
    noChange: "–",
    writeIn: "In einer anderen Sprache schreiben",
    writeInFor: (topic: string) => `„${topic}“ in einer anderen Sprache schreiben`,
  },
});
