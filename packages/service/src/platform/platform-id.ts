import { AppError } from "./errors.ts";
import { parseJson } from "./json.ts";

/** An id of the shop's platform: an integer of up to 20 digits or a text of up to 64 characters. `sent` is answered
 *  as it came, with the JSON type it had. */
export type PlatformId = { readonly text: string; readonly isNumber: boolean; readonly sent: string | number };

type RawJson = { readonly rawJSON: string };
const isRaw = (value: unknown): value is RawJson =>
  (JSON as unknown as { isRawJSON(value: unknown): boolean }).isRawJSON(value);

export function readPlatformId(field: string, value: unknown): PlatformId {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0)
    return { text: String(value), isNumber: true, sent: value };
  // A number of 64 bits: JSON.stringify writes it as it was read.
  if (isRaw(value) && /^\d{1,20}$/.test(value.rawJSON))
    return { text: value.rawJSON, isNumber: true, sent: value as unknown as number };
  if (typeof value === "string" && value.length >= 1 && value.length <= 64)
    return { text: value, isNumber: false, sent: value };
  throw new AppError("invalid", "invalid-id", `${field} is a whole number or a text of 1 to 64 characters.`);
}

/** Several: a JSON array, its text, or ids with commas between. Each once. */
export function readPlatformIds(field: string, value: unknown, max: number): PlatformId[] {
  const list =
    typeof value === "string" ? (value.trimStart().startsWith("[") ? parseJson(value) : value.split(",")) : value;
  if (!Array.isArray(list) || list.length === 0 || list.length > max) {
    throw new AppError("invalid", "invalid-id", `${field} holds 1 to ${max} ids.`);
  }
  return [...new Map(list.map((one) => readPlatformId(field, one)).map((id) => [id.text, id])).values()];
}

/** An id as it was sent: a number of 64 bits stays one. */
export const asSent = (text: string, isNumber: boolean): string | number =>
  !isNumber
    ? text
    : Number.isSafeInteger(Number(text))
      ? Number(text)
      : ((JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text) as number);
