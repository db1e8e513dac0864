import type { StoreTx } from "./db.ts";
import { fragment } from "./fragment.ts";

/** A row of an export as JSON text, and where it is; null where a place has nothing to export. */
export type Line = { readonly line: string | null; readonly at: string };

/** `until`: the newest id when the export began. Rows that came later are not in it. */
export type LinePage = { readonly after: string; readonly until: string; readonly limit: number };

/** Reads the next lines, in the order of the ids. Returns none after the last. */
export type ReadLines = (tx: StoreTx, page: LinePage) => Promise<Line[]>;

/** A time as text, with its microseconds. */
export const inUtc = (column: string) =>
  fragment(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);
