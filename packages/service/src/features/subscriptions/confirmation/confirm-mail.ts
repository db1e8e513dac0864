import { writeLetter } from "../../../platform/letter/letter.ts";
import { wordsFor } from "../../../platform/letter/words.ts";
import type { Mail } from "../../../platform/messaging/mail/queue-mail.ts";
import type { Store } from "../../stores/store.ts";

/** The mail by which somebody says: yes, tell me. Whoever did not ask has nothing to do. */
export function confirmMail({
  to,
  store,
  locale,
  titles,
  url,
}: {
  to: string;
  store: Pick<Store, "name" | "settings">;
  locale: string | null;
  titles: readonly string[];
  url: string;
}): Mail {
  const { language, mail } = wordsFor(locale);
  const words = mail.confirm;
  const letter = writeLetter({
    language,
    shop: store.name,
    colour: store.settings.alerts?.color,
    subject: words.subject(store.name),
    preheader: titles.join(", "),
    heading: words.heading,
    lead: words.lead(store.name),
    details: [],
    things: titles.map((title) => ({ title })),
    button: { label: words.button, url },
    note: words.note,
    why: words.why,
  });
  return { to, ...letter };
}
