import { type Translation, translated } from "../../../platform/text/language.ts";

const en = {
  text: (shop: string, title: string, url: string) =>
    `${shop}: May we text you about ${title}? Confirm here: ${url} or reply YES. Reply STOP to get no texts.`,
  /** Answers to the reply YES. */
  confirmed: (shop: string) => `${shop}: You're on the waiting list. We'll text you.`,
  useTheLink: (shop: string) => `${shop}: You signed up more than once. Please open the link in our message.`,
  mail: {
    subject: (shop: string) => `Please confirm your alert from ${shop}`,
    heading: "Confirm your alert",
    lead: (shop: string) => `Please confirm that ${shop} may email you about:`,
    mailingList: (shop: string) => `You also agree to get news from ${shop} by email.`,
    button: "Confirm",
    note: "The link works for 48 hours.",
    why: "If this wasn't you, ignore this email.",
  },
  page: {
    open: {
      title: "Confirm your alert",
      text: (shop: string) => `${shop} will email you about:`,
      bySms: (shop: string) => `${shop} will text you about:`,
      mailingListBySms: (shop: string) => `You also agree to get news from ${shop} by text message.`,
      button: "Confirm",
    },
    confirmed: {
      title: "You're on the waiting list",
      text: "We'll email you.",
      bySms: "We'll text you.",
      place: (place: number) => (place === 1 ? "You're first in line" : `You're number ${place} in line`),
    },
    back: {
      title: "It's back",
      text: "You can buy it now, while it lasts.",
      inStock: "In stock now",
      buy: "Buy it now",
    },
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
  text: (shop, title, url) =>
    `${shop}: Dürfen wir Ihnen zu ${title} eine SMS schicken? Bestätigen: ${url} oder mit YES antworten. STOP beendet alle SMS.`,
  confirmed: (shop) => `${shop}: Sie stehen auf der Warteliste. Wir schicken Ihnen eine SMS.`,
  useTheLink: (shop) => `${shop}: Sie haben sich mehrmals angemeldet. Bitte öffnen Sie den Link in unserer SMS.`,
  mail: {
    subject: (shop) => `Bitte bestätigen Sie Ihre Benachrichtigung von ${shop}`,
    heading: "Benachrichtigung bestätigen",
    lead: (shop) => `Bitte bestätigen Sie, dass ${shop} Ihnen dazu eine E-Mail schicken darf:`,
    mailingList: (shop) => `Sie stimmen auch zu, dass ${shop} Ihnen Neuigkeiten per E-Mail schickt.`,
    button: "Bestätigen",
    note: "Der Link gilt 48 Stunden.",
    why: "Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.",
  },
  page: {
    open: {
      title: "Benachrichtigung bestätigen",
      text: (shop) => `${shop} schickt Ihnen eine E-Mail zu:`,
      bySms: (shop) => `${shop} schickt Ihnen eine SMS zu:`,
      mailingListBySms: (shop) => `Sie stimmen auch zu, dass ${shop} Ihnen Neuigkeiten per SMS schickt.`,
      button: "Bestätigen",
    },
    confirmed: {
      title: "Sie stehen auf der Warteliste",
      text: "Wir schicken Ihnen eine E-Mail.",
      bySms: "Wir schicken Ihnen eine SMS.",
      place: (place) => (place === 1 ? "Sie sind als Erstes an der Reihe" : `Sie sind Nummer ${place} in der Reihe`),
    },
    back: {
      title: "Es ist wieder da",
      text: "Sie können es jetzt kaufen, solange der Vorrat reicht.",
      inStock: "Jetzt verfügbar",
      buy: "Jetzt kaufen",
    },
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
  text: (shop, title, url) =>
    `${shop} : Pouvons-nous vous envoyer un SMS au sujet de ${title} ? Confirmez : ${url} ou répondez YES. STOP arrête les SMS.`,
  confirmed: (shop) => `${shop} : Vous êtes sur la liste d’attente. Nous vous enverrons un SMS.`,
  useTheLink: (shop) => `${shop} : Vous vous êtes inscrit plusieurs fois. Ouvrez le lien de notre message.`,
  mail: {
    subject: (shop) => `Confirmez votre alerte de ${shop}`,
    heading: "Confirmez votre alerte",
    lead: (shop) => `Confirmez que ${shop} peut vous envoyer un e-mail au sujet de :`,
    mailingList: (shop) => `Vous acceptez aussi de recevoir les nouvelles de ${shop} par e-mail.`,
    button: "Confirmer",
    note: "Le lien est valable 48 heures.",
    why: "Si ce n’était pas vous, ignorez cet e-mail.",
  },
  page: {
    open: {
      title: "Confirmez votre alerte",
      text: (shop) => `${shop} vous enverra un e-mail au sujet de :`,
      bySms: (shop) => `${shop} vous enverra un SMS au sujet de :`,
      mailingListBySms: (shop) => `Vous acceptez aussi de recevoir les nouvelles de ${shop} par SMS.`,
      button: "Confirmer",
    },
    confirmed: {
      title: "Vous êtes sur la liste d’attente",
      text: "Nous vous enverrons un e-mail.",
      bySms: "Nous vous enverrons un SMS.",
      place: (place) => (place === 1 ? "Vous êtes en tête de liste" : `Vous êtes numéro ${place} sur la liste`),
    },
    back: {
      title: "Il est de retour",
      text: "Vous pouvez l’acheter maintenant, dans la limite des stocks.",
      inStock: "En stock",
      buy: "L’acheter",
    },
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
