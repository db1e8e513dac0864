import { AppError } from "../errors.ts";

/** Postgres cannot store NUL and broken surrogates; U+FFFD means that bytes were lost before they arrived. */
const unstorable = (text: string) => text.includes("\0") || text.includes("\uFFFD") || !text.isWellFormed();

/** Refuses texts that cannot be stored, in keys and values at any depth. */
export function checkText(value: unknown): void {
  if (typeof value === "string") {
    if (unstorable(value))
      throw new AppError(
        "invalid",
        "invalid-text",
        "A text contains characters that cannot be stored. Send valid UTF-8 without NUL.",
      );
  } else if (typeof value === "object" && value !== null) {
    for (const key in value) {
      checkText(key);
      checkText((value as Record<string, unknown>)[key]);
    }
  }
}
