import { execFile } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { POSTGRES_BIN } from "../engines/install.ts";
import type { Statement } from "../packages/service/src/platform/db/db.ts";

const SPARE_MS = 30_000;
const THREADS = 2;
const MAX_BUFFER = 16 * 1024 * 1024;

/** The settings of the service's own connections. Without them pgbench would plan each statement again and be slower. */
const SESSION = "-c role=keepsake_hot -c plan_cache_mode=force_generic_plan";

export type BareLoad = {
  readonly url: string;
  readonly script: string;
  readonly variables: Readonly<Record<string, number>>;
  readonly clients: number;
  readonly seconds: number;
};

export type BareSample = { readonly calls: number; readonly perSecond: number };

/** Converts a statement of the service for pgbench, which makes each use of a variable a parameter of its own. A value
 *  needs a cast when PostgreSQL cannot infer its type at every use. */
export function toScript(statement: Statement, values: readonly string[], setUp: readonly string[]): string {
  const used = new Set<number>();
  const oneLine = statement.text.replace(/--.*$/gm, "").replace(/\s+/g, " ");
  const text = oneLine.replace(/\$(\d+)/g, (_, digits: string) => {
    const value = values[Number(digits) - 1];
    if (value === undefined) throw new Error(`No value for $${digits} of ${statement.name}`);
    used.add(Number(digits));
    return value;
  });
  if (used.size !== values.length) throw new Error(`${statement.name} uses ${used.size} of ${values.length} values`);
  return `${setUp.join("\n")}\n${text};\n`;
}

/** `calls` counts every transaction. `perSecond` leaves out the first second, in which each new backend fills its
 *  caches. */
export async function runPgbench({ url, script, variables, clients, seconds }: BareLoad): Promise<BareSample> {
  const args = ["-P", "1", ...argumentsOf({ url, script, variables, clients, seconds: seconds + 1 })];
  const { stdout, stderr } = await pgbench(args, seconds);
  const calls = countTransactions(stdout);
  const rates = [...stderr.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)].map((match) => Number(match[1]));
  const counted = rates.slice(1);
  // On a very busy machine pgbench prints no progress; its overall rate is then the only one there is.
  if (counted.length === 0) return { calls, perSecond: Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]) };
  return { calls, perSecond: counted.reduce((sum, tps) => sum + tps, 0) / counted.length };
}

/** The median time of one transaction, from pgbench's log of all of them. */
export async function timePgbench(load: BareLoad): Promise<{ readonly calls: number; readonly medianMs: number }> {
  const prefix = join(dirname(load.script), "pgbench-times");
  const { stdout } = await pgbench(["-l", `--log-prefix=${prefix}`, ...argumentsOf(load)], load.seconds);
  const calls = countTransactions(stdout);
  const names = (await readdir(dirname(prefix))).filter((name) => name.startsWith(`${basename(prefix)}.`));
  const files = names.map((name) => join(dirname(prefix), name));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  await Promise.all(files.map((file) => rm(file)));
  const times = texts.flatMap((text) => text.trimEnd().split("\n").map(microseconds));
  const median = Float64Array.from(times).toSorted()[times.length >> 1];
  if (!median) throw new Error("pgbench timed no transaction");
  return { calls, medianMs: median / 1000 };
}

const microseconds = (line: string) => Number(line.split(" ", 3)[2]);

export async function writeScript(folder: string, name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

const argumentsOf = ({ url, script, variables, clients, seconds }: BareLoad) => [
  "-n",
  "--protocol=prepared",
  `--file=${script}`,
  `--time=${seconds}`,
  `--client=${clients}`,
  `--jobs=${Math.min(THREADS, clients)}`,
  ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
  url,
];

const pgbench = (args: string[], seconds: number) =>
  promisify(execFile)(join(POSTGRES_BIN, "pgbench"), args, {
    env: { ...process.env, PGOPTIONS: SESSION },
    timeout: seconds * 1000 + SPARE_MS,
    maxBuffer: MAX_BUFFER,
  });

/** Throws when a transaction failed. */
function countTransactions(stdout: string): number {
  const numberAfter = (label: string) => Number(new RegExp(`^${label}: (\\d+)`, "m").exec(stdout)?.[1] ?? Number.NaN);
  if (numberAfter("number of failed transactions") !== 0)
    throw new Error(`pgbench had failed transactions:\n${stdout}`);
  const calls = numberAfter("number of transactions actually processed");
  if (Number.isNaN(calls)) throw new Error(`pgbench did not print how many transactions it ran:\n${stdout}`);
  return calls;
}
