import { AppError } from "../errors.ts";
import { checkText } from "./storable-text.ts";

export type JsonBounds = { depthMax: number; valuesMax: number };
export const JSON_DEPTH_MAX = 8;
const DEFAULT_BOUNDS: JsonBounds = { depthMax: JSON_DEPTH_MAX, valuesMax: 5_000 };
/** More digits than any number needs; millions of digits would keep the parser busy. */
const DIGITS_MAX = 400;
/** A number with this many digits may not fit into a double. */
const LONG_DIGITS = 16;

const refused = (why: string) => new AppError("invalid", "invalid-json", `This JSON is not accepted: ${why}`);

/** A JSON object as the client wrote it, to the byte. Parsing would change the order of keys that look like numbers, the
 *  spelling of numbers and the spaces. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return parseStoredJson(this.text);
  }
}

/** Parses untrusted JSON: bounded in depth and size, without repeated or prototype keys. Numbers that do not fit into a
 *  double keep their digits, and `JSON.stringify` writes them unchanged. An object under a key in `verbatim` becomes a
 *  `JsonText`. */
export function parseJson(
  text: string,
  { verbatim = NO_KEYS, ...bounds }: Partial<JsonBounds> & { readonly verbatim?: ReadonlySet<string> } = {},
): unknown {
  const { isPlain, kept } = scan(text, { ...DEFAULT_BOUNDS, ...bounds }, verbatim);
  const parsed = parse(text, isPlain);
  if (text.includes("\\u")) checkText(parsed); // params.ts has already checked text without escapes
  return kept.length > 0 ? parseAround(text, kept, verbatim) : parsed;
}
const NO_KEYS: ReadonlySet<string> = new Set();

type Range = { readonly start: number; readonly end: number };

/** Parses the text with a `JsonText` in place of each range. The text is known to be well-formed. */
function parseAround(text: string, ranges: readonly Range[], verbatim: ReadonlySet<string>): unknown {
  let around = "";
  let from = 0;
  for (const [index, { start, end }] of ranges.entries()) {
    around += `${text.slice(from, start)}{"index":${index}}`;
    from = end;
  }
  around += text.slice(from);
  // Every object under these keys has been replaced, so those that are found here are the replacements.
  return JSON.parse(around, function revive(this: unknown, key: string, value: unknown, context?: { source?: string }) {
    if (!verbatim.has(key) || typeof value !== "object" || value === null || Array.isArray(value))
      return keepLongNumbers.call(this, key, value, context);
    const { start, end } = ranges[(value as { index: number }).index] as Range;
    return new JsonText(text.slice(start, end));
  });
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
  hasLongDigits(text) ? JSON.parse(text, keepLongNumbers) : JSON.parse(text);

/** Whether `LONG_DIGITS` digits follow each other. Looks at one character in so many, and around those that are digits. */
function hasLongDigits(text: string): boolean {
  for (let at = LONG_DIGITS - 1; at < text.length; at += LONG_DIGITS) {
    if (!isDigit(text, at)) continue;
    let [start, end] = [at, at + 1];
    while (isDigit(text, start - 1)) start -= 1;
    while (isDigit(text, end)) end += 1;
    if (end - start >= LONG_DIGITS) return true;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const char = text.charCodeAt(at); // NaN outside
  return char >= 0x30 && char <= 0x39;
}

function keepLongNumbers(this: unknown, _key: string, value: unknown, context?: { source?: string }) {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  if (!Number.isFinite(value)) throw refused("a number is out of range");
  const source = context?.source ?? "";
  return /^-?\d{16,20}$/.test(source) ? rawJson(source) : value;
}

// Available since Node 21, but not yet in TypeScript's library.
const rawJson = (JSON as unknown as { rawJSON: (source: string) => unknown }).rawJSON;

/** Checks the limits in one pass before anything is built. `isPlain`: no number in the text can be long or out of range.
 *  `kept`: where the objects under the keys in `verbatim` are. */
function scan(text: string, { depthMax, valuesMax }: JsonBounds, verbatim: ReadonlySet<string>) {
  const kept: Range[] = [];
  let keptFrom: { start: number; depth: number } | undefined;
  const keysAt: (Set<string> | undefined)[] = [];
  let depth = 0;
  let values = 1;
  let digits = 0;
  let isPlain = true;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char >= 0x30 && char <= 0x39) {
      digits += 1;
      if (digits > DIGITS_MAX) throw refused("a number is too long");
      if (digits === LONG_DIGITS) isPlain = false;
      continue;
    }
    digits = 0;
    if (char <= 0x20) {
      at = skipSpaces(text, at) - 1;
    } else if (char === 0x45 || char === 0x65) {
      isPlain = false;
    } else if (char === 0x22) {
      const end = endOfString(text, at);
      const keys = keysAt[depth];
      if (keys && isKey(text, end)) {
        const key = checkKey(keys, text.slice(at, end));
        if (!keptFrom && verbatim.has(key)) keptFrom = objectAfter(text, end, depth);
      }
      at = end - 1;
    } else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      values += 1;
      if (depth > depthMax) throw refused(`it is nested deeper than ${depthMax} levels`);
      keysAt[depth] = char === 0x7b ? new Set() : undefined;
    } else if (char === 0x7d || char === 0x5d) {
      depth -= 1;
      if (depth < 0) throw refused("it is not well-formed");
      if (keptFrom?.depth === depth) {
        kept.push({ start: keptFrom.start, end: at + 1 });
        keptFrom = undefined;
      }
    } else if (char === 0x2c) values += 1;
    else if (char === 0x3a && !keysAt[depth]) throw refused("it is not well-formed");
    if (values > valuesMax) throw refused(`it holds more than ${valuesMax} values`);
  }
  return { isPlain, kept };
}

function endOfString(text: string, start: number) {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x5c) at += 1;
    else if (char === 0x22) return at + 1;
  }
  throw refused("a text is not closed");
}

const isKey = (text: string, end: number) => text.charCodeAt(skipSpaces(text, end)) === 0x3a;

function skipSpaces(text: string, from: number) {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

/** Where the object after a key starts, if its value is an object. */
function objectAfter(text: string, endOfKey: number, depth: number) {
  const start = skipSpaces(text, skipSpaces(text, endOfKey) + 1);
  return text.charCodeAt(start) === 0x7b ? { start, depth } : undefined;
}

function checkKey(keys: Set<string>, quoted: string): string {
  let key: string;
  try {
    key = quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  } catch {
    throw refused("it is not well-formed");
  }
  if (key === "__proto__") throw refused(`the key "${key}" is reserved`);
  if (keys.has(key)) throw refused("a key is given twice");
  keys.add(key);
  return key;
}
