import { SEPARATOR } from "../../../platform/text/platform-id.ts";
import { storedIdOf } from "../../catalog/variants/variant-name.ts";
import { marketsOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { Refused } from "../refused.ts";
import { type Fields, isRaw } from "./fields.ts";

const ID_MAX = 64;
const WHOLE_NUMBER = /^(0|[1-9]\d{0,19})$/;

export type SentId = { readonly text: string; readonly isNumber: boolean };

/** An id of the shop's platform. CSV knows no numbers: there, one that is written with digits alone is one, as the platforms
 *  send them. */
export function readId(fields: Fields, name: string, isNumber: boolean | null = null): SentId | null {
  const text = fields.text(name, ID_MAX, "invalid-variant");
  if (text === null) return null;
  if (text.includes(SEPARATOR)) throw new Refused("invalid-variant", name);
  const value = fields.raw(name);
  const looksLikeOne = WHOLE_NUMBER.test(text);
  return {
    text,
    isNumber: isNumber ?? (looksLikeOne && (typeof value === "string" || typeof value === "number" || isRaw(value))),
  };
}

export function getId(fields: Fields, name: string, isNumber: boolean | null = null): SentId {
  const id = readId(fields, name, isNumber);
  if (!id) throw new Refused("missing-variant", name);
  return id;
}

/** The id under which the variant of the row is stored or, where the row names one, its market. */
export function getStoredId(store: Store, fields: Fields): string {
  const market = fields.text("market", 100, "unknown-market");
  if (market !== null && !marketsOf(store.settings).some(({ name }) => name === market))
    throw new Refused("unknown-market", "market");
  return storedIdOf({ platformId: getId(fields, "variant").text, market });
}
