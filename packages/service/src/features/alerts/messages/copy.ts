import { type Translation, translated } from "../../../platform/text/language.ts";
import type { TopicName } from "../../subscriptions/topics.ts";

type TopicCopy = {
  readonly subject: (product: string) => string;
  readonly eyebrow: string;
  readonly lead: (shop: string) => string;
};

const en = {
  topics: {
    backinstock: {
      subject: (product) => `Back in stock: ${product}`,
      eyebrow: "Back in stock",
      lead: (shop) =>
        `You asked ${shop} to email you when this is back, and now it is. Others were notified too and nothing is reserved, so now is a good time to buy.`,
    },
    comingsoon: {
      subject: (product) => `Just arrived: ${product}`,
      eyebrow: "Just arrived",
      lead: (shop) => `You asked ${shop} to email you when this arrives. It is in the shop now.`,
    },
    pricedrop: {
      subject: (product) => `Price drop: ${product}`,
      eyebrow: "The price has dropped",
      lead: (shop) => `You asked ${shop} to email you when the price drops. It just did.`,
    },
    lowstock: {
      subject: (product) => `Almost gone: ${product}`,
      eyebrow: "Only a few left",
      lead: (shop) => `You asked ${shop} to email you before this sells out. Only a few are left.`,
    },
  } satisfies Record<TopicName, TopicCopy> as Record<TopicName, TopicCopy>,
  /** For topics of the merchant's own. */
  otherTopic: {
    subject: (product: string) => `News about ${product}`,
    eyebrow: "You asked for news",
    lead: (shop: string) => `You asked ${shop} to email you when there is news about this product.`,
  },
  /** While the reader has an offer. */
  offer: {
    subject: (product: string) => `You have the first chance: ${product}`,
    eyebrow: "Back in stock, and you have the first chance",
    lead: (shop: string, until: string) =>
      `You asked ${shop} to email you when this is back. You have the first chance until ${until}: until then, we offer it to nobody else. If you no longer want it, decline on the page that the button opens, and we will offer it to the next person.`,
    button: "Buy it now",
  },
  /** While the reader has an offer, and the shop reserves the units as soon as the reader accepts. */
  reservableOffer: {
    subject: (product: string) => `You have the first chance: ${product}`,
    eyebrow: "Back in stock, and you have the first chance",
    lead: (shop: string, until: string) =>
      `You asked ${shop} to email you when this is back. You have the first chance until ${until}: until then, we offer it to nobody else. Accept on the page that the button opens, and the shop reserves it for you. If you no longer want it, decline there, and we will offer it to the next person.`,
    button: "Accept the offer",
  },
  view: "View in the shop",
  quantity: (count: number) => `Quantity: ${count}`,
  why: (shop: string) => `You receive this one email because you asked ${shop} for it.`,
  preferences: "Your alerts",
  unsubscribe: "Unsubscribe",
};

const de: Translation<typeof en> = {
  topics: {
    backinstock: {
      subject: (product) => `Wieder da: ${product}`,
      eyebrow: "Wieder auf Lager",
      lead: (shop) =>
        `Sie haben ${shop} um eine E-Mail gebeten, wenn dieses Produkt wieder da ist. Jetzt ist es so weit. Auch andere wurden benachrichtigt, und nichts ist reserviert: Jetzt ist ein guter Moment.`,
    },
    comingsoon: {
      subject: (product) => `Neu eingetroffen: ${product}`,
      eyebrow: "Neu eingetroffen",
      lead: (shop) => `Sie haben ${shop} um eine E-Mail gebeten, wenn dieses Produkt eintrifft. Jetzt ist es im Shop.`,
    },
    pricedrop: {
      subject: (product) => `Preis gesunken: ${product}`,
      eyebrow: "Der Preis ist gesunken",
      lead: (shop) => `Sie haben ${shop} um eine E-Mail gebeten, wenn der Preis sinkt. Jetzt ist er gesunken.`,
    },
    lowstock: {
      subject: (product) => `Fast ausverkauft: ${product}`,
      eyebrow: "Nur noch wenige",
      lead: (shop) =>
        `Sie haben ${shop} um eine E-Mail gebeten, bevor dieses Produkt ausverkauft ist. Es sind nur noch wenige da.`,
    },
  },
  otherTopic: {
    subject: (product) => `Neues zu ${product}`,
    eyebrow: "Sie wollten informiert werden",
    lead: (shop) => `Sie haben ${shop} um eine E-Mail gebeten, wenn es zu diesem Produkt Neues gibt.`,
  },
  offer: {
    subject: (product) => `Sie haben Vorrang: ${product}`,
    eyebrow: "Wieder da, und Sie haben Vorrang",
    lead: (shop, until) =>
      `Sie haben ${shop} um eine E-Mail gebeten, wenn dieses Produkt wieder da ist. Sie haben Vorrang bis ${until}: Bis dahin bieten wir es niemand anderem an. Wenn Sie es nicht mehr möchten, lehnen Sie auf der Seite ab, die der Button öffnet, und wir bieten es der nächsten Person an.`,
    button: "Jetzt kaufen",
  },
  reservableOffer: {
    subject: (product) => `Sie haben Vorrang: ${product}`,
    eyebrow: "Wieder da, und Sie haben Vorrang",
    lead: (shop, until) =>
      `Sie haben ${shop} um eine E-Mail gebeten, wenn dieses Produkt wieder da ist. Sie haben Vorrang bis ${until}: Bis dahin bieten wir es niemand anderem an. Nehmen Sie auf der Seite an, die der Button öffnet, und der Shop reserviert es für Sie. Wenn Sie es nicht mehr möchten, lehnen Sie dort ab, und wir bieten es der nächsten Person an.`,
    button: "Angebot annehmen",
  },
  view: "Im Shop ansehen",
  quantity: (count) => `Menge: ${count}`,
  why: (shop) => `Sie erhalten diese eine E-Mail, weil Sie ${shop} darum gebeten haben.`,
  preferences: "Ihre Benachrichtigungen",
  unsubscribe: "Abmelden",
};

