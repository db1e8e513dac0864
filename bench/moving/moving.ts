import { chmod, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchContext } from "../path.ts";
import { psql } from "../psql.ts";
import { waitForQuiet } from "../quiet.ts";
import type { Line } from "../report.ts";
import { createStore, migrate } from "../service.ts";
import { copyIntoShapes, copyIntoTables, copyOut } from "./bare-copy.ts";
import { writeFiles } from "./files.ts";
import { type Ran, runCommand } from "./run-command.ts";

const ROWS = { full: 1_000_000, short: 20_000 };
const BAR = 0.3;
/** The tables that an import of each kind adds rows to, apart from events. */
const TABLES = {
  subscriptions: ["contacts", "subscriptions", "waiting", "consents", "ledger"],
  items: ["items"],
} as const;
/** What they refer to, besides each other. */
const PARENTS = { subscriptions: ["variants"], items: ["shoppers", "lists"] } as const;
type Kind = keyof typeof TABLES;

/** Imports a million subscriptions and a million items, each killed in the middle and started again, and compares the rate with
 *  a bare COPY of the rows that it stored. Then exports the store, imports it into a new one, and exports that. */
export async function* measureMoving({ postgres, folder, isShort }: BenchContext): AsyncIterable<Line> {
  const rows = isShort ? ROWS.short : ROWS.full;
  const url = await postgres.createDatabase("moving");
  await migrate(url);
  const bareUrl = await postgres.createDatabase("bare");
  await migrate(bareUrl);
  const store = await createStore(url, "Moving");
  const files = await writeFiles(folder, rows);
  const copies = join(folder, "copies");
  await mkdir(copies);
  await chmod(copies, 0o777);
  await chmod(folder, 0o755);
  await runCommand(url, ["import", "lists", files.lists, "--pid", store.pid]);
  for (const kind of ["subscriptions", "items"] as const) {
    const busy = await waitForQuiet();
    const more = kind === "subscriptions" ? ["--mapping", files.mapping] : [];
    const command = ["import", kind, files[kind], "--pid", store.pid, "--json", ...more];
    const killed = await runCommand(url, command, { stopWhen: () => isHalfWay(url, kind, rows) });
    const done = Number(await psql(url, `select rows_read from imports where kind = '${kind}'`));
    const resumed = await runCommand(url, command);
    await requireRows(url, kind, rows);
    const seconds = killed.seconds + resumed.seconds;
    const copy = { url, folder: copies, tables: TABLES[kind] };
    await copyOut({ ...copy, tables: [...TABLES[kind], ...PARENTS[kind]] });
    const shapeSeconds = await copyIntoShapes(copy);
    const bareSeconds = await copyIntoTables({ ...copy, url: bareUrl }, PARENTS[kind]);
    const ratio = bareSeconds / seconds;
    yield {
      path: "import",
      kind,
      rows,
      ratio,
      perSecond: rows / seconds,
      barePerSecond: rows / bareSeconds,
      ratioWithoutKeys: shapeSeconds / seconds,
      shapePerSecond: rows / shapeSeconds,
      killedAt: done,
      ...memoryOf(killed, resumed),
      bar: BAR,
      ok: ratio >= BAR && done > 0 && done < rows,
      busy,
    };
  }
  yield await measureRoundTrip({ postgres, folder }, { url, pid: store.pid }, rows);
}

const isHalfWay = async (url: string, kind: Kind, rows: number) =>
  Number(await psql(url, `select coalesce(max(rows_read), 0) from imports where kind = '${kind}'`)) >= rows / 2;

async function requireRows(url: string, kind: Kind, rows: number) {
  for (const table of kind === "items" ? ["items"] : ["subscriptions", "waiting", "consents"]) {
    const stored = Number(await psql(url, `select count(*) from ${table}`));
    if (stored !== rows) throw new Error(`${table} has ${stored} rows instead of ${rows}`);
  }
}

const memoryOf = (...runs: readonly Ran[]) => ({
  rssFirstHalfMb: Math.max(...runs.map(({ rssFirstHalf }) => rssFirstHalf)),
  rssMaxMb: Math.max(...runs.map(({ rssMax }) => rssMax)),
});

async function measureRoundTrip(
  { postgres, folder }: Pick<BenchContext, "postgres" | "folder">,
  from: { readonly url: string; readonly pid: string },
  rows: number,
): Promise<Line> {
  const url = await postgres.createDatabase("moved");
  await migrate(url);
  const { pid } = await createStore(url, "Moved");
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  const exported = await runCommand(from.url, ["store", "export", "--pid", from.pid, "--to", first]);
  const imported = await runCommand(url, ["import", "store", first, "--pid", pid, "--json"]);
  await runCommand(url, ["store", "export", "--pid", pid, "--to", second]);
  const [before, after] = await Promise.all([first, second].map(readManifest));
  const all = before?.files.reduce((sum, file) => sum + file.rows, 0) ?? 0;
  const isSame = JSON.stringify(before?.files) === JSON.stringify(after?.files);
  return {
    path: "round-trip",
    rows: all,
    exportPerSecond: all / exported.seconds,
    importPerSecond: all / imported.seconds,
    exportRssMaxMb: exported.rssMax,
    importRssMaxMb: imported.rssMax,
    identical: isSame,
    ok: isSame && all > rows * 2,
  };
}

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as { files: { rows: number }[] };
