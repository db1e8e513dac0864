import { type AlertFacts, type AlertInput, alertFacts } from "./alert-facts.ts";

/** The links of every sample. A template must contain one of them. */
export const SAMPLE_LINKS = {
  preferences: "https://alerts.example/preferences-of-this-person",
  unsubscribe: "https://alerts.example/unsubscribe-this-person",
};

/** A template is tried with two samples before it is saved. The first has every field, and the name and colour of the shop.
 *  The second has as few fields as possible, and texts that try to break out of the HTML. */
export const samplesOf = (store: AlertInput["store"]): readonly [complete: AlertFacts, sparse: AlertFacts] => [
  alertFacts({
    store,
    variant: {
      product: {
        title: "Walking boots",
        variantTitle: "Size 42",
        url: "https://shop.example/boots",
        imageUrl: "https://shop.example/boots.jpg",
        price: 129,
        compareAtPrice: 149,
        currency: "EUR",
      },
    },
    recipient: { topic: "backinstock", locale: "en", quantity: 2, productUrl: null },
    links: SAMPLE_LINKS,
    offer: { until: new Date("2026-11-15T10:30:00Z"), url: "https://alerts.example/offer-to-this-person" },
  }),
  alertFacts({
    store: { name: 'A "shop" <b>', settings: {} },
    variant: { product: null },
    recipient: { topic: "backinstock", locale: null, quantity: 1, productUrl: null },
    links: SAMPLE_LINKS,
  }),
];
