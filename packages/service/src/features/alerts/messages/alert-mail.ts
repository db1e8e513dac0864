import { writeLetter } from "../../../platform/letter/letter.ts";
import { type Words, wordsFor } from "../../../platform/letter/words.ts";
import type { Mail } from "../../../platform/messaging/mail/queue-mail.ts";
import { formatMoment } from "../../../platform/text/format-moment.ts";
import { formatPrice } from "../../../platform/text/format-price.ts";
import { webLink } from "../../../platform/text/html.ts";
import { titleOf } from "../../catalog/variants/title-of.ts";
import type { Variant } from "../../catalog/variants/variant-cache.ts";
import type { Store } from "../../stores/store.ts";
import type { AlertLinks } from "../../subscriptions/alert-links.ts";
import type { Recipient } from "../../subscriptions/line/recipients.ts";
import { BACK_IN_STOCK } from "../plans/policy.ts";
import type { TemplateCache } from "./template-cache.ts";

type Told = Pick<Recipient, "contactId" | "topic" | "value" | "locale" | "quantity" | "productUrl"> &
  Partial<Pick<Recipient, "timeZone">>;
/** What is held for them: until when, and where they answer. */
export type Held = { readonly until: Date; readonly url: string };

/** What one person is told: by the store's own template for the topic where it has one, else in our words. Throws where
 *  the template fails for this person. */
export async function alertMail({
  store,
  variant,
  person,
  links,
  messages,
  held,
}: {
  store: Pick<Store, "id" | "name" | "settings">;
  variant: Pick<Variant, "product" | "platformId">;
  person: Told;
  links: Pick<AlertLinks, "preferencesUrl" | "unsubscribeUrl">;
  messages?: TemplateCache | undefined;
  held?: Held | undefined;
}): Promise<Mail> {
  const contact = { storeId: store.id, contactId: person.contactId };
  const to = { preferences: links.preferencesUrl(contact), unsubscribe: links.unsubscribeUrl(contact) };
  const facts = factsOf(store, variant, person, { ...to, offer: held?.url ?? "" }, held?.until);
  const letter = defaultLetter(facts);
  const own = await messages?.write(store.id, person.topic, facts);
  return {
    to: person.value,
    ...letter,
    ...own,
    headers: {
      "list-unsubscribe": `<${to.unsubscribe}>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    },
  };
}

/** What templates may name, and the default says. Links are http(s) or empty. */
export type Facts = ReturnType<typeof factsOf>;

function factsOf(
  store: Pick<Store, "name" | "settings">,
  variant: Pick<Variant, "product" | "platformId">,
  { topic, locale, quantity, productUrl, timeZone = null }: Told,
  links: { readonly preferences: string; readonly unsubscribe: string; readonly offer: string },
  until: Date | undefined,
) {
  const {
    title: dt,
    variantTitle: vi,
    imageUrl: iu,
    price: pr,
    compareAtPrice,
    currency,
    variantUrl: uri,
    url: du,
  } = variant.product ?? {};
  const title = titleOf(variant);
  return {
    topic,
    locale: locale ?? "en",
    shop: { name: store.name, color: store.settings.alerts?.color ?? "" },
    product: {
      title: dt ?? title,
      variant: dt ? (vi ?? "") : "",
      fullTitle: title,
      url: webLink(uri) || webLink(du) || webLink(productUrl),
      image: webLink(iu),
      price: formatPrice(pr, currency, locale),
      compareAtPrice: formatPrice(compareAtPrice, currency, locale),
    },
    quantity,
    /** Empty where nothing is held, as `links.offer`. */
    offer: { until: until ? formatMoment(until, readable(locale), timeZone) : "" },
    links,
  };
}

/** A time stands in a sentence: it is written in the language of the words, as the person's country does where that is theirs. */
function readable(locale: string | null) {
  const { language } = wordsFor(locale);
  return locale?.toLowerCase().startsWith(language) ? locale : language;
}

const wordsOf = ({ mail }: Words, topic: string, { until }: Facts["offer"]) => {
  if (until) return { ...mail.held, lead: (shop: string) => mail.heldLead(shop, until) };
  if (topic === BACK_IN_STOCK) return { ...mail.back, lead: mail.backLead };
  if (topic === "comingsoon") return { ...mail.soon, lead: mail.soonLead };
  if (topic === "pricedrop") return { ...mail.less, lead: mail.lessLead };
  return topic === "lowstock" ? { ...mail.last, lead: mail.lastLead } : { ...mail.news, lead: mail.newsLead };
};

function defaultLetter({ topic, locale, shop, product, quantity, offer, links }: Facts) {
  const words = wordsFor(locale);
  const { subject, eyebrow, lead } = wordsOf(words, topic, offer);
  const preheader = [shop.name, product.price].filter(Boolean).join(" · ");
  return writeLetter({
    language: words.language,
    shop: shop.name,
    colour: shop.color || undefined,
    subject: subject(product.fullTitle),
    preheader,
    picture: product.image,
    eyebrow,
    heading: product.title,
    details: [product.variant, quantity > 1 ? words.mail.wanted(quantity) : ""].filter(Boolean),
    price: product.price,
    lead: lead(shop.name),
    ...(links.offer
      ? { button: { label: words.mail.answer, url: links.offer } }
      : product.url && { button: { label: words.mail.see, url: product.url } }),
    why: words.mail.why(shop.name),
    links: [
      { label: words.mail.preferences, url: links.preferences },
      { label: words.mail.unsubscribe, url: links.unsubscribe },
    ],
  });
}
