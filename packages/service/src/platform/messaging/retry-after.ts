const LONGEST_SECONDS = 3_600;

/** Reads the header `Retry-After`: seconds, or a date. Returns undefined when it is missing, malformed or in the past. Nobody
 *  can stop us for longer than `maxSeconds`. */
export function readRetryAfter(
  value: string | null,
  now: number,
  { maxSeconds = LONGEST_SECONDS }: { readonly maxSeconds?: number } = {},
): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d{1,9}(?:\.\d{1,9})?$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1_000;
  return seconds > 0 ? Math.min(Math.ceil(seconds), maxSeconds) : undefined;
}
