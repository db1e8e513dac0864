import type { MovedSuppression } from "../../subscriptions/moving/moved-subscription.ts";
import { Refused } from "../refused.ts";
import { ADDRESS_FIELDS, getAddress } from "./contact-record.ts";
import type { Fields } from "./fields.ts";

export const SUPPRESSION_FIELDS = [...ADDRESS_FIELDS, "hash", "since", "reason"] as const;

const REASON_MAX = 40;
const HASH = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function readSuppression(fields: Fields): MovedSuppression {
  const hash = fields.text("hash", 36);
  if (hash !== null && !HASH.test(hash)) throw new Refused("invalid-value", "hash");
  return {
    address: hash === null ? getAddress(fields) : null,
    hash,
    since: fields.time("since"),
    reason: (fields.text("reason", 300) ?? "suppressed before the move").slice(0, REASON_MAX),
  };
}
