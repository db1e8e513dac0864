import { oneLine } from "../../text/one-line.ts";
import { SendError } from "../send-outcome.ts";
import type { Mail, MailFrom } from "./mail.ts";

/** Exactly one mailbox. Addresses are checked when they arrive, and once more here before they leave. */
export function addressOnly(address: string): string {
  if (
    address.length > 254 ||
    address.includes("=?") ||
    !/^[!#$%&'*+/=?^_`{|}~.\w-]{1,64}@[A-Za-z0-9.-]{1,253}$/.test(address)
  )
    throw new SendError({ state: "rejected", reason: "this is not a single mail address" });
  return address;
}

/** The store's own sender if it has one, otherwise the operator's. */
export function senderOf({ from }: Pick<Mail, "from">, fallback: string): MailFrom {
  if (from) return { name: oneLine(from.name), address: addressOnly(from.address) };
  const text = fallback.trim();
  const [name = "", address = text] = text.endsWith(">") ? text.slice(0, -1).split("<", 2) : [];
  return { name: oneLine(name.replaceAll('"', "")), address: oneLine(address) };
}
