import { AppError } from "../errors.ts";

const invalidCursor = () =>
  new AppError(
    "invalid",
    "invalid-cursor",
    "This cursor is not one of ours. Send `next` of the page before, or leave it out.",
  );

/** The place where the next page begins: the values of the last row that the page is sorted by. */
export const writeCursor = (values: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(values)).toString("base64url");

/** `check` tells whether the value at this index may be one of the cursor. */
export function readCursor(
  text: string | undefined,
  checks: readonly ((value: string) => boolean)[],
): string[] | undefined {
  if (text === undefined) return undefined;
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    throw invalidCursor();
  }
  if (!Array.isArray(values) || values.length !== checks.length) throw invalidCursor();
  const texts = values.map(String);
  if (!texts.every((value, index) => checks[index]?.(value))) throw invalidCursor();
  return texts;
}

/** A whole number that a bigint can hold. */
export const isInteger = (value: string) =>
  /^-?\d{1,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value);
