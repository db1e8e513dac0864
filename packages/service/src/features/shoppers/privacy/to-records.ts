import type { RecordPage } from "./participant.ts";

/** Records of a page of an export. */
export const PAGE = 200;

/** A page of rows as records. `key` is what the pages are sorted by. */
export function toRecordPage(rows: readonly { readonly key: string; readonly record: object }[]): RecordPage {
  const last = rows.at(-1);
  return {
    records: rows.map(({ record }) => toRecord(record)),
    next: last && rows.length === PAGE ? last.key : null,
  };
}

/** The columns of a row under names like those of the API: `signed_up_at` as `signedUpAt`. Values stay as they are. */
export const toRecord = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]: [string, unknown]) => [
      column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
