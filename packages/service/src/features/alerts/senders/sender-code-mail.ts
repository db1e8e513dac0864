import { plainText, renderLetter, shopFacts } from "../../../platform/letter/letter.ts";
import type { Mail } from "../../../platform/messaging/mail/mail.ts";
import type { Store } from "../../stores/store.ts";
import { SENDER_CODE_LETTER } from "./sender-code.gen.ts";

/** The mail with the code that proves a shop owns its sender address. It goes to the shop, so it is in English only. */
export function senderCodeMail(store: Pick<Store, "name">, to: string, code: string): Mail {
  const shop = shopFacts(store.name, {});
  const copy = {
    lead: `${shop.name} wants to send its alerts from ${to}. Enter this code in Keepsake to verify the address (in the API: senders/verify).`,
    why: "If you did not ask for this, ignore this email.",
  };
  const subject = `${code} is your code`;
  const facts = { language: "en", subject, preheader: copy.lead, shop, code, copy };
  return { to, subject, html: renderLetter(SENDER_CODE_LETTER, facts), text: plainText(code, copy.lead, copy.why) };
}
