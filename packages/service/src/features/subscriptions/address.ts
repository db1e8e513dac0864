import { createHmac, type KeyObject } from "node:crypto";
import { literal } from "../../platform/db/fragment.ts";
import type { StoreId } from "../../platform/ids.ts";
import { readEmail } from "../../platform/text/email.ts";
import { invalidMedium, invalidPhone } from "./errors.ts";

export const EMAIL = 1;
export const SMS = 2;
export type Medium = typeof EMAIL | typeof SMS;
export const MEDIA = { email: EMAIL, sms: SMS } as const;
/** For SQL. */
export const BY_EMAIL = literal(EMAIL);
export const mediumName = (medium: Medium) => (medium === EMAIL ? "email" : "sms");

/** Where alerts are sent. Two spellings of one mailbox or phone number give the same value. */
export type Address = { readonly medium: Medium; readonly value: string };

export function toMedium(text: string): Medium {
  const name = text.trim().toLowerCase();
  if (name !== "email" && name !== "sms") throw invalidMedium();
  return MEDIA[name];
}

export function toAddress(medium: string, value: string): Address {
  return toMedium(medium) === EMAIL
    ? { medium: EMAIL, value: readEmail(value) }
    : { medium: SMS, value: toPhoneNumber(value) };
}

/** E.164. A `+` that the client did not encode arrives as a space. */
function toPhoneNumber(text: string) {
  const plain = text.replace(/^ (?=\d)/, "+").replaceAll(/[ ().\u00a0-]/g, "");
  if (!/^\+[1-9]\d{6,14}$/.test(plain)) throw invalidPhone();
  return plain;
}

/** Stands for an address in tables that must not store the address itself. The hash needs a secret key: with a copy of
 *  the database alone, no one can test addresses against it. Without a store, the hash is the same in all stores. */
export type HashAddress = (address: Address, storeId?: StoreId) => string;

export const createHashAddress =
  (key: KeyObject): HashAddress =>
  ({ medium, value }, storeId) =>
    createHmac("sha256", key)
      .update(`${storeId ?? "everywhere"}:${medium}:${value}`)
      .digest("hex")
      .slice(0, 32)
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
