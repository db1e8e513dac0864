import { domainToASCII } from "node:url";
import { AppError } from "../errors.ts";

export const invalidEmail = () => new AppError("invalid", "invalid-email", "This is not a valid email address.");

declare const brand: unique symbol;
/** A checked address, trimmed and lower-cased, so that two spellings of one mailbox are equal. */
export type Email = string & { readonly [brand]: "Email" };

const EMAIL_MAX = 254;
/** Only ASCII: the Kelvin sign lower-cases to `k`, which would give a look-alike another person's account. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** Only the ASCII characters of host names: a URL parser reads `example.com/x` and `exa%6dple.com` as example.com. */
const HOST_NAME = /^[A-Za-z0-9.\u0080-\u{10ffff}-]+$/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export function toEmail(text: string): Email {
  const trimmed = text.trim();
  if (trimmed.length > EMAIL_MAX) throw invalidEmail();
  const at = trimmed.lastIndexOf("@");
  const local = lowerAscii(trimmed.slice(0, at));
  const host = trimmed.slice(at + 1);
  const domain = isAscii(host) ? host : HOST_NAME.test(host) ? domainToASCII(host) : "";
  const email = `${local}@${domain}`;
  if (at < 1 || local.length > 64 || email.length > EMAIL_MAX || !LOCAL.test(local) || !DOMAIN.test(domain))
    throw invalidEmail();
  return email as Email;
}

/** An address from a form: a `+` arrives as a space when the client did not encode it. */
export const readEmail = (text: string): Email => toEmail(text.trim().replaceAll(" ", "+"));

/** The mailbox that an address reaches: `ann+shop@example.com` is read by `ann@example.com`. For limits, never for sending. */
export function mailboxOf(email: string): string {
  const [plus, at] = [email.indexOf("+", 1), email.lastIndexOf("@")];
  return plus > 0 && plus < at ? email.slice(0, plus) + email.slice(at) : email;
}

const lowerAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Hosts that domainToASCII returns unchanged. Nearly all hosts are, and the check is cheaper. */
const isAscii = (host: string) => DOMAIN.test(host) && !host.includes("xn--");
