import { createHmac } from "node:crypto";
import { deriveKey } from "../../platform/crypto/seal.ts";
import type { StoreId } from "../../platform/ids.ts";
import { toEmail } from "../../platform/text/email.ts";
import { invalidMedium, invalidPhone } from "./errors.ts";

export const EMAIL = 1;
export const SMS = 2;
export type Medium = typeof EMAIL | typeof SMS;
export const MEDIA = { email: EMAIL, sms: SMS } as const;
export const mediumName = (medium: Medium) => (medium === EMAIL ? "email" : "sms");

/** Where somebody is told. Two spellings of one mailbox or number are one text. */
export type Address = { readonly medium: Medium; readonly value: string };

export function toMedium(text: string): Medium {
  const word = text.trim().toLowerCase();
  if (word !== "email" && word !== "sms") throw invalidMedium();
  return MEDIA[word];
}

export function toAddress(medium: string, value: string): Address {
  return toMedium(medium) === EMAIL
    ? { medium: EMAIL, value: toEmail(value) }
    : { medium: SMS, value: toPhoneNumber(value) };
}

/** E.164. A `+` arrives as a space where a client did not encode it. */
function toPhoneNumber(text: string) {
  const plain = text.replace(/^ (?=\d)/, "+").replaceAll(/[ ().\u00a0-]/g, "");
  if (!/^\+[1-9]\d{6,14}$/.test(plain)) throw invalidPhone();
  return plain;
}

/** What is left of an address where the address itself must not be: keyed, so that nobody can try addresses on a copy of
 *  the database. Without a store it is that of the address everywhere. */
export type HashAddress = (address: Address, storeId?: StoreId) => string;

export function createHashAddress(masterSecret: string): HashAddress {
  const key = deriveKey(masterSecret, "addresses");
  return ({ medium, value }, storeId) =>
    createHmac("sha256", key)
      .update(`${storeId ?? "everywhere"}:${medium}:${value}`)
      .digest("hex")
      .slice(0, 32)
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
