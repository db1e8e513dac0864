import {
  formButton,
  hostedPage,
  type Page,
  paragraph,
  productRow,
  shopLink,
} from "../../../platform/http/hosted-page.ts";
import { formatMoment } from "../../../platform/text/format-moment.ts";
import { untitled } from "../../catalog/variants/title-of.ts";
import { backToShop } from "../../subscriptions/back-to-shop.ts";
import type { OfferView } from "./answer-offer.ts";
import { offerCopy } from "./copy.ts";

/** The page of an offer: two buttons while it is open, otherwise how it ended. */
export function offerPage(view: OfferView, token: string, wanted?: string): Page {
  const texts = offerCopy(wanted);
  const { state, units, until, timeZone, url, picture } = view;
  const title = view.title ?? untitled(view.storeName, wanted);
  const when = formatMoment(until, texts.language, timeZone);
  const product = `<ul>${productRow({ title, picture }, units > 1 ? texts.units(units) : "")}</ul>`;
  const link = url ? shopLink(texts.view, url) : backToShop(view, wanted);
  const page = (heading: string, body: string) =>
    hostedPage(texts.language, view, heading, body, picture ? [picture] : []);
  switch (state) {
    case "open": {
      const yes = formButton("offer", token, texts.accept, { fields: { answer: "yes" } });
      const no = formButton("offer", token, texts.decline, { fields: { answer: "no" }, quiet: true });
      return page(texts.open.title, `${paragraph(texts.open.text(when))}${product}<div class="acts">${yes}${no}</div>`);
    }
    case "accepted":
      return page(texts.accepted.title, `${paragraph(texts.accepted.text(when))}${product}${link}`);
    case "passed":
      return page(texts.declined.title, `${paragraph(texts.declined.text)}${product}${backToShop(view, wanted)}`);
    case "over":
      return page(texts.over.title, `${paragraph(texts.over.text)}${product}${link}`);
  }
}
