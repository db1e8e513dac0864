import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: {
    range: "Range",
    days: (days: number) => `${days} days`,
    asOf: (ago: string) => `Figures as of ${ago}.`,
    waiting: "People waiting",
    worth: (money: string) => `worth ${money}`,
    notified: "Notified",
    clicked: "Clicked",
    bought: "Bought",
    revenue: "Revenue",
    before: (then: string, days: number, change: number) =>
      `${change > 0 ? "▲" : change < 0 ? "▼" : ""} ${then} in the ${days} days before`,
  },
  de: {
    range: "Zeitraum",
    days: (days: number) => `${days} Tage`,
    asOf: (ago: string) => `Stand der Zahlen: ${ago}.`,
    waiting: "Wartende",
    worth: (money: string) => `im Wert von ${money}`,
    notified: "Benachrichtigt",
    clicked: "Geklickt",
    bought: "Gekauft",
    revenue: "Umsatz",
    before: (then: string, days: number, change: number) =>
      `${change > 0 ? "▲" : change < 0 ? "▼" : ""} ${then} in den ${days} Tagen davor`,
  },
});
