import type { Reason } from "../refused.ts";
import type { Change, Outcome } from "./kinds.ts";

/** How many lines are named for each reason. */
export const LINES_MAX = 50;

/** What became of the rows of a file so far. */
export type Counts = {
  readonly imported?: number;
  readonly changed?: Readonly<Partial<Record<Change, number>>>;
  readonly refused?: Readonly<
    Partial<Record<Reason, { readonly rows: number; readonly lines: readonly number[]; readonly field?: string }>>
  >;
};

export type RefusedRow = { readonly line: number; readonly reason: Reason; readonly field?: string };

export function addCounts(
  before: Counts,
  outcome: Pick<Outcome, "imported" | "changed">,
  refused: readonly RefusedRow[],
): Counts {
  const changed = { ...before.changed };
  for (const [name, rows] of Object.entries(outcome.changed ?? {}))
    if (rows > 0) changed[name as Change] = (changed[name as Change] ?? 0) + rows;
  const reasons = { ...before.refused };
  for (const { line, reason, field } of refused) {
    const known = reasons[reason] ?? { rows: 0, lines: [], ...(field ? { field } : {}) };
    const lines = known.lines.length < LINES_MAX ? [...known.lines, line] : known.lines;
    reasons[reason] = { ...known, rows: known.rows + 1, lines };
  }
  return { imported: (before.imported ?? 0) + outcome.imported, changed, refused: reasons };
}

export const countRefused = ({ refused = {} }: Counts) =>
  Object.values(refused).reduce((sum, { rows }) => sum + rows, 0);
