import { type Translation, translated } from "../../../platform/text/language.ts";

const en = {
  open: { title: "It's reserved for you", text: (until: string) => `Until ${until}. Do you still want it?` },
  units: (count: number) => `Quantity: ${count}`,
  accept: "Buy it now",
  decline: "No thanks",
  accepted: {
    title: "It's yours to buy",
    text: (until: string) => `It stays reserved for you until ${until}. Buy it in the shop.`,
  },
  declined: { title: "Thanks for telling us", text: "We've offered it to the next person." },
  over: { title: "This offer is over", text: "Nothing is reserved for you any more. The shop may still have some." },
  view: "View in the shop",
};

const de: Translation<typeof en> = {
  open: { title: "Für Sie reserviert", text: (until) => `Bis ${until}. Möchten Sie es noch?` },
  units: (count) => `Menge: ${count}`,
  accept: "Jetzt kaufen",
  decline: "Nein, danke",
  accepted: {
    title: "Es ist für Sie reserviert",
    text: (until) => `Es bleibt für Sie reserviert bis ${until}. Kaufen Sie es im Shop.`,
  },
  declined: { title: "Danke für die Antwort", text: "Wir bieten es jetzt der nächsten Person an." },
  over: {
    title: "Dieses Angebot ist vorbei",
    text: "Für Sie ist nichts mehr reserviert. Vielleicht hat der Shop noch etwas.",
  },
  view: "Im Shop ansehen",
};

const fr: Translation<typeof en> = {
  open: { title: "Réservé pour vous", text: (until) => `Jusqu’au ${until}. Le voulez-vous toujours ?` },
  units: (count) => `Quantité : ${count}`,
  accept: "L’acheter",
  decline: "Non merci",
  accepted: {
    title: "Il vous attend",
    text: (until) => `Il reste réservé pour vous jusqu’au ${until}. Achetez-le dans la boutique.`,
  },
  declined: { title: "Merci de votre réponse", text: "Nous le proposons à la personne suivante." },
  over: {
    title: "Cette offre est terminée",
    text: "Rien n’est plus réservé pour vous. La boutique en a peut-être encore.",
  },
  view: "Voir dans la boutique",
};

export const offerCopy = translated<Translation<typeof en>>({ en, de, fr });
