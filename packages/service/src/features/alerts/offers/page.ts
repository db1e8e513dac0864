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

/** How soon the page looks again while the shop reserves. */
const LOOK_AGAIN_SECONDS = 3;

/** The page of an offer: two buttons while it is open, otherwise how it ended. While the shop reserves the units, it loads itself
 *  again; `findShownHold` ends that. */
export function offerPage(view: OfferView, token: string, wanted?: string): Page {
  const texts = offerCopy(wanted);
  const { state, hold, units, until, timeZone, url, picture } = view;
  const title = view.title ?? untitled(view.storeName, wanted);
  const when = formatMoment(until, texts.language, timeZone);
  const product = `<ul>${productRow({ title, picture }, units > 1 ? texts.units(units) : "")}</ul>`;
  const link = url ? shopLink(texts.view, url) : backToShop(view, wanted);
  const page = (heading: string, body: string) =>
    hostedPage(texts.language, view, heading, body, picture ? [picture] : []);
  switch (state) {
    case "open": {
      const isReservable = hold.state === "promised";
      const accept = isReservable ? texts.acceptReservable : texts.accept;
      const yes = formButton("offer", token, accept, { fields: { answer: "yes" } });
      const text = isReservable ? texts.open.reservable(when) : texts.open.text(when);
      const no = formButton("offer", token, texts.decline, { fields: { answer: "no" }, quiet: true });
      return page(texts.open.title, `${paragraph(text)}${product}<div class="acts">${yes}${no}</div>`);
    }
    case "accepted": {
      if (hold.state === "being-made") {
        const self = `/alerts/offer?token=${encodeURIComponent(token)}`;
        const again = shopLink(texts.reserving.again, self);
        const waiting = page(texts.reserving.title, `${paragraph(texts.reserving.text)}${product}${again}`);
        return { ...waiting, headers: { ...waiting.headers, refresh: `${LOOK_AGAIN_SECONDS}; url=${self}` } };
      }
      if (hold.state === "held") {
        const buy = hold.url ? shopLink(texts.reserved.buy, hold.url) : link;
        return page(texts.reserved.title, `${paragraph(texts.reserved.text(when))}${product}${buy}`);
      }
      const { title: heading, text } = hold.state === "refused" ? texts.refused : texts.accepted;
      return page(heading, `${paragraph(text(when))}${product}${link}`);
    }
    case "passed":
      return page(texts.declined.title, `${paragraph(texts.declined.text)}${product}${backToShop(view, wanted)}`);
    case "over":
      return page(texts.over.title, `${paragraph(texts.over.text)}${product}${link}`);
  }
}
