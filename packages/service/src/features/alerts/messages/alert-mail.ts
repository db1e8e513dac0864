import type { Mail } from "../../../platform/messaging/mail/mail.ts";
import { findLanguage } from "../../../platform/text/language.ts";
import type { Store } from "../../stores/store.ts";
import type { AlertLinks } from "../../subscriptions/alert-links.ts";
import type { Recipient } from "../../subscriptions/line/recipients.ts";
import { type AlertInput, alertFacts } from "./alert-facts.ts";
import { defaultLetter } from "./default-letter.ts";
import { languagesFor } from "./message-place.ts";
import type { TemplateCache } from "./template-cache.ts";

type Input = Omit<AlertInput, "links" | "store" | "recipient"> & {
  readonly store: Pick<Store, "id" | "name" | "settings">;
  readonly recipient: AlertInput["recipient"] & Pick<Recipient, "contactId" | "value">;
  readonly links: Pick<AlertLinks, "preferencesUrl" | "unsubscribeUrl">;
  readonly templates?: TemplateCache | undefined;
};

/** The mail for one recipient, from the store's own template for the topic in the recipient's language, or else in the
 *  store's, or else from the default message. Throws when the store's template fails for this recipient. */
export async function alertMail({ store, recipient, links, templates, ...rest }: Input): Promise<Mail> {
  const contact = { storeId: store.id, contactId: recipient.contactId };
  const urls = { preferences: links.preferencesUrl(contact), unsubscribe: links.unsubscribeUrl(contact) };
  const { topic, locale } = recipient;
  const known = { ...recipient, locale: locale ?? store.settings.alerts?.language ?? null };
  const input = { store, recipient: known, links: urls, ...rest };
  const message = { topic, languages: languagesFor(store, findLanguage(locale)) };
  const own = await templates?.render(store.id, message, () => alertFacts(input));
  return {
    to: recipient.value,
    ...defaultLetter(input),
    ...own,
    headers: {
      "list-unsubscribe": `<${urls.unsubscribe}>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    },
  };
}
