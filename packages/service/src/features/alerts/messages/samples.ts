import { alertRules } from "../../stores/settings/settings.ts";
import { type AlertFacts, type AlertInput, alertFacts } from "./alert-facts.ts";
import type { MessagePlace } from "./message-place.ts";

/** The links of every sample. A template must contain one of them. */
export const SAMPLE_LINKS = {
  preferences: "https://alerts.example/preferences-of-this-person",
  unsubscribe: "https://alerts.example/unsubscribe-this-person",
};

const BOOTS: AlertInput["variant"] = {
  product: {
    title: "Walking boots",
    variantTitle: "Size 42",
    url: "https://shop.example/boots",
    imageUrl: "https://shop.example/boots.jpg",
    price: 129,
    compareAtPrice: 149,
    currency: "EUR",
  },
};
const OFFER = {
  until: new Date("2026-11-15T10:30:00Z"),
  url: "https://alerts.example/offer-to-this-person",
  isReservable: false,
};

/** What a message could be written for: our boots, or a product of the shop. */
export const sampleInput = (
  store: AlertInput["store"],
  { topic, language }: Pick<MessagePlace, "topic" | "language">,
  { variant = BOOTS, hasOffer }: { readonly variant?: AlertInput["variant"] | undefined; readonly hasOffer: boolean },
): AlertInput => ({
  store,
  variant,
  recipient: { topic, locale: language, quantity: 2, productUrl: null },
  links: SAMPLE_LINKS,
  offer: hasOffer ? OFFER : undefined,
});

/** Whether a message of this topic reserves units in this store. */
export const hasOffers = ({ settings }: AlertInput["store"], topic: string) =>
  topic === "backinstock" && alertRules(settings).offerMinutes > 0;

/** A template is tried with two samples before it is saved. The first has every field, and the name and colour of the shop.
 *  The second has as few fields as possible, and texts that try to break out of the HTML. */
export const samplesOf = (
  store: AlertInput["store"],
  place: Pick<MessagePlace, "topic" | "language">,
): readonly [complete: AlertFacts, sparse: AlertFacts] => [
  alertFacts(sampleInput(store, place, { hasOffer: true })),
  alertFacts({
    store: { name: 'A "shop" <b>', settings: {} },
    variant: { product: null },
    recipient: { topic: place.topic, locale: null, quantity: 1, productUrl: null },
    links: SAMPLE_LINKS,
  }),
];
