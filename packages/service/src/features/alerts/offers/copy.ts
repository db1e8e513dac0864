import { type Translation, translated } from "../../../platform/text/language.ts";

const en = {
  open: {
    title: "You have the first chance",
    text: (until: string) => `Until ${until}, we offer it to nobody else. Do you still want it?`,
    reservable: (until: string) =>
      `Until ${until}, we offer it to nobody else. If you accept, the shop reserves it for you.`,
  },
  units: (count: number) => `Quantity: ${count}`,
  accept: "Buy it now",
  acceptReservable: "Reserve it for me",
  decline: "No thanks",
  accepted: {
    title: "Buy it in the shop",
    text: (until: string) => `You have the first chance until ${until}: until then, we offer it to nobody else.`,
  },
  reserving: {
    title: "We're reserving it for you…",
    text: "This takes a few seconds. The page changes by itself when it is done.",
    again: "Look again",
  },
  reserved: {
    title: "Reserved for you",
    text: (until: string) => `The shop has reserved it for you until ${until}.`,
    buy: "Buy it now",
  },
  refused: {
    title: "You still have the first chance",
    text: (until: string) =>
      `The shop could not reserve it. You have the first chance until ${until}: until then, we offer it to nobody else. Buy it in the shop.`,
  },
  declined: { title: "Thanks for telling us", text: "We've offered it to the next person." },
  over: { title: "This offer is over", text: "We may have offered it to others. The shop may still have some." },
  view: "View in the shop",
};

const de: Translation<typeof en> = {
  open: {
    title: "Sie haben Vorrang",
    text: (until) => `Bis ${until} bieten wir es niemand anderem an. Möchten Sie es noch?`,
    reservable: (until) =>
      `Bis ${until} bieten wir es niemand anderem an. Wenn Sie annehmen, reserviert der Shop es für Sie.`,
  },
  units: (count) => `Menge: ${count}`,
  accept: "Jetzt kaufen",
  acceptReservable: "Für mich reservieren",
  decline: "Nein, danke",
  accepted: {
    title: "Kaufen Sie es im Shop",
    text: (until) => `Sie haben Vorrang bis ${until}: Bis dahin bieten wir es niemand anderem an.`,
  },
  reserving: {
    title: "Wir reservieren es für Sie …",
    text: "Das dauert ein paar Sekunden. Die Seite ändert sich von selbst, wenn es so weit ist.",
    again: "Noch einmal nachsehen",
  },
  reserved: {
    title: "Für Sie reserviert",
    text: (until) => `Der Shop hat es für Sie reserviert bis ${until}.`,
    buy: "Jetzt kaufen",
  },
  refused: {
    title: "Sie haben weiterhin Vorrang",
    text: (until) =>
      `Der Shop konnte es nicht reservieren. Sie haben Vorrang bis ${until}: Bis dahin bieten wir es niemand anderem an. Kaufen Sie es im Shop.`,
  },
  declined: { title: "Danke für die Antwort", text: "Wir bieten es jetzt der nächsten Person an." },
  over: {
    title: "Dieses Angebot ist vorbei",
    text: "Vielleicht haben wir es schon anderen angeboten. Vielleicht hat der Shop noch etwas.",
  },
  view: "Im Shop ansehen",
};

const fr: Translation<typeof en> = {
  open: {
    title: "Vous avez la priorité",
    text: (until) => `Jusqu’au ${until}, nous ne le proposons à personne d’autre. Le voulez-vous toujours ?`,
    reservable: (until) =>
      `Jusqu’au ${until}, nous ne le proposons à personne d’autre. Si vous acceptez, la boutique le réserve pour vous.`,
  },
  units: (count) => `Quantité : ${count}`,
  accept: "L’acheter",
  acceptReservable: "Le réserver pour moi",
  decline: "Non merci",
  accepted: {
    title: "Achetez-le dans la boutique",
    text: (until) => `Vous avez la priorité jusqu’au ${until} : d’ici là, nous ne le proposons à personne d’autre.`,
  },
  reserving: {
    title: "Nous le réservons pour vous…",
    text: "Cela prend quelques secondes. La page se met à jour d’elle-même.",
    again: "Vérifier à nouveau",
  },
  reserved: {
    title: "Réservé pour vous",
    text: (until) => `La boutique l’a réservé pour vous jusqu’au ${until}.`,
    buy: "L’acheter",
  },
  refused: {
    title: "Vous avez toujours la priorité",
    text: (until) =>
      `La boutique n’a pas pu le réserver. Vous avez la priorité jusqu’au ${until} : d’ici là, nous ne le proposons à personne d’autre. Achetez-le dans la boutique.`,
  },
  declined: { title: "Merci de votre réponse", text: "Nous le proposons à la personne suivante." },
  over: {
    title: "Cette offre est terminée",
    text: "Nous l’avons peut-être proposé à d’autres. La boutique en a peut-être encore.",
  },
  view: "Voir dans la boutique",
};

export const offerCopy = translated<Translation<typeof en>>({ en, de, fr });
