import { type Translation, translated } from "../../../platform/text/language.ts";

const en = {
  mail: {
    subject: (shop: string) => `Please confirm your alert from ${shop}`,
    heading: "Confirm your alert",
    lead: (shop: string) => `Please confirm that ${shop} may email you about:`,
    button: "Confirm",
    note: "The link works for 48 hours.",
    why: "If this wasn't you, ignore this email.",
  },
  page: {
    open: { title: "Confirm your alert", text: (shop: string) => `${shop} will email you about:`, button: "Confirm" },
    confirmed: { title: "You're on the waiting list", text: "We'll email you." },
    nothing: {
      title: "Nothing left to confirm",
      text: "You have confirmed this before, or the alert has ended. You can sign up again in the shop.",
    },
    expired: {
      title: "This link has expired",
      text: "It worked for 48 hours. Sign up again in the shop to get a new one.",
    },
  },
};

const de: Translation<typeof en> = {
  mail: {
    subject: (shop) => `Bitte bestätigen Sie Ihre Benachrichtigung von ${shop}`,
    heading: "Benachrichtigung bestätigen",
    lead: (shop) => `Bitte bestätigen Sie, dass ${shop} Ihnen dazu eine E-Mail schicken darf:`,
    button: "Bestätigen",
    note: "Der Link gilt 48 Stunden.",
    why: "Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.",
  },
  page: {
    open: {
      title: "Benachrichtigung bestätigen",
      text: (shop) => `${shop} schickt Ihnen eine E-Mail zu:`,
      button: "Bestätigen",
    },
    confirmed: { title: "Sie stehen auf der Warteliste", text: "Wir schicken Ihnen eine E-Mail." },
    nothing: {
      title: "Es gibt nichts mehr zu bestätigen",
      text: "Sie haben schon bestätigt, oder die Benachrichtigung ist beendet. Sie können sich im Shop neu anmelden.",
    },
    expired: {
      title: "Dieser Link ist abgelaufen",
      text: "Er galt 48 Stunden. Melden Sie sich im Shop neu an, dann kommt ein neuer.",
    },
  },
};

const fr: Translation<typeof en> = {
  mail: {
    subject: (shop) => `Confirmez votre alerte de ${shop}`,
    heading: "Confirmez votre alerte",
    lead: (shop) => `Confirmez que ${shop} peut vous envoyer un e-mail au sujet de :`,
    button: "Confirmer",
    note: "Le lien est valable 48 heures.",
    why: "Si ce n’était pas vous, ignorez cet e-mail.",
  },
  page: {
    open: {
      title: "Confirmez votre alerte",
      text: (shop) => `${shop} vous enverra un e-mail au sujet de :`,
      button: "Confirmer",
    },
    confirmed: { title: "Vous êtes sur la liste d’attente", text: "Nous vous enverrons un e-mail." },
    nothing: {
      title: "Il n’y a plus rien à confirmer",
      text: "Vous avez déjà confirmé, ou l’alerte est terminée. Vous pouvez vous réinscrire dans la boutique.",
    },
    expired: {
      title: "Ce lien a expiré",
      text: "Il était valable 48 heures. Réinscrivez-vous dans la boutique pour en recevoir un autre.",
    },
  },
};

export const confirmationCopy = translated<Translation<typeof en>>({ en, de, fr });
