import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: {
    send: "Send an alert",
    title: "Send an alert by hand",
    text: "For news that no stock report starts, such as a product that is coming soon. It goes to those who wait for it, and cannot be called back.",
    topic: "About",
    product: "Product",
    nobody: "Nobody waits for this.",
    word: "send",
    button: "Send it",
    people: (count: number, shown: string) => (count === 1 ? "1 person" : `${shown} people`),
    atOnce: (people: string) => `Goes to all who wait for it now: ${people}.`,
    inWaves: (people: string, first: string) =>
      `Goes to all who wait for it now: ${people}, the first ${first} at once.`,
    byStock: (people: string) =>
      `Waiting now: ${people}. Units in stock are shared out by your policy. If there are none, all of them are notified at once.`,
  },
  de: {
    send: "Nachricht starten",
    title: "Eine Nachricht selbst starten",
    text: "Für Neuigkeiten, die keine Bestandsmeldung auslöst, etwa ein Produkt, das bald kommt. Sie geht an alle, die darauf warten, und lässt sich nicht zurückholen.",
    topic: "Worüber",
    product: "Produkt",
    nobody: "Darauf wartet niemand.",
    word: "senden",
    button: "Jetzt senden",
    people: (count: number, shown: string) => (count === 1 ? "1 Person" : `${shown} Personen`),
    atOnce: (people: string) => `Geht an alle, die jetzt darauf warten: ${people}.`,
    inWaves: (people: string, first: string) =>
      `Geht an alle, die jetzt darauf warten: ${people}, die ersten ${first} sofort.`,
    byStock: (people: string) =>
      `Jetzt warten: ${people}. Stücke auf Lager werden nach Ihren Regeln verteilt. Ist nichts da, werden alle sofort benachrichtigt.`,
  },
});
