import {
  formButton,
  hostedPage,
  type Page,
  paragraph,
  productRow,
  shopLink,
} from "../../../platform/http/hosted-page.ts";
import { badLinkPage } from "../../../platform/http/problem-page.ts";
import { untitled } from "../../catalog/variants/title-of.ts";
import { backToShop } from "../back-to-shop.ts";
import type { ShownProduct } from "../shown-product.ts";
import type { ConfirmationView, ConfirmedAlert } from "./confirm.ts";
import { confirmationCopy } from "./copy.ts";

export function confirmPage(view: ConfirmationView, token: string, wanted?: string): Page {
  const { language, mail, page } = confirmationCopy(wanted);
  switch (view.state) {
    case "invalid":
      return badLinkPage(wanted);
    case "expired":
      return hostedPage(language, {}, page.expired.title, paragraph(page.expired.text));
    case "nothing":
      return hostedPage(
        language,
        view,
        page.nothing.title,
        `${paragraph(page.nothing.text)}${backToShop(view, wanted)}`,
      );
    case "confirmed": {
      const isBack = view.alerts.some((alert) => alert.isBack);
      const { title } = isBack ? page.back : page.confirmed;
      const text = isBack ? page.back.text : view.isBySms ? page.confirmed.bySms : page.confirmed.text;
      const row = (alert: ConfirmedAlert) => {
        const details = alert.isBack
          ? page.back.inStock
          : alert.place === null
            ? ""
            : page.confirmed.place(alert.place);
        const buy = alert.isBack && alert.url ? shopLink(page.back.buy, alert.url) : "";
        return productRow(named(alert, view.storeName, wanted), details, buy);
      };
      const rows = `<ul>${view.alerts.map(row).join("")}</ul>`;
      const body = `${paragraph(text)}${rows}${isBack ? "" : backToShop(view, wanted)}`;
      return hostedPage(language, view, title, body, picturesOf(view.alerts));
    }
    case "open": {
      const text = (view.isBySms ? page.open.bySms : page.open.text)(view.storeName);
      const rows = view.products.map((product) => productRow(named(product, view.storeName, wanted))).join("");
      const agreement = view.isBySms ? page.open.mailingListBySms : mail.mailingList;
      const mailingList = view.joinsMailingList ? paragraph(agreement(view.storeName)) : "";
      const body = `${paragraph(text)}<ul>${rows}</ul>${mailingList}${formButton("confirm", token, page.open.button)}`;
      return hostedPage(language, view, page.open.title, body, picturesOf(view.products));
    }
  }
}

const named = ({ title, picture }: ShownProduct, shop: string, wanted?: string) => ({
  title: title ?? untitled(shop, wanted),
  picture,
});
const picturesOf = (products: readonly ShownProduct[]) => products.map(({ picture }) => picture).filter(Boolean);
