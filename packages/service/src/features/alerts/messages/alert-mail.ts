import { plainText, renderLetter, toSubject } from "../../../platform/letter/letter.ts";
import type { Mail } from "../../../platform/messaging/mail/mail.ts";
import { oneLine } from "../../../platform/text/one-line.ts";
import type { Store } from "../../stores/store.ts";
import type { AlertLinks } from "../../subscriptions/alert-links.ts";
import type { Recipient } from "../../subscriptions/line/recipients.ts";
import { ALERT_LETTER } from "./alert.gen.ts";
import { type AlertFacts, type AlertInput, alertFacts } from "./alert-facts.ts";
import type { TemplateCache } from "./template-cache.ts";

type Input = Omit<AlertInput, "links" | "store" | "recipient"> & {
  readonly store: Pick<Store, "id" | "name" | "settings">;
  readonly recipient: AlertInput["recipient"] & Pick<Recipient, "contactId" | "value">;
  readonly links: Pick<AlertLinks, "preferencesUrl" | "unsubscribeUrl">;
  readonly templates?: TemplateCache | undefined;
};

/** The mail for one recipient, from the store's own template for the topic or else from the default message. Throws when
 *  the store's template fails for this recipient. */
export async function alertMail({ store, recipient, links, templates, ...rest }: Input): Promise<Mail> {
  const contact = { storeId: store.id, contactId: recipient.contactId };
  const urls = { preferences: links.preferencesUrl(contact), unsubscribe: links.unsubscribeUrl(contact) };
  const facts = alertFacts({ store, recipient, links: urls, ...rest });
  const lines = onOneLine(facts);
  const own = await templates?.render(store.id, recipient.topic, facts);
  return {
    to: recipient.value,
    subject: own?.subject ?? lines.subject,
    html: own?.html ?? renderLetter(ALERT_LETTER, lines),
    text: textOf(lines),
    headers: {
      "list-unsubscribe": `<${urls.unsubscribe}>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    },
  };
}

/** The facts for our own message: a text of the catalogue must not add paragraphs to it. Merchants' templates get the
 *  texts as they are in the catalogue. */
const onOneLine = (facts: AlertFacts): AlertFacts => ({
  ...facts,
  subject: toSubject(facts.subject),
  product: {
    ...facts.product,
    title: oneLine(facts.product.title),
    variant: oneLine(facts.product.variant),
    fullTitle: oneLine(facts.product.fullTitle),
  },
});

const textOf = ({ product, copy, button, links }: AlertFacts) =>
  plainText(
    product.title,
    [product.variant, copy.quantity, product.price].filter(Boolean).join("\n"),
    copy.lead,
    button.url && `${button.label}:\n${button.url}`,
    `--\n${copy.why}\n${copy.preferences}: ${links.preferences}\n${copy.unsubscribe}: ${links.unsubscribe}`,
  );
