import { type Translation, translated } from "../../../platform/text/language.ts";
import type { State } from "../state.ts";
import type { TopicName } from "../topics.ts";

const en = {
  unsubscribe: {
    title: "Stop all alerts?",
    text: (shop: string) => `${shop} will no longer email you about products you are waiting for.`,
    choose: "Choose which",
  },
  unsubscribed: {
    title: "You are unsubscribed",
    text: (shop: string) => `${shop} won't send you any more alerts. You can sign up again any time.`,
  },
  title: "Your alerts",
  intro: (shop: string, address: string) => `Alerts from ${shop} to ${address}`,
  waiting: "Waiting",
  past: "Past alerts",
  none: "You have no alerts.",
  stop: "Stop",
  stopAll: "Stop all alerts",
  topics: {
    backinstock: "when it is back in stock",
    comingsoon: "when it arrives",
    pricedrop: "when the price drops",
    lowstock: "before it sells out",
  } satisfies Record<TopicName, string> as Record<TopicName, string>,
  states: {
    unconfirmed: "not confirmed yet",
    waiting: "waiting",
    offered: "reserved for you",
    notified: "sent",
    bought: "bought",
    expired: "ended",
    unsubscribed: "stopped",
    undeliverable: "could not be delivered",
  } satisfies Record<State, string> as Record<State, string>,
};

const de: Translation<typeof en> = {
  unsubscribe: {
    title: "Alle Benachrichtigungen beenden?",
    text: (shop) => `${shop} schickt Ihnen dann keine E-Mails mehr zu Produkten, auf die Sie warten.`,
    choose: "Einzeln auswählen",
  },
  unsubscribed: {
    title: "Sie sind abgemeldet",
    text: (shop) => `${shop} schickt Ihnen keine Benachrichtigungen mehr. Sie können sich jederzeit neu anmelden.`,
  },
  title: "Ihre Benachrichtigungen",
  intro: (shop, address) => `Benachrichtigungen von ${shop} an ${address}`,
  waiting: "Offen",
  past: "Frühere Benachrichtigungen",
  none: "Sie haben keine Benachrichtigungen.",
  stop: "Beenden",
  stopAll: "Alle beenden",
  topics: {
    backinstock: "wenn es wieder da ist",
    comingsoon: "wenn es eintrifft",
    pricedrop: "wenn der Preis sinkt",
    lowstock: "bevor es ausverkauft ist",
  },
  states: {
    unconfirmed: "noch nicht bestätigt",
    waiting: "wartet",
    offered: "für Sie reserviert",
    notified: "gesendet",
    bought: "gekauft",
    expired: "beendet",
    unsubscribed: "abgemeldet",
    undeliverable: "nicht zustellbar",
  },
};

const fr: Translation<typeof en> = {
  unsubscribe: {
    title: "Arrêter toutes les alertes ?",
    text: (shop) => `${shop} ne vous enverra plus d’e-mails sur les produits que vous attendez.`,
    choose: "Choisir lesquelles",
  },
  unsubscribed: {
    title: "Vous êtes désabonné·e",
    text: (shop) => `${shop} ne vous enverra plus d’alertes. Vous pouvez vous réinscrire à tout moment.`,
  },
  title: "Vos alertes",
  intro: (shop, address) => `Alertes de ${shop} à ${address}`,
  waiting: "En attente",
  past: "Alertes passées",
  none: "Vous n’avez pas d’alertes.",
  stop: "Arrêter",
  stopAll: "Tout arrêter",
  topics: {
    backinstock: "quand il est de retour",
    comingsoon: "quand il arrive",
    pricedrop: "quand le prix baisse",
    lowstock: "avant qu’il ne soit épuisé",
  },
  states: {
    unconfirmed: "pas encore confirmée",
    waiting: "en attente",
    offered: "réservé pour vous",
    notified: "envoyée",
    bought: "acheté",
    expired: "terminée",
    unsubscribed: "arrêtée",
    undeliverable: "n’a pas pu être remise",
  },
};

export const preferencesCopy = translated<Translation<typeof en>>({ en, de, fr });
