import { createHash } from "node:crypto";
import { basename } from "node:path";
import { setImmediate as soon } from "node:timers/promises";
import type { Db, StoreTx } from "../../../platform/db/db.ts";
import { commandActor } from "../../stores/access/command-actor.ts";
import { recordAudit } from "../../stores/audit/record-audit.ts";
import type { Store } from "../../stores/store.ts";
import type { HashAddress } from "../../subscriptions/address.ts";
import { isAnySuppressed } from "../../subscriptions/moving/import-suppressions.ts";
import { hashFile } from "../files/hash-file.ts";
import { type Format, findFormat, readRows } from "../files/read-rows.ts";
import { createMapRow, hashMapping, type Mapping } from "../mapping/mapping.ts";
import { whileUnavailable } from "../while-unavailable.ts";
import { type Counts, countRefused } from "./counts.ts";
import { addRows, inParts, type ReadRow, readRow, storeRows } from "./import-rows.ts";
import { createKnownVariants, type KindName, kindOf } from "./kinds.ts";
import { type Report, toReport } from "./report.ts";
import { findFinished, finishProgress, openProgress, type Progress, restartProgress } from "./sql.ts";

/** A page is one transaction of some tenths of a second, so that it disturbs nobody. */
const PAGE = 4_000;
const SLICE = 25;

export type ImportDeps = { readonly db: Db; readonly hashAddress: HashAddress };
export type Input = { readonly path: string; readonly kind: KindName; readonly mapping: Mapping | null };

export async function openInput({ path, kind: name, mapping }: Input) {
  const format: Format = await findFormat(path, mapping?.delimiter);
  const kind = kindOf(name);
  const columns = format.name === "csv" ? format.columns : null;
  return { kind, format, mapRow: createMapRow(mapping, { fields: kind.fields, columns }) };
}

/** Imports a file. It can be killed at any time: run again, it goes on where it was; when it has finished, running it again
 *  changes nothing, but for rows that were refused and no longer are. Nothing is sent to anybody. */
export async function importFile(
  { db, hashAddress }: ImportDeps,
  store: Store,
  input: Input,
  { onPage = () => {} }: { readonly onPage?: (rowsRead: number) => void } = {},
): Promise<Report> {
  const { kind, format, mapRow } = await openInput(input);
  const file = await hashFile(input.path);
  const inputHash = hashInput(file.sha256, input);
  const warnings = await db.inStore(store.id, (tx) => warn(tx, input.kind));
  const progress = await db.inStore(store.id, (tx) => beginImport(tx, inputHash, input.kind));
  const facts = {
    pid: store.pid,
    kind: input.kind,
    mode: "import",
    file: { name: basename(input.path), ...file },
    mappingSha256: input.mapping && hashMapping(input.mapping),
    startedAt: progress.startedAt.toISOString(),
    resumedAfter: progress.rowsRead,
    isRepeated: progress.finishedAt !== null,
    warnings,
  } as const;
  if (progress.finishedAt) return toReport({ ...facts, finishedAt: progress.finishedAt.toISOString() }, progress);

  const deps = { db, store, hashAddress, kind, known: createKnownVariants() };
  let { rowsRead, counts }: { rowsRead: number; counts: Counts } = progress;
  for await (const rows of readAhead(input.path, format, {
    skip: rowsRead,
    read: (row) => readRow({ kind, mapRow, store }, row),
  })) {
    counts = await storeRows(deps, inputHash, rows, rowsRead);
    rowsRead += rows.length;
    onPage(rowsRead);
  }
  const finishedAt = await whileUnavailable(() =>
    db.inStore(store.id, async (tx) => {
      const details = { kind: input.kind, sha256: file.sha256, rows: rowsRead, imported: counts.imported ?? 0 };
      await recordAudit(tx, { actor: commandActor(), action: "store.imported", details });
      return (await finishProgress(tx, inputHash))[0]?.finishedAt ?? new Date();
    }),
  );
  return toReport({ ...facts, finishedAt: finishedAt.toISOString() }, { rowsRead, counts });
}

/** How far the import is. One that has finished and refused rows begins anew: their cause may be mended, and rows that are
 *  there already stay as they are. */
async function beginImport(tx: StoreTx, inputHash: Buffer, kind: KindName): Promise<Progress> {
  const progress = await openProgress(tx, inputHash, kind);
  if (progress.finishedAt === null || countRefused(progress.counts) === 0) return progress;
  return restartProgress(tx, inputHash);
}

class RolledBack extends Error {
  readonly counts: Counts;
  constructor(counts: Counts) {
    super("This page is not stored");
    this.counts = counts;
  }
}

/** Stores every page and takes it back, so that each row is checked against the store, and nothing changes. */
export async function tryFile({ db, hashAddress }: ImportDeps, store: Store, input: Input): Promise<Report> {
  const { kind, format, mapRow } = await openInput(input);
  const file = await hashFile(input.path);
  const startedAt = new Date().toISOString();
  const warnings = await db.inStore(store.id, (tx) => warn(tx, input.kind));
  let counts: Counts = {};
  let rowsRead = 0;
  for await (const rows of readAhead(input.path, format, {
    skip: 0,
    read: (row) => readRow({ kind, mapRow, store }, row),
  })) {
    await inParts(rows, async (part) => {
      const before = counts;
      // Rows that were taken back leave no variants to be known.
      const deps = { store, hashAddress, kind, known: createKnownVariants() };
      counts = await whileUnavailable(() =>
        db
          .inStore(store.id, async (tx): Promise<Counts> => {
            throw new RolledBack(await addRows(tx, deps, part, before));
          })
          .catch((error: unknown) => {
            if (error instanceof RolledBack) return error.counts;
            throw error;
          }),
      );
      return counts;
    });
    rowsRead += rows.length;
  }
  const facts = {
    ...({ pid: store.pid, kind: input.kind, mode: "dry-run", file: { name: basename(input.path), ...file } } as const),
    mappingSha256: input.mapping && hashMapping(input.mapping),
    startedAt,
    finishedAt: new Date().toISOString(),
    resumedAfter: 0,
    isRepeated: false,
    warnings,
  };
  return toReport(facts, { rowsRead, counts });
}

/** The same file of the same kind with the same mapping is the same import. */
const hashInput = (sha256: string, { kind, mapping }: Input) =>
  createHash("sha256")
    .update(`${sha256} ${kind} ${hashMapping(mapping)}`)
    .digest();

async function warn(tx: StoreTx, kind: KindName): Promise<string[]> {
  if (kind !== "subscriptions" || (await findFinished(tx, "suppressions")) || (await isAnySuppressed(tx))) return [];
  return [
    "This store has no suppressions. If people have unsubscribed at the former service, import its suppressions first: otherwise they wait here, too.",
  ];
}

/** The pages of a file, read while the page before is stored: a slice of rows at a time, so that the database waits for none of
 *  its answers. */
async function* readAhead(
  path: string,
  format: Format,
  { skip, read }: { readonly skip: number; readonly read: (row: Parameters<typeof readRow>[1]) => ReadRow },
): AsyncGenerator<readonly ReadRow[]> {
  async function* pages() {
    for await (const rows of readRows(path, format, PAGE, skip)) {
      const page: ReadRow[] = [];
      for (const [index, row] of rows.entries()) {
        page.push(read(row));
        if (index % SLICE === 0) await soon();
      }
      yield page;
    }
  }
  const source = pages();
  let next = source.next();
  for (;;) {
    const { value, done } = await next;
    if (done) return;
    next = source.next();
    // A failure is reported when the page is asked for.
    next.catch(() => undefined);
    yield value;
  }
}
