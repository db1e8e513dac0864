import { defineWords } from "../../words/words.ts";

export const texts = defineWords({
  en: {
    range: "Range",
    days: (days: number) => `${days} days`,
    waiting: "People waiting",
    worth: (money: string) => `worth ${money}`,
    waitingFor: (people: string, topic: string) => `${people} ${topic.toLowerCase()}`,
    notified: "Notified",
    clicked: "Clicked",
    bought: "Bought",
    revenue: "Revenue",

    problems: "Needs your attention",
    noProblems: "Everything is connected and working.",
    error: "Error: ",
    warning: "Warning: ",
    began: "Began",

    plans: "Latest restocks",
    allPlans: "All restocks",
    noPlans: "No restocks yet",
    noPlansText: "When a product comes back that people wait for, you see here who is being notified.",

    demand: "What shoppers wait for",
    allDemand: "All demand",
    noDemand: "Nobody is waiting yet",
    noDemandText: "Products for which shoppers sign up appear here, those with most people first.",
    people: (count: number, shown: string) => (count === 1 ? "1 person" : `${shown} people`),
    stock: (units: string) => `${units} in stock`,
    soldOut: "sold out",

    setupTitle: (done: number, all: number) => `Setup: ${done} of ${all} steps done`,
    setupNext: (step: string) => `Next: ${step}.`,
    setupProgress: "Setup",
    setupContinue: "Continue the setup",
    setupHide: "Do not show this again",

    newTitle: "Your shop is not connected yet",
    newText:
      "In five short steps your shop gets hearts, waiting lists and alerts. Afterwards this page shows what your shoppers want and what the alerts brought in.",
    newTextForOthers:
      "An owner or manager connects it. Afterwards this page shows what your shoppers want and what the alerts brought in.",
    newAction: "Set up the shop",
  },
  de: {
    range: "Zeitraum",
    days: (days: number) => `${days} Tage`,
    waiting: "Wartende",
    worth: (money: string) => `im Wert von ${money}`,
    waitingFor: (people: string, topic: string) => `${people} ${topic}`,
    notified: "Benachrichtigt",
    clicked: "Geklickt",
    bought: "Gekauft",
    revenue: "Umsatz",

    problems: "Braucht Ihre Aufmerksamkeit",
    noProblems: "Alles ist verbunden und funktioniert.",
    error: "Fehler: ",
    warning: "Warnung: ",
    began: "Begann",

    plans: "Letzter Nachschub",
    allPlans: "Aller Nachschub",
    noPlans: "Noch kein Nachschub",
    noPlansText: "Kommt ein Produkt zurück, auf das jemand wartet, sehen Sie hier, wer benachrichtigt wird.",

    demand: "Worauf Ihre Kunden warten",
    allDemand: "Alle Nachfrage",
    noDemand: "Noch wartet niemand",
    noDemandText: "Hier erscheinen die Produkte, für die sich Kunden anmelden, die gefragtesten zuerst.",
    people: (count: number, shown: string) => (count === 1 ? "1 Person" : `${shown} Personen`),
    stock: (units: string) => `${units} auf Lager`,
    soldOut: "ausverkauft",

    setupTitle: (done: number, all: number) => `Einrichtung: ${done} von ${all} Schritten erledigt`,
    setupNext: (step: string) => `Als Nächstes: ${step}.`,
    setupProgress: "Einrichtung",
    setupContinue: "Weiter einrichten",
    setupHide: "Nicht mehr anzeigen",

    newTitle: "Ihr Shop ist noch nicht verbunden",
    newText:
      "In fünf kurzen Schritten bekommt Ihr Shop Herzen, Wartelisten und Benachrichtigungen. Danach zeigt diese Seite, was Ihre Kunden wollen und was die Benachrichtigungen einbringen.",
    newTextForOthers:
      "Ein Inhaber oder die Verwaltung verbindet ihn. Danach zeigt diese Seite, was Ihre Kunden wollen und was die Benachrichtigungen einbringen.",
    newAction: "Shop einrichten",
  },
});
