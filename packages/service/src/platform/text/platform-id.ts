import { AppError } from "../errors.ts";
import { parseJson } from "./json.ts";

/** An id of the shop's platform: an integer of up to 20 digits or a text of up to 64 characters. */
export type PlatformId = { readonly text: string; readonly isNumber: boolean };

/** No id contains it, so that an id can be joined with another name. */
export const SEPARATOR = "\u001f";

type RawJson = { readonly rawJSON: string };
const isRaw = (value: unknown): value is RawJson =>
  (JSON as unknown as { isRawJSON(value: unknown): boolean }).isRawJSON(value);

export function readPlatformId(field: string, value: unknown): PlatformId {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0)
    return { text: String(value), isNumber: true };
  if (isRaw(value) && /^\d{1,20}$/.test(value.rawJSON)) return { text: value.rawJSON, isNumber: true };
  if (typeof value === "string" && value.length >= 1 && value.length <= 64 && !value.includes(SEPARATOR))
    return { text: value, isNumber: false };
  throw new AppError("invalid", "invalid-id", `${field} must be a whole number or a text of 1 to 64 characters.`);
}

/** The form that nearly every page sends; splitting it is much faster than parsing JSON. */
const WHOLE_NUMBERS = /^\[(?:0|[1-9]\d{0,19})(?:,(?:0|[1-9]\d{0,19}))*\]$/;

/** Reads several ids: a JSON array, its text, or ids separated by commas. */
export function readPlatformIds(field: string, value: unknown, max: number): PlatformId[] {
  const areNumbers = typeof value === "string" && WHOLE_NUMBERS.test(value);
  const list = areNumbers ? value.slice(1, -1).split(",") : typeof value === "string" ? readList(value) : value;
  if (!Array.isArray(list) || list.length === 0 || list.length > max) {
    throw new AppError("invalid", "invalid-id", `${field} must have 1 to ${max} ids.`);
  }
  return areNumbers
    ? list.map((text: string) => ({ text, isNumber: true }))
    : list.map((one) => readPlatformId(field, one));
}

const readList = (text: string): unknown => (text.trimStart().startsWith("[") ? parseJson(text) : text.split(","));

/** The id with the JSON type it was sent with. A 64-bit number keeps its digits. */
export const asSent = ({ text, isNumber }: PlatformId): string | number =>
  !isNumber
    ? text
    : Number.isSafeInteger(Number(text))
      ? Number(text)
      : ((JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text) as number);
