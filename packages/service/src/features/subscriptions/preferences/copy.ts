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
  oldLink: {
    title: "This link is old",
    text: (shop: string) =>
      `To see or change your alerts from ${shop}, open a new link. We can email one to you. You can still stop all alerts here.`,
    noMail: (shop: string) => `It no longer shows your alerts from ${shop}, but you can still stop all of them here.`,
    button: "Email me a new link",
  },
  linkMailed: {
    title: "Check your email",
    text: "A new link is on its way to the address that gets the alerts. If none comes, one was sent earlier today.",
  },
  freshLink: {
    subject: (shop: string) => `Your alerts from ${shop}`,
    heading: "Your new link",
    lead: (shop: string) => `With this link you can see and change your alerts from ${shop}.`,
    button: "Show my alerts",
    note: "The link works for 90 days.",
    why: "If you did not ask for this, ignore this email.",
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
    offered: "you have the first chance",
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
  oldLink: {
    title: "Dieser Link ist alt",
    text: (shop) =>
      `Um Ihre Benachrichtigungen von ${shop} zu sehen oder zu ändern, öffnen Sie einen neuen Link. Wir schicken Ihnen gern einen per E-Mail. Alle beenden können Sie auch hier.`,
    noMail: (shop) =>
      `Er zeigt Ihre Benachrichtigungen von ${shop} nicht mehr an, aber Sie können hier noch alle beenden.`,
    button: "Neuen Link schicken",
  },
  linkMailed: {
    title: "Sehen Sie in Ihre E-Mails",
    text: "Ein neuer Link ist unterwegs an die Adresse, die die Benachrichtigungen bekommt. Wenn keiner kommt, wurde heute schon einer geschickt.",
  },
  freshLink: {
    subject: (shop) => `Ihre Benachrichtigungen von ${shop}`,
    heading: "Ihr neuer Link",
    lead: (shop) => `Mit diesem Link sehen und ändern Sie Ihre Benachrichtigungen von ${shop}.`,
    button: "Meine Benachrichtigungen",
    note: "Der Link gilt 90 Tage.",
    why: "Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.",
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
    offered: "Sie haben Vorrang",
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
  oldLink: {
    title: "Ce lien est ancien",
    text: (shop) =>
      `Pour voir ou modifier vos alertes de ${shop}, ouvrez un nouveau lien. Nous pouvons vous en envoyer un par e-mail. Vous pouvez toujours tout arrêter ici.`,
    noMail: (shop) => `Il n’affiche plus vos alertes de ${shop}, mais vous pouvez toujours tout arrêter ici.`,
    button: "Recevoir un nouveau lien",
  },
  linkMailed: {
    title: "Consultez vos e-mails",
    text: "Un nouveau lien est en route vers l’adresse qui reçoit les alertes. Si rien n’arrive, un lien a déjà été envoyé aujourd’hui.",
  },
  freshLink: {
    subject: (shop) => `Vos alertes de ${shop}`,
    heading: "Votre nouveau lien",
    lead: (shop) => `Avec ce lien, vous pouvez voir et modifier vos alertes de ${shop}.`,
    button: "Voir mes alertes",
    note: "Le lien est valable 90 jours.",
    why: "Si vous n’avez rien demandé, ignorez cet e-mail.",
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
    offered: "vous avez la priorité",
    notified: "envoyée",
    bought: "acheté",
    expired: "terminée",
    unsubscribed: "arrêtée",
    undeliverable: "n’a pas pu être remise",
  },
};

export const preferencesCopy = translated<Translation<typeof en>>({ en, de, fr });
