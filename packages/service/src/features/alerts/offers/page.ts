import { wordsFor } from "../../../platform/letter/words.ts";
import { formatMoment } from "../../../platform/text/format-moment.ts";
import { escapeHtml } from "../../../platform/text/html.ts";
import { button, type Page, p, page, shopLink } from "../../subscriptions/preferences/page.ts";
import type { Offering } from "./answer-offer.ts";

/** What is held, until when, and the two answers; or what came of it. */
export function offerPage(offering: Offering, token: string, wanted?: string): Page {
  const { language, page: words, mail } = wordsFor(wanted);
  const { state, title, units, until, timeZone, url } = offering;
  const when = formatMoment(until, language, timeZone);
  const count = units > 1 ? `<small>${escapeHtml(words.units(units))}</small>` : "";
  const product = `<ul><li><span>${escapeHtml(title)}${count}</span></li></ul>`;
  const link = url ? shopLink(mail.see, url) : "";
  switch (state) {
    case "open": {
      const yes = button("offer", token, words.take, { fields: { answer: "yes" } });
      const no = button("offer", token, words.passOn, { fields: { answer: "no" }, quiet: true });
      const body = `${p(words.offer[1](when))}${product}<div class="acts">${yes}${no}</div>`;
      return page(language, offering, words.offer[0], body);
    }
    case "accepted":
      return page(language, offering, words.taken[0], `${p(words.taken[1](when))}${product}${link}`);
    case "passed":
      return page(language, offering, words.passed[0], p(words.passed[1]));
    case "over":
      return page(language, offering, words.offerOver[0], `${p(words.offerOver[1])}${link}`);
  }
}
