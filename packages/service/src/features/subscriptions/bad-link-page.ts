import { hostedPage, type Page, paragraph } from "../../platform/http/hosted-page.ts";
import { badLinkCopy } from "./copy.ts";

export function badLinkPage(wanted?: string): Page {
  const { language, title, text } = badLinkCopy(wanted);
  return hostedPage(language, {}, title, paragraph(text));
}
