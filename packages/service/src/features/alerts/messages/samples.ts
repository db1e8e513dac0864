import { type AlertFacts, alertFacts } from "./alert-facts.ts";

/** The links of every sample. A template must contain one of them. */
export const SAMPLE_LINKS = {
  preferences: "https://alerts.example/preferences-of-this-person",
  unsubscribe: "https://alerts.example/unsubscribe-this-person",
};

/** A template is tried with two samples before it is saved. The first has every field. The second has as few fields as
 *  possible, and texts that try to break out of the HTML. */
export const SAMPLES: readonly AlertFacts[] = [
  alertFacts({
    store: { name: "Example & Sons", settings: { alerts: { color: "#1c1b1a" } } },
    variant: {
      platformId: "42",
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
    variant: { platformId: '1" onload="x <script>', product: null },
    recipient: { topic: "backinstock", locale: null, quantity: 1, productUrl: null },
    links: SAMPLE_LINKS,
  }),
];
