import { plainText, renderLetter, shopFacts, toSubject } from "../../../platform/letter/letter.ts";
import type { Mail } from "../../../platform/messaging/mail/mail.ts";
import { oneLine } from "../../../platform/text/one-line.ts";
import { untitled } from "../../catalog/variants/title-of.ts";
import { lookOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { CONFIRMATION_LETTER } from "./confirmation.gen.ts";
import { confirmationCopy } from "./copy.ts";

/** The mail whose link confirms a sign-up. */
export function confirmMail({
  to,
  store,
  locale,
  titles,
  joinsMailingList,
  url,
}: {
  to: string;
  store: Pick<Store, "name" | "settings">;
  locale: string | null;
  titles: readonly (string | null)[];
  joinsMailingList: boolean;
  url: string;
}): Mail {
  const { language, mail } = confirmationCopy(locale);
  const shop = shopFacts(store.name, lookOf(store.settings));
  const subject = toSubject(mail.subject(shop.name));
  const mailingList = joinsMailingList ? mail.mailingList(shop.name) : "";
  const copy = { ...mail, subject, lead: mail.lead(shop.name), mailingList };
  const shown = titles.map((title) => oneLine(title ?? untitled(shop.name, locale)));
  const facts = { language, subject, preheader: shown.join(", "), shop, titles: shown, url, copy };
  return {
    to,
    subject,
    html: renderLetter(CONFIRMATION_LETTER, facts),
    text: plainText(
      copy.heading,
      copy.lead,
      facts.titles.map((title) => `- ${title}`).join("\n"),
      copy.mailingList,
      `${copy.button}:\n${url}`,
      copy.note,
      `--\n${copy.why}`,
    ),
  };
}
