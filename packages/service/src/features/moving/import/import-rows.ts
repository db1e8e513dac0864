import type { Db, StoreTx } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { FileRow } from "../files/read-rows.ts";
import type { MapRow } from "../mapping/mapping.ts";
import { createFields } from "../records/fields.ts";
import { Refused } from "../refused.ts";
import { whileUnavailable } from "../while-unavailable.ts";
import { addCounts, type Counts, type RefusedRow } from "./counts.ts";
import type { Kind, Outcome, PageDeps } from "./kinds.ts";
import { lockProgress, saveProgress } from "./sql.ts";

/** A row as it was read, or why it is refused. */
export type ReadRow = { readonly line: number } & (
  | { readonly value: unknown; readonly refused?: undefined }
  | { readonly value?: undefined; readonly refused: RefusedRow }
);

export function readRow({ kind, mapRow, store }: ReadDeps, { line, fields, reason }: FileRow): ReadRow {
  if (!fields || reason) return { line, refused: { line, reason: reason ?? "not-json" } };
  try {
    return { line, value: kind.read(store, createFields(mapRow(fields))) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { line, refused: { line, reason: error.reason, ...(error.field ? { field: error.field } : {}) } };
  }
}

export type ReadDeps = { readonly kind: Kind; readonly mapRow: MapRow; readonly store: PageDeps["store"] };
type StoreDeps = PageDeps & { readonly db: Db; readonly kind: Kind };

/** Works on a page. When the database refuses a value, the page is divided until the row is found, and that row is refused.
 *  `place`: where in the page a part begins. */
export async function inParts(
  rows: readonly ReadRow[],
  work: (part: readonly ReadRow[], place: number) => Promise<Counts>,
  place = 0,
): Promise<Counts> {
  try {
    return await work(rows, place);
  } catch (error) {
    if (!isOfOneRow(error)) throw error;
    const [only] = rows;
    if (rows.length === 1 && only)
      return work([{ line: only.line, refused: { line: only.line, reason: "cannot-be-stored" } }], place);
    const half = Math.ceil(rows.length / 2);
    await inParts(rows.slice(0, half), work, place);
    return inParts(rows.slice(half), work, place + half);
  }
}

/** Whether PostgreSQL refuses a value of a row: what it cannot store, what a CHECK forbids, or a null. A missing partition has the
 *  code of a CHECK, and no constraint: it is no row's fault. */
function isOfOneRow(error: unknown): boolean {
  if (error instanceof AppError) return error.kind === "invalid";
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  return code === "23502" || (code === "23514" && constraint !== undefined);
}

/** Stores a page with how far the import is, in one transaction or, if it is divided, in some. Returns the counts afterwards. */
export const storeRows = (
  deps: StoreDeps,
  inputHash: Buffer,
  rows: readonly ReadRow[],
  first: number,
): Promise<Counts> => inParts(rows, (part, place) => storePart(deps, inputHash, part, first + place));

function storePart(deps: StoreDeps, inputHash: Buffer, rows: readonly ReadRow[], from: number): Promise<Counts> {
  let tries = 0;
  return whileUnavailable(() =>
    deps.db.inStore(deps.store.id, async (tx) => {
      tries += 1;
      const { rowsRead, counts: before } = await lockProgress(tx, inputHash);
      // They were stored, but the connection ended before the answer to the commit came.
      if (tries > 1 && rowsRead === from + rows.length) return before;
      if (rowsRead !== from) throw new Error("Another process imports this file. Wait until it has finished.");
      const counts = await addRows(tx, deps, rows, before);
      await saveProgress(tx, inputHash, { rowsRead: from + rows.length, counts });
      return counts;
    }),
  );
}

/** Stores the rows of a page, and counts what became of them. */
export async function addRows(
  tx: StoreTx,
  { kind, ...deps }: Omit<StoreDeps, "db">,
  rows: readonly ReadRow[],
  before: Counts,
): Promise<Counts> {
  const good = rows.filter(({ refused }) => refused === undefined);
  const refused = rows.flatMap((row) => row.refused ?? []);
  const outcome: Outcome =
    good.length === 0 ? { imported: 0 } : await kind.add(tx, deps, good.map(({ value }) => value) as never[]);
  const later = (outcome.refused ?? []).map(({ place, reason }) => ({ line: good[place]?.line ?? 0, reason }));
  const inOrder = [...refused, ...later].toSorted((one, other) => one.line - other.line);
  return addCounts(before, outcome, inOrder);
}
