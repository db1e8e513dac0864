import { FILTERS } from "../../../platform/letter/filters.ts";
import type { Store } from "../../stores/store.ts";
import { type AlertFacts, alertFacts } from "./alert-facts.ts";
import type { MessagePlace } from "./message-place.ts";
import { sampleInput } from "./samples.ts";

type NamesIn<T, Before extends string = ""> = {
  [K in keyof T & string]: T[K] extends string | number ? `${Before}${K}` : NamesIn<T[K], `${Before}${K}.`>;
}[keyof T & string];

const VARIABLES: Readonly<Record<NamesIn<AlertFacts>, string>> = {
  "shop.name": "The name of your shop",
  "shop.logo": "The address of your logo, shop.logo; empty without one",
  "shop.color": "The colour of your shop, alerts.color; empty without one",
  "shop.buttonColor": "A colour for buttons that can be seen in light mode, made from alerts.color",
  "shop.buttonTextColor": "The colour of text on it",
  "shop.darkButtonColor": "A colour for buttons that can be seen in dark mode",
  "shop.darkButtonTextColor": "The colour of text on it",
  "product.title": "The title of the product",
  "product.variant": "The variant, such as its size; empty if it has no title",
  "product.fullTitle": "Product and variant in one",
  "product.url": "The link to the product",
  "product.image": "The link to its picture; empty without one",
  "product.price": "The price, as the shopper's language writes it; empty without one",
  "product.compareAtPrice": "The price before, written in the same way; empty without one",
  quantity: "How many the shopper wants",
  "offer.until": "Until when the shopper has the first chance; empty without an offer",
  "links.offer": "The page on which the shopper answers the offer; empty without one",
  "links.preferences": "The page of the shopper's alerts. A message needs this link or the next",
  "links.unsubscribe": "The page on which the shopper ends this alert",
  "button.label": "The text of the button of our message",
  "button.url": "Where it leads: to the offer if there is one, otherwise to the product",
  "copy.subject": "Our subject, in the shopper's language, as all our texts are",
  "copy.eyebrow": "Our line above the title",
  "copy.lead": "Our sentence about what happened",
  "copy.quantity": "Our line about the quantity; empty for one",
  "copy.why": "Our sentence about why the shopper gets this mail",
  "copy.preferences": "Our text of the link to the shopper's alerts",
  "copy.unsubscribe": "Our text of the link to unsubscribe",
  subject: "Our subject",
  preheader: "The text that mail programs show beside the subject",
  language: "The language of our texts",
  locale: "The shopper's locale",
  topic: "The topic of the message",
};

export const VARIABLE_NAMES = Object.keys(VARIABLES);
export const FILTER_NAMES = Object.keys(FILTERS);

/** What a message may use, with examples for the store. A value that is empty without an offer is shown with one. */
export function listVariables(store: Pick<Store, "name" | "settings">, place: MessagePlace) {
  const [plain, offered] = [false, true].map((hasOffer) => alertFacts(sampleInput(store, place, { hasOffer })));
  return {
    variables: Object.entries(VARIABLES).map(([name, description]) => ({
      name,
      description,
      example: valueOf(plain, name) || valueOf(offered, name),
    })),
    filters: Object.entries(FILTERS).map(([name, { description, example }]) => ({ name, description, example })),
  };
}

function valueOf(facts: AlertFacts | undefined, name: string): string {
  const value = name.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], facts);
  return String(value);
}
