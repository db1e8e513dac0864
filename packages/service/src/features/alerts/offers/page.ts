import { formButton, hostedPage, type Page, paragraph, shopLink } from "../../../platform/http/hosted-page.ts";
import { formatMoment } from "../../../platform/text/format-moment.ts";
import { escapeHtml } from "../../../platform/text/html.ts";
import type { OfferView } from "./answer-offer.ts";
import { offerCopy } from "./copy.ts";

/** The page of an offer: two buttons while it is open, otherwise how it ended. */
export function offerPage(view: OfferView, token: string, wanted?: string): Page {
  const texts = offerCopy(wanted);
  const { state, title, units, until, timeZone, url } = view;
  const when = formatMoment(until, texts.language, timeZone);
  const count = units > 1 ? `<small>${escapeHtml(texts.units(units))}</small>` : "";
  const product = `<ul><li><span>${escapeHtml(title)}${count}</span></li></ul>`;
  const link = url ? shopLink(texts.view, url) : "";
  const page = (heading: string, body: string) => hostedPage(texts.language, view, heading, body);
  switch (state) {
    case "open": {
      const yes = formButton("offer", token, texts.accept, { fields: { answer: "yes" } });
      const no = formButton("offer", token, texts.decline, { fields: { answer: "no" }, quiet: true });
      return page(texts.open.title, `${paragraph(texts.open.text(when))}${product}<div class="acts">${yes}${no}</div>`);
    }
    case "accepted":
      return page(texts.accepted.title, `${paragraph(texts.accepted.text(when))}${product}${link}`);
    case "passed":
      return page(texts.declined.title, paragraph(texts.declined.text));
    case "over":
      return page(texts.over.title, `${paragraph(texts.over.text)}${link}`);
  }
}
