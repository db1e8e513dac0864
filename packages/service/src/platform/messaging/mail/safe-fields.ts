import { SendError } from "../send-outcome.ts";
import type { MailFrom } from "../settings.ts";
import type { Mail } from "./queue-mail.ts";

/** One line without control characters: what a header may hold. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ").trim();

/** One mailbox and nothing else; addresses were checked when they came in, and are again before they leave. */
export function addressOnly(address: string): string {
  if (
    address.length > 254 ||
    address.includes("=?") ||
    !/^[!#$%&'*+/=?^_`{|}~.\w-]{1,64}@[A-Za-z0-9.-]{1,253}$/.test(address)
  )
    throw new SendError({ state: "refused", reason: "this is not one mail address" });
  return address;
}

/** The store's own sender where it has one, else the operator's. */
export function senderOf({ from }: Pick<Mail, "from">, fallback: string): MailFrom {
  if (from) return { name: oneLine(from.name), address: addressOnly(from.address) };
  const text = fallback.trim();
  const [name = "", address = text] = text.endsWith(">") ? text.slice(0, -1).split("<", 2) : [];
  return { name: oneLine(name.replaceAll('"', "")), address: oneLine(address) };
}
