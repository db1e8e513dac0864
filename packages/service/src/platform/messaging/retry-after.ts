const LONGEST_SECONDS = 3_600;

/** Reads the header `Retry-After`: seconds, or a date. Returns undefined when it is missing, malformed or in the past. A
 *  provider cannot stop us for longer than an hour. */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d{1,9}(?:\.\d{1,9})?$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1_000;
  return seconds > 0 ? Math.min(Math.ceil(seconds), LONGEST_SECONDS) : undefined;
}