const fr: Translation<typeof en> = {
  topics: {
    backinstock: {
      subject: (product) => `De retour : ${product}`,
      eyebrow: "De nouveau en stock",
      lead: (shop) =>
        `Vous aviez demandé à ${shop} un e-mail au retour de ce produit : le voici. D’autres personnes ont été prévenues et rien n’est réservé : c’est le bon moment.`,
    },
    comingsoon: {
      subject: (product) => `Vient d’arriver : ${product}`,
      eyebrow: "Vient d’arriver",
      lead: (shop) => `Vous aviez demandé à ${shop} un e-mail à l’arrivée de ce produit. Il est en boutique.`,
    },
    pricedrop: {
      subject: (product) => `Baisse de prix : ${product}`,
      eyebrow: "Le prix a baissé",
      lead: (shop) => `Vous aviez demandé à ${shop} un e-mail en cas de baisse de prix. Le prix vient de baisser.`,
    },
    lowstock: {
      subject: (product) => `Bientôt épuisé : ${product}`,
      eyebrow: "Plus que quelques-uns",
      lead: (shop) =>
        `Vous aviez demandé à ${shop} un e-mail avant que ce produit ne soit épuisé. Il n’en reste que quelques-uns.`,
    },
  },
  otherTopic: {
    subject: (product) => `Du nouveau : ${product}`,
    eyebrow: "Vous vouliez être informé·e",
    lead: (shop) => `Vous aviez demandé à ${shop} un e-mail en cas de nouveauté pour ce produit.`,
  },
  offer: {
    subject: (product) => `Vous avez la priorité : ${product}`,
    eyebrow: "De retour, et vous avez la priorité",
    lead: (shop, until) =>
      `Vous aviez demandé à ${shop} un e-mail au retour de ce produit. Vous avez la priorité jusqu’au ${until} : d’ici là, nous ne le proposons à personne d’autre. Si vous n’en voulez plus, refusez-le sur la page qui s’ouvre avec le bouton, et nous le proposerons à la personne suivante.`,
    button: "L’acheter",
  },
  reservableOffer: {
    subject: (product) => `Vous avez la priorité : ${product}`,
    eyebrow: "De retour, et vous avez la priorité",
    lead: (shop, until) =>
      `Vous aviez demandé à ${shop} un e-mail au retour de ce produit. Vous avez la priorité jusqu’au ${until} : d’ici là, nous ne le proposons à personne d’autre. Acceptez sur la page qui s’ouvre avec le bouton, et la boutique le réservera pour vous. Si vous n’en voulez plus, refusez-le au même endroit, et nous le proposerons à la personne suivante.`,
    button: "Accepter l’offre",
  },
  view: "Voir dans la boutique",
  quantity: (count) => `Quantité : ${count}`,
  why: (shop) => `Vous recevez ce seul e-mail parce que vous l’avez demandé à ${shop}.`,
  preferences: "Vos alertes",
  unsubscribe: "Se désabonner",
};

export const alertCopy = translated<Translation<typeof en>>({ en, de, fr });
