import { AppError } from "../errors.ts";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;

/** A time that a caller sent in the field `name`. */
export function readInstant(name: string, text: string): Date {
  const at = new Date(text);
  if (!INSTANT.test(text) || Number.isNaN(at.getTime())) {
    throw new AppError("invalid", "invalid-time", `${name} must be a time with a zone, such as 2026-11-15T09:30:00Z.`);
  }
  return at;
}
