import { plainText, renderLetter, shopFacts, toSubject } from "../../../platform/letter/letter.ts";
import type { Mail } from "../../../platform/messaging/mail/mail.ts";
import { lookOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { preferencesCopy } from "./copy.ts";
import { FRESH_LINK_LETTER } from "./fresh-link.gen.ts";

/** The mail with a new link to the preferences, for a person whose link is too old. */
export function freshLinkMail({
  to,
  store,
  locale,
  url,
}: {
  to: string;
  store: Pick<Store, "name" | "settings">;
  locale: string | null;
  url: string;
}): Mail {
  const { language, freshLink } = preferencesCopy(locale);
  const shop = shopFacts(store.name, lookOf(store.settings));
  const subject = toSubject(freshLink.subject(shop.name));
  const copy = { ...freshLink, subject, lead: freshLink.lead(shop.name) };
  const facts = { language, subject, preheader: copy.lead, shop, url, copy };
  return {
    to,
    subject,
    html: renderLetter(FRESH_LINK_LETTER, facts),
    text: plainText(copy.heading, copy.lead, `${copy.button}:\n${url}`, copy.note, `--\n${copy.why}`),
  };
}
