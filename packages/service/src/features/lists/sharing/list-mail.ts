import { type Thing, writeLetter } from "../../../platform/letter/letter.ts";
import { wordsFor } from "../../../platform/letter/words.ts";
import type { Mail } from "../../../platform/messaging/mail/queue-mail.ts";
import { formatPrice } from "../../../platform/text/format-price.ts";
import { oneLine, webLink } from "../../../platform/text/html.ts";
import type { Store } from "../../stores/store.ts";
import type { Entry } from "../items/entries.ts";
import type { List } from "../list.ts";

/** The mail by which somebody shows their list to a friend, in the language of the one who shows it, if that is known. */
export function listMail(options: {
  to: string;
  fromName: string;
  note: string;
  locale?: string | null;
  store: Pick<Store, "name" | "settings">;
  list: Pick<List, "name">;
  entries: readonly Pick<Entry, "item" | "variant">[];
}): Mail {
  const { to, store, locale = null, entries } = options;
  const { language, mail } = wordsFor(locale);
  const words = mail.share;
  const from = oneLine(options.fromName) || words.friend;
  const name = oneLine(options.list.name);
  const shop = oneLine(store.name);
  const things = entries.map(({ item, variant }): Thing => {
    const { clientProduct, custom } = item.details ?? {};
    const product = variant.product ?? clientProduct ?? {};
    const url = webLink(custom?.url ?? product.url);
    const title = custom?.title ?? product.title ?? (url.replace(/^https?:\/\//i, "") || words.item);
    // Pictures and prices only as the shop's server tells them: what a browser says is no picture for a stranger's mail.
    const { imageUrl = "", price, currency, variantTitle } = (custom ? null : variant.product) ?? {};
    return {
      title: [title, variantTitle].filter(Boolean).join(", "),
      url,
      picture: imageUrl,
      price: formatPrice(price, currency, locale),
    };
  });
  const lead = words.lead(from, shop);
  const letter = writeLetter({
    language,
    shop,
    colour: store.settings.alerts?.color,
    subject: words.subject(from, name),
    preheader: lead,
    heading: name,
    lead,
    quote: options.note.trim(),
    things,
    why: words.why(from),
  });
  return { to, ...letter };
}
