import { fragment, literal } from "./db/fragment.ts";

export const COUNTED_MAX = 1_000;

/** A count that reads at most a thousand and one rows. */
export type BoundedCount = { readonly count: number; readonly isMore: boolean };

export const toBounded = (rows: number): BoundedCount => ({
  count: Math.min(rows, COUNTED_MAX),
  isMore: rows > COUNTED_MAX,
});

/** The limit of the subquery whose rows are counted. */
export const COUNT_LIMIT = fragment(`limit ${literal(COUNTED_MAX + 1).text}`);
