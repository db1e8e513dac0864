import { plainText, renderLetter, shopFacts, toSubject } from "../../../platform/letter/letter.ts";
import type { Mail } from "../../../platform/messaging/mail/mail.ts";
import { formatPrice } from "../../../platform/text/format-price.ts";
import { hasLink } from "../../../platform/text/has-link.ts";
import { imageLink, webLink } from "../../../platform/text/html.ts";
import { oneLine } from "../../../platform/text/one-line.ts";
import type { StoreSettings } from "../../stores/settings/settings.ts";
import { lookOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import type { Entry } from "../items/entries.ts";
import type { List } from "../list.ts";
import { shareCopy } from "./copy.ts";
import { SHARED_LIST_LETTER } from "./shared-list.gen.ts";

/** The mail that shows a shopper's list to a friend, in English when the shopper's language is not known. What the
 *  shopper wrote is only in the quotation. */
export function listMail({
  to,
  fromName,
  note,
  locale = null,
  store,
  list,
  entries,
}: {
  to: string;
  fromName: string;
  note: string;
  locale?: string | null;
  store: Pick<Store, "name" | "settings">;
  list: Pick<List, "name">;
  entries: readonly Pick<Entry, "item" | "variant">[];
}): Mail {
  const { language, ...texts } = shareCopy(locale);
  const shop = shopFacts(store.name, lookOf(store.settings));
  const items = entries.map((entry) => itemFacts(entry, store.settings, locale, texts.untitledItem));
  const subject = toSubject(texts.subject(shop.name));
  const copy = { heading: texts.heading, lead: texts.lead(shop.name), why: texts.why };
  const from = oneLine(fromName);
  const quote = {
    listName: hasLink(list.name) ? "" : oneLine(list.name),
    note: note.trim() ? note.trim().split("\n").map(oneLine) : [],
    signature: from ? `– ${from}` : "",
  };
  const facts = {
    language,
    subject,
    preheader: copy.lead,
    shop,
    hasImages: items.some(({ image }) => image !== ""),
    quote,
    items,
    copy,
  };
  return {
    to,
    subject,
    html: renderLetter(SHARED_LIST_LETTER, facts),
    text: plainText(
      copy.heading,
      copy.lead,
      [quote.listName, ...quote.note, quote.signature]
        .filter(Boolean)
        .map((line) => `> ${line}`)
        .join("\n"),
      items.map(({ title, price, url }) => [`- ${title}`, price, url].filter(Boolean).join("\n  ")).join("\n"),
      `--\n${copy.why}`,
    ),
  };
}

/** Titles, pictures and prices come from the catalogue alone, and links also go to pages of the shop: a shopper must not
 *  choose what a mail in the shop's name says to a stranger. */
function itemFacts(
  { item, variant }: Pick<Entry, "item" | "variant">,
  settings: StoreSettings,
  locale: string | null,
  untitled: string,
) {
  const { clientProduct, custom } = item.details ?? {};
  const { title, url, imageUrl, price, currency, variantTitle } = (custom ? null : variant.product) ?? {};
  const clientUrl = custom?.url ?? clientProduct?.url;
  return {
    title: title ? oneLine([title, variantTitle].filter(Boolean).join(", ")) : untitled,
    url: webLink(url) || (isOwnPage(settings, clientUrl) ? webLink(clientUrl) : ""),
    image: imageLink(imageUrl),
    price: formatPrice(price, currency, locale),
  };
}

/** Whether the URL is a page of one of the store's origins. */
const isOwnPage = ({ origins = [] }: StoreSettings, url: string | null | undefined) =>
  url !== null && url !== undefined && URL.canParse(url) && origins.includes(new URL(url).origin);
