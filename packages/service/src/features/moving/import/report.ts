import type { HashedFile } from "../files/hash-file.ts";
import { REASONS, type Reason } from "../refused.ts";
import { type Counts, countRefused } from "./counts.ts";
import { CHANGES, type Change, type KindName } from "./kinds.ts";

export type Report = {
  readonly pid: string;
  readonly kind: KindName;
  readonly mode: "dry-run" | "import";
  readonly file: { readonly name: string } & HashedFile;
  readonly mappingSha256: string | null;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** The row that a former run had reached. */
  readonly resumedAfter: number;
  /** The file was imported before, and nothing was done now. */
  readonly isRepeated: boolean;
  readonly rows: { readonly read: number; readonly imported: number; readonly there: number; readonly refused: number };
  readonly changed: readonly { readonly change: Change; readonly why: string; readonly rows: number }[];
  readonly refused: readonly {
    readonly reason: Reason;
    readonly why: string;
    readonly rows: number;
    readonly field?: string;
    /** The first of them. */
    readonly lines: readonly number[];
  }[];
  readonly warnings: readonly string[];
};

export function toReport(
  facts: Omit<Report, "rows" | "changed" | "refused">,
  { rowsRead, counts }: { readonly rowsRead: number; readonly counts: Counts },
): Report {
  const [imported, refused] = [counts.imported ?? 0, countRefused(counts)];
  return {
    ...facts,
    rows: { read: rowsRead, imported, there: rowsRead - imported - refused, refused },
    changed: (Object.entries(counts.changed ?? {}) as [Change, number][]).map(([change, rows]) => ({
      change,
      why: CHANGES[change],
      rows,
    })),
    refused: (Object.entries(counts.refused ?? {}) as [Reason, NonNullable<Counts["refused"]>[Reason] & object][]).map(
      ([reason, found]) => ({ reason, why: REASONS[reason], ...found }),
    ),
    warnings: facts.warnings,
  };
}

/** The report for people. */
export function describeReport(report: Report): string {
  const { kind, mode, file, rows, changed, refused, warnings, resumedAfter, isRepeated } = report;
  const done = mode === "import" ? "imported" : "would be imported";
  const lines = [
    `${file.name}: ${kind} of the store ${report.pid}${mode === "dry-run" ? ", dry run: nothing was stored" : ""}`,
    `  SHA-256 ${file.sha256}, ${file.bytes} bytes`,
    ...(isRepeated ? [`  This file was imported before, on ${report.finishedAt}. Nothing was done now.`] : []),
    ...(resumedAfter > 0 && !isRepeated
      ? [`  A former run had reached row ${resumedAfter}. This one went on there.`]
      : []),
    `  ${rows.read} rows read: ${rows.imported} ${done}, ${rows.there} there already, ${rows.refused} refused`,
    ...changed.map(({ rows: count, why }) => `  ${count} ${why}`),
    ...refused.flatMap(({ rows: count, why, field, lines: first }) => [
      `  ${count} refused${field ? ` (${field})` : ""}: ${why}`,
      `    lines ${first.join(", ")}${first.length < count ? " …" : ""}`,
    ]),
    ...warnings.map((warning) => `  Warning: ${warning}`),
  ];
  return lines.join("\n");
}
