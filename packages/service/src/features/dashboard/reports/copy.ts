import type { ReportLanguage } from "./preferences.ts";

const en = {
  subject: {
    daily: (shop: string, day: string) => `${shop}: ${day}`,
    weekly: (shop: string, days: string) => `${shop}: your week, ${days}`,
    threshold: (people: string, product: string) => `${people} people wait for ${product}`,
    thresholds: (count: string, people: string) => `${count} products for which at least ${people} people wait`,
  },
  heading: { daily: "Your day", weekly: "Your week", threshold: "Shoppers want this" },
  lead: {
    range: (shop: string, days: string) => `What alerts did for ${shop}, ${days}.`,
    day: (shop: string, day: string) => `What alerts did for ${shop} on ${day}.`,
    quiet: (shop: string) =>
      `Nothing happened this week: nobody signed up, was notified, clicked or bought at ${shop}.`,
    threshold: (shop: string, people: string) =>
      `You asked to hear when ${people} people wait for a product of ${shop}. Since we looked last, that is so for:`,
  },
  figures: {
    waiting: "Waiting now",
    signedUp: "New sign-ups",
    notified: "Notified",
    clicked: "Clicked",
    bought: "Bought",
    revenue: "Revenue",
  },
  before: { daily: "day before", weekly: "week before" },
  none: "none",
  top: "Most wanted now",
  people: (people: string) => `${people} waiting`,
  problems: "This needs your attention",
  more: (count: string) => `and ${count} more`,
  button: "Open the dashboard",
  why: (shop: string) => `You get this email because you asked for reports about ${shop}.`,
  change: "Change your reports",
  stop: "Stop these emails",
};

const de: typeof en = {
  subject: {
    daily: (shop, day) => `${shop}: ${day}`,
    weekly: (shop, days) => `${shop}: Ihre Woche, ${days}`,
    threshold: (people, product) => `${people} Personen warten auf ${product}`,
    thresholds: (count, people) => `${count} Artikel, auf die mindestens ${people} Personen warten`,
  },
  heading: { daily: "Ihr Tag", weekly: "Ihre Woche", threshold: "Das wünschen sich Ihre Kunden" },
  lead: {
    range: (shop, days) => `Was Benachrichtigungen für ${shop} bewirkt haben, ${days}.`,
    day: (shop, day) => `Was Benachrichtigungen für ${shop} am ${day} bewirkt haben.`,
    quiet: (shop) =>
      `In dieser Woche ist nichts geschehen: Bei ${shop} hat sich niemand eingetragen, niemand wurde benachrichtigt, hat geklickt oder gekauft.`,
    threshold: (shop, people) =>
      `Sie möchten erfahren, wenn ${people} Personen auf einen Artikel von ${shop} warten. Neu ist das so bei:`,
  },
  figures: {
    waiting: "Warten jetzt",
    signedUp: "Neue Einträge",
    notified: "Benachrichtigt",
    clicked: "Geklickt",
    bought: "Gekauft",
    revenue: "Umsatz",
  },
  before: { daily: "Tag davor", weekly: "Woche davor" },
  none: "keiner",
  top: "Am meisten gewünscht",
  people: (people) => `${people} warten`,
  problems: "Das sollten Sie sich ansehen",
  more: (count) => `und ${count} weitere`,
  button: "Dashboard öffnen",
  why: (shop) => `Sie bekommen diese E-Mail, weil Sie Berichte über ${shop} bestellt haben.`,
  change: "Berichte ändern",
  stop: "Diese E-Mails abbestellen",
};

export type ReportCopy = typeof en;
export const REPORT_COPY: Readonly<Record<ReportLanguage, ReportCopy>> = { en, de };

/** The page behind the link that ends the mails. */
export const STOP_COPY = {
  en: {
    title: "Stop the reports?",
    text: (shop: string) =>
      `You will get no more reports about ${shop} by email. You can turn them on again in your account.`,
    button: "Stop the emails",
    doneTitle: "Stopped",
    done: (shop: string) => `You get no more reports about ${shop}.`,
  },
  de: {
    title: "Berichte abbestellen?",
    text: (shop: string) =>
      `Sie bekommen keine Berichte über ${shop} mehr per E-Mail. In Ihrem Konto können Sie sie wieder einschalten.`,
    button: "Abbestellen",
    doneTitle: "Abbestellt",
    done: (shop: string) => `Sie bekommen keine Berichte über ${shop} mehr.`,
  },
};
