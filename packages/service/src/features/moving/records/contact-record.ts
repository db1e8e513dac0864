import { toEmail } from "../../../platform/text/email.ts";
import { type Address, EMAIL, toAddress } from "../../subscriptions/address.ts";
import type { MovedContact } from "../../subscriptions/moving/moved-subscription.ts";
import { Refused } from "../refused.ts";
import { type Fields, refuseAs } from "./fields.ts";

export const ADDRESS_FIELDS = ["email", "phone", "medium", "address"] as const;
const PREFERENCES = ["onMailingList", "locale", "currency", "timeZone"] as const;
export const CONTACT_FIELDS = [...ADDRESS_FIELDS, "createdAt", ...PREFERENCES] as const;

/** From `email` or `phone`, or from `address` whose kind `medium` says. */
export function getAddress(fields: Fields): Address {
  const medium = fields.oneOf("medium", ["email", "sms"]);
  const named = fields.text("address", 500);
  const email = fields.text("email", 500, "invalid-email") ?? (medium === "sms" ? null : named);
  if (email !== null) return { medium: EMAIL, value: refuseAs("invalid-email", "email", () => toEmail(email)) };
  const phone = fields.text("phone", 100, "invalid-phone") ?? named;
  if (phone === null) throw new Refused("missing-address", "email");
  return refuseAs("invalid-phone", "phone", () => toAddress("sms", phone));
}

export function readContact(fields: Fields, createdAt: string | null): MovedContact {
  const currency = fields.text("currency", 3);
  if (currency !== null && !/^[A-Z]{3}$/.test(currency)) throw new Refused("invalid-value", "currency");
  return {
    address: getAddress(fields),
    createdAt,
    onMailingList: fields.yesOrNo("onMailingList"),
    locale: fields.text("locale", 35),
    currency,
    timeZone: fields.text("timeZone", 64),
  };
}
