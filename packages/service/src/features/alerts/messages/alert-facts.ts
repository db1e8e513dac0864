import { type LayoutFacts, shopFacts } from "../../../platform/letter/letter.ts";
import { formatMoment } from "../../../platform/text/format-moment.ts";
import { formatPrice } from "../../../platform/text/format-price.ts";
import { imageLink } from "../../../platform/text/html.ts";
import type { Product } from "../../catalog/variants/product.ts";
import { productUrlOf } from "../../catalog/variants/product-url-of.ts";
import { titleOf, untitled } from "../../catalog/variants/title-of.ts";
import type { Variant } from "../../catalog/variants/variant-cache.ts";
import { lookOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import type { Recipient } from "../../subscriptions/line/recipients.ts";
import { TOPICS, type TopicName } from "../../subscriptions/topics.ts";
import { alertCopy } from "./copy.ts";

/** Units that are offered to nobody else: until when, the page where the recipient answers, and whether the shop reserves them as
 *  soon as the recipient accepts. */
export type AlertOffer = { readonly until: Date; readonly url: string; readonly isReservable: boolean };

export type AlertInput = {
  readonly store: Pick<Store, "name" | "settings">;
  readonly variant: Pick<Variant, "product">;
  readonly recipient: Pick<Recipient, "topic" | "locale" | "quantity" | "productUrl"> &
    Partial<Pick<Recipient, "timeZone">>;
  readonly links: { readonly preferences: string; readonly unsubscribe: string };
  readonly offer?: AlertOffer | undefined;
  /** A link of ours that leads to the product and counts the click. Without one, messages link to the product itself. */
  readonly clickUrl?: string | undefined;
};

/** The variables of an alert template, in our default message and in a merchant's own. Links are http(s) or empty. */
export type AlertFacts = LayoutFacts & {
  readonly topic: string;
  readonly locale: string;
  readonly product: {
    readonly title: string;
    readonly variant: string;
    readonly fullTitle: string;
    readonly url: string;
    readonly image: string;
    readonly price: string;
    readonly compareAtPrice: string;
  };
  readonly quantity: number;
  /** Empty without an offer; so is `links.offer`. */
  readonly offer: { readonly until: string };
  readonly links: { readonly preferences: string; readonly unsubscribe: string; readonly offer: string };
  /** The button of the default message. It leads to the offer if there is one, otherwise to the product. */
  readonly button: { readonly label: string; readonly url: string };
  /** Our texts in the recipient's language. A merchant's template can use them or have its own. */
  readonly copy: {
    readonly subject: string;
    readonly eyebrow: string;
    readonly lead: string;
    readonly quantity: string;
    readonly why: string;
    readonly preferences: string;
    readonly unsubscribe: string;
  };
};

export function alertFacts({ store, variant, recipient, links, offer, clickUrl }: AlertInput): AlertFacts {
  const { topic, locale, quantity, productUrl, timeZone = null } = recipient;
  const texts = alertCopy(locale);
  const shop = shopFacts(store.name, lookOf(store.settings));
  const product = productFacts(variant, { locale, shop: shop.name, fallbackUrl: productUrl, clickUrl });
  const until = offer ? formatMoment(offer.until, readable(locale, texts.language), timeZone) : "";
  const topicTexts = isBuiltIn(topic) ? texts.topics[topic] : texts.otherTopic;
  const offerTexts = offer?.isReservable ? texts.reservableOffer : texts.offer;
  const { subject, eyebrow } = offer ? offerTexts : topicTexts;
  return {
    language: texts.language,
    subject: subject(product.fullTitle),
    preheader: [shop.name, product.price].filter(Boolean).join(" · "),
    topic,
    locale: locale ?? "en",
    shop,
    product,
    quantity,
    offer: { until },
    links: { ...links, offer: offer?.url ?? "" },
    button: offer ? { label: offerTexts.button, url: offer.url } : { label: texts.view, url: product.url },
    copy: {
      subject: subject(product.fullTitle),
      eyebrow,
      lead: offer ? offerTexts.lead(shop.name, until) : topicTexts.lead(shop.name),
      quantity: quantity > 1 ? texts.quantity(quantity) : "",
      why: texts.why(shop.name),
      preferences: texts.preferences,
      unsubscribe: texts.unsubscribe,
    },
  };
}

const isBuiltIn = (topic: string): topic is TopicName => Object.hasOwn(TOPICS, topic);

function productFacts(
  variant: AlertInput["variant"],
  {
    locale,
    shop,
    fallbackUrl,
    clickUrl,
  }: { locale: string | null; shop: string; fallbackUrl: string | null; clickUrl: string | undefined },
) {
  const { title, variantTitle, imageUrl, price, compareAtPrice, currency }: Product = variant.product ?? {};
  const fullTitle = titleOf(variant) ?? untitled(shop, locale);
  const url = productUrlOf(variant, fallbackUrl);
  return {
    title: title ?? fullTitle,
    variant: title ? (variantTitle ?? "") : "",
    fullTitle,
    url: url && (clickUrl ?? url),
    image: imageLink(imageUrl),
    price: formatPrice(price, currency, locale),
    compareAtPrice: formatPrice(compareAtPrice, currency, locale),
  };
}

/** The locale for times. A time is part of a sentence, so it must have the language of the texts: the recipient's locale
 *  counts only when it is in that language. */
const readable = (locale: string | null, language: string) =>
  locale?.toLowerCase().startsWith(language) ? locale : language;
