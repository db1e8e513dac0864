import { fragment, literal } from "./db/fragment.ts";

export const COUNTED_MAX = 1_000;

/** A count that reads one row more than it may say, and no further. */
export type BoundedCount = { readonly count: number; readonly isMore: boolean };

export const toBounded = (rows: number, max = COUNTED_MAX): BoundedCount => ({
  count: Math.min(rows, max),
  isMore: rows > max,
});

/** The limit of the subquery whose rows are counted. */
export const COUNT_LIMIT = fragment(`limit ${literal(COUNTED_MAX + 1).text}`);
