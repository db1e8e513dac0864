import { basename } from "node:path";
import type { Store } from "../../stores/store.ts";
import { type HashedFile, hashFile } from "../files/hash-file.ts";
import { readRows } from "../files/read-rows.ts";
import { REASONS } from "../refused.ts";
import { addCounts, type Counts, countRefused } from "./counts.ts";
import { type Input, openInput } from "./import-file.ts";
import { readRow } from "./import-rows.ts";

const EXAMPLES = 3;
const VALUE_MAX = 60;
const COLUMNS_MAX = 200;
const PAGE = 2_000;

type Column = { readonly name: string; filled: number; readonly examples: string[] };

export type Analysis = {
  readonly file: { readonly name: string } & HashedFile;
  readonly kind: Input["kind"];
  readonly rows: number;
  readonly good: number;
  readonly columns: readonly Readonly<Column>[];
  /** The fields that the kind has. */
  readonly fields: readonly string[];
  readonly refused: Counts["refused"];
};

/** Reads a file without storing anything: what it has, and what would be refused. It does not look into the store. */
export async function analyseFile(store: Store, input: Input): Promise<Analysis> {
  const { kind, format, mapRow } = await openInput(input);
  const columns = new Map<string, Column>();
  let counts: Counts = {};
  let rows = 0;
  for await (const page of readRows(input.path, format, PAGE)) {
    rows += page.length;
    for (const row of page) addTo(columns, row.fields ?? {});
    const refused = page.flatMap((row) => readRow({ kind, mapRow, store }, row).refused ?? []);
    counts = addCounts(counts, { imported: 0 }, refused);
  }
  return {
    file: { name: basename(input.path), ...(await hashFile(input.path)) },
    kind: input.kind,
    rows,
    good: rows - countRefused(counts),
    columns: [...columns.values()],
    fields: kind.fields,
    refused: counts.refused,
  };
}

function addTo(columns: Map<string, Column>, fields: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(fields)) {
    let column = columns.get(name);
    if (!column && columns.size >= COLUMNS_MAX) continue;
    if (!column) columns.set(name, (column = { name, filled: 0, examples: [] }));
    if (value === null || value === undefined || value === "") continue;
    column.filled += 1;
    if (column.examples.length >= EXAMPLES) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const shown = text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text;
    if (!column.examples.includes(shown)) column.examples.push(shown);
  }
}

export function describeAnalysis({ file, kind, rows, good, columns, fields, refused = {} }: Analysis): string {
  return [
    `${file.name}: ${rows} rows, ${file.bytes} bytes, SHA-256 ${file.sha256}`,
    ...columns.map(({ name, filled, examples }) => `  ${name}: ${filled} of ${rows}, such as ${examples.join(" · ")}`),
    `  Fields of ${kind}: ${fields.join(", ")}`,
    `  ${good} rows can be read, ${rows - good} cannot.`,
    ...Object.entries(refused).flatMap(([reason, found]) => [
      `  ${found.rows}${found.field ? ` (${found.field})` : ""}: ${REASONS[reason as keyof typeof REASONS]}`,
      `    lines ${found.lines.join(", ")}${found.lines.length < found.rows ? " …" : ""}`,
    ]),
  ].join("\n");
}
