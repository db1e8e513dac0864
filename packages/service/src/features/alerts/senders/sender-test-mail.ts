import { plainText, renderLetter, shopFacts } from "../../../platform/letter/letter.ts";
import type { Mail } from "../../../platform/messaging/mail/mail.ts";
import { lookOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { SENDER_TEST_LETTER } from "./sender-test.gen.ts";

/** A test of the store's sender. It goes to the merchant, so it is in English only. */
export function senderTestMail(store: Pick<Store, "name" | "settings">, to: string): Mail {
  const shop = shopFacts(store.name, lookOf(store.settings));
  const copy = {
    title: "It works",
    lead: `This is a test of ${shop.name}'s sender. Alerts reach shoppers the same way.`,
    why: "Someone who manages the shop's alerts asked for this email.",
  };
  const subject = `A test of ${shop.name}'s sender`;
  const facts = { language: "en", subject, preheader: copy.lead, shop, copy };
  return {
    to,
    subject,
    html: renderLetter(SENDER_TEST_LETTER, facts),
    text: plainText(copy.title, copy.lead, copy.why),
  };
}
