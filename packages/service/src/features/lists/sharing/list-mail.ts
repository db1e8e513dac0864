import { plainText, renderLetter, shopFacts, toSubject } from "../../../platform/letter/letter.ts";
import type { Mail } from "../../../platform/messaging/mail/mail.ts";
import { formatPrice } from "../../../platform/text/format-price.ts";
import { webLink } from "../../../platform/text/html.ts";
import { oneLine } from "../../../platform/text/one-line.ts";
import type { Store } from "../../stores/store.ts";
import type { Entry } from "../items/entries.ts";
import type { List } from "../list.ts";
import { shareCopy } from "./copy.ts";
import { SHARED_LIST_LETTER } from "./shared-list.gen.ts";

/** The mail that shows a shopper's list to a friend, in English when the shopper's language is not known. */
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
  const shop = shopFacts(store.name, store.settings.alerts?.color);
  const from = oneLine(fromName) || texts.unnamedSender;
  const name = oneLine(list.name);
  const items = entries.map((entry) => itemFacts(entry, locale, texts.untitledItem));
  const subject = toSubject(texts.subject(from, name));
  const copy = { lead: texts.lead(from, shop.name), why: texts.why(from) };
  const noteLines = note.trim() ? note.trim().split("\n") : [];
  const facts = {
    language,
    subject,
    preheader: copy.lead,
    shop,
    list: { name, hasImages: items.some(({ image }) => image !== "") },
    note: noteLines,
    items,
    copy,
  };
  return {
    to,
    subject,
    html: renderLetter(SHARED_LIST_LETTER, facts),
    text: plainText(
      name,
      copy.lead,
      noteLines.length > 0 ? `“${noteLines.join("\n")}”` : "",
      items.map(({ title, price, url }) => [`- ${title}`, price, url].filter(Boolean).join("\n  ")).join("\n"),
      `--\n${copy.why}`,
    ),
  };
}

/** Images and prices come from the catalogue alone: a browser must not choose the picture in a mail to a stranger. */
function itemFacts({ item, variant }: Pick<Entry, "item" | "variant">, locale: string | null, untitled: string) {
  const { clientProduct, custom } = item.details ?? {};
  const product = variant.product ?? clientProduct ?? {};
  const url = webLink(custom?.url ?? product.url);
  const title = custom?.title ?? product.title ?? (url.replace(/^https?:\/\//i, "") || untitled);
  const { imageUrl, price, currency, variantTitle } = (custom ? null : variant.product) ?? {};
  return {
    title: oneLine([title, variantTitle].filter(Boolean).join(", ")),
    url,
    image: webLink(imageUrl),
    price: formatPrice(price, currency, locale),
  };
}
