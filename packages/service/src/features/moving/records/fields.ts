import { AppError } from "../../../platform/errors.ts";
import { readIsoTime } from "../files/times.ts";
import { type Reason, Refused } from "../refused.ts";

const DAY_MS = 86_400_000;
const TRUE = new Set(["true", "yes", "y", "1", "t"]);
const FALSE = new Set(["false", "no", "n", "0", "f"]);

/** The values of a row, checked one by one. A value that is empty or not there is null. Throws Refused. */
export type Fields = ReturnType<typeof createFields>;

export function createFields(values: Readonly<Record<string, unknown>>) {
  const raw = (name: string): unknown => {
    const value = values[name];
    return value === undefined || value === "" ? null : value;
  };

  function text(name: string, max: number, reason: Reason = "invalid-value"): string | null {
    const value = raw(name);
    if (value === null) return null;
    const written = isRaw(value) ? value.rawJSON : value;
    if (typeof written !== "string" && typeof written !== "number") throw new Refused(reason, name);
    const found = String(written);
    if (found.length > max) throw new Refused(reason, name);
    return found;
  }

  function number(name: string, min: number, max: number): number | null {
    const value = raw(name);
    if (value === null) return null;
    if (typeof value === "string" && value.trim() === "") return null;
    // A currency may stand before the number.
    const read = typeof value === "string" ? toNumber(value.trim().replace(/^[^\d.-]+/, "")) : value;
    if (typeof read !== "number" || !(read >= min && read <= max)) throw new Refused("invalid-value", name);
    return read;
  }

  return {
    raw,
    text,
    number,
    has: (name: string) => raw(name) !== null,
    whole(name: string, min: number, max: number): number | null {
      const read = number(name, min, max);
      if (read !== null && !Number.isInteger(read)) throw new Refused("invalid-value", name);
      return read;
    },
    yesOrNo(name: string): boolean | null {
      const value = raw(name);
      if (value === null || typeof value === "boolean") return value;
      const word = (text(name, 20, "unknown-value") ?? "").trim().toLowerCase();
      if (TRUE.has(word)) return true;
      if (FALSE.has(word)) return false;
      throw new Refused("unknown-value", name);
    },
    time(name: string): string | null {
      const value = raw(name);
      if (value === null) return null;
      const at = typeof value === "string" ? readIsoTime(value.trim()) : undefined;
      if (at === undefined) throw new Refused("invalid-time", name);
      // A clock may be a little ahead.
      if (Date.parse(at) > Date.now() + DAY_MS) throw new Refused("time-in-future", name);
      return at;
    },
    /** A JSON object as text: from an object, or from text. */
    object(name: string, max: number): string | null {
      const value = raw(name);
      if (value === null) return null;
      const written = typeof value === "string" ? value.trim() : JSON.stringify(value);
      if (written.length > max || !isObject(written)) throw new Refused("invalid-value", name);
      return written;
    },
    oneOf<Value extends string>(name: string, allowed: readonly Value[]): Value | null {
      const value = raw(name);
      if (value === null) return null;
      const found = allowed.find((one) => one === value);
      if (found === undefined) throw new Refused("unknown-value", name);
      return found;
    },
  };
}

/** Without a digit it is none: Number("") is 0. */
const toNumber = (text: string) => (/\d/.test(text) ? Number(text) : Number.NaN);

type RawJson = { readonly rawJSON: string };
/** A long number of the file, which keeps its digits. */
export const isRaw = (value: unknown): value is RawJson =>
  (JSON as unknown as { isRawJSON(value: unknown): boolean }).isRawJSON(value);

function isObject(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Turns a refusal of the API into one of the import. */
export function refuseAs<Value>(reason: Reason, field: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) throw new Refused(reason, field);
    throw error;
  }
}
