import type { Language } from "../../../platform/text/language.ts";
import { confirmationCopy } from "./copy.ts";

/** What the page of a confirmation link says to the owner of the address, in the language that it is shown in. */
export function agreementOf(
  wanted: string | undefined,
  shop: string,
  { isBySms, joinsMailingList }: { readonly isBySms: boolean; readonly joinsMailingList: boolean },
): { readonly text: string; readonly language: Language } {
  const { language, mail, page } = confirmationCopy(wanted);
  const about = (isBySms ? page.open.bySms : page.open.text)(shop);
  const mailingList = (isBySms ? page.open.mailingListBySms : mail.mailingList)(shop);
  return { language, text: joinsMailingList ? `${about} ${mailingList}` : about };
}
