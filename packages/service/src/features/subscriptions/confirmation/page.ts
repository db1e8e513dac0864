import { formButton, hostedPage, type Page, paragraph } from "../../../platform/http/hosted-page.ts";
import { escapeHtml } from "../../../platform/text/html.ts";
import { badLinkPage } from "../bad-link-page.ts";
import type { ConfirmationView } from "./confirm.ts";
import { confirmationCopy } from "./copy.ts";

export function confirmPage(view: ConfirmationView, token: string, wanted?: string): Page {
  const { language, page } = confirmationCopy(wanted);
  switch (view.state) {
    case "invalid":
      return badLinkPage(wanted);
    case "expired":
      return hostedPage(language, {}, page.expired.title, paragraph(page.expired.text));
    case "confirmed":
      return hostedPage(language, view, page.confirmed.title, paragraph(page.confirmed.text));
    case "nothing":
      return hostedPage(language, view, page.nothing.title, paragraph(page.nothing.text));
    case "open": {
      const products = view.titles.map((title) => `<li><span>${escapeHtml(title)}</span></li>`).join("");
      const body = `${paragraph(page.open.text(view.storeName))}<ul>${products}</ul>${formButton("confirm", token, page.open.button)}`;
      return hostedPage(language, view, page.open.title, body);
    }
  }
}
