import { AppError } from "../errors.ts";
import { checkText } from "./storable-text.ts";

export type JsonBounds = { depthMax: number; valuesMax: number };
const DEFAULT_BOUNDS: JsonBounds = { depthMax: 6, valuesMax: 5_000 };
/** More digits than any number needs; millions of digits would keep the parser busy. */
const DIGITS_MAX = 400;
/** A number with this many digits may not fit into a double. */
const LONG_DIGITS = 16;
const REFUSED_KEYS = new Set(["__proto__", "constructor", "prototype"]);

const refused = (why: string) => new AppError("invalid", "invalid-json", `This JSON is not accepted: ${why}`);

/** Parses untrusted JSON: bounded in depth and size, without repeated or prototype keys. Numbers that do not fit into a
 *  double keep their digits, and `JSON.stringify` writes them unchanged. */
export function parseJson(text: string, bounds: Partial<JsonBounds> = {}): unknown {
  const { isPlain } = scan(text, { ...DEFAULT_BOUNDS, ...bounds });
  const parsed = parse(text, isPlain);
  if (text.includes("\\u")) checkText(parsed); // params.ts has already checked text without escapes
  return parsed;
}

function parse(text: string, isPlain: boolean): unknown {
  try {
    return isPlain ? JSON.parse(text) : JSON.parse(text, keepLongNumbers);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused("it is not well-formed");
  }
}

/** Parses JSON from our database. Long numbers keep their digits. */
export const parseStoredJson = (text: string): unknown =>
  LONG_NUMBER.test(text) ? JSON.parse(text, keepLongNumbers) : JSON.parse(text);

const LONG_NUMBER = /\d{16}/;

function keepLongNumbers(this: unknown, _key: string, value: unknown, context?: { source?: string }) {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  if (!Number.isFinite(value)) throw refused("a number is out of range");
  const source = context?.source ?? "";
  return /^-?\d{16,20}$/.test(source) ? rawJson(source) : value;
}

// Available since Node 21, but not yet in TypeScript's library.
const rawJson = (JSON as unknown as { rawJSON: (source: string) => unknown }).rawJSON;

/** Checks the limits in one pass before anything is built. `isPlain`: no number in the text can be long or out of range. */
function scan(text: string, { depthMax, valuesMax }: JsonBounds) {
  const keysAt: (Set<string> | undefined)[] = [];
  let depth = 0;
  let values = 1;
  let digits = 0;
  let isPlain = true;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    digits = char >= 0x30 && char <= 0x39 ? digits + 1 : 0;
    if (digits > DIGITS_MAX) throw refused("a number is too long");
    if (digits === LONG_DIGITS || char === 0x45 || char === 0x65) isPlain = false;
    if (char === 0x22) {
      const end = endOfString(text, at);
      const keys = keysAt[depth];
      if (keys && isKey(text, end)) checkKey(keys, text.slice(at, end));
      at = end - 1;
    } else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      values += 1;
      if (depth > depthMax) throw refused(`it is nested deeper than ${depthMax} levels`);
      keysAt[depth] = char === 0x7b ? new Set() : undefined;
    } else if (char === 0x7d || char === 0x5d) depth -= 1;
    else if (char === 0x2c) values += 1;
    if (values > valuesMax) throw refused(`it holds more than ${valuesMax} values`);
  }
  return { isPlain };
}

function endOfString(text: string, start: number) {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x5c) at += 1;
    else if (char === 0x22) return at + 1;
  }
  throw refused("a text is not closed");
}

function isKey(text: string, end: number) {
  let at = end;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === 0x3a;
}

function checkKey(keys: Set<string>, quoted: string) {
  let key: string;
  try {
    key = quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  } catch {
    throw refused("it is not well-formed");
  }
  if (REFUSED_KEYS.has(key)) throw refused(`the key "${key}" is reserved`);
  if (keys.has(key)) throw refused(`a key is given twice`);
  keys.add(key);
}
