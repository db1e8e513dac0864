import { execFile } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { POSTGRES_BIN } from "../engines/install.ts";
import type { Statement } from "../packages/service/src/platform/db/db.ts";

const SPARE_MS = 30_000;
const THREADS = 2;
const MAX_BUFFER = 16 * 1024 * 1024;

/** What the service's own connections ask for; a bare statement planned anew each time would be an easy opponent. */
const SESSION = "-c role=keepsake_hot -c plan_cache_mode=force_generic_plan";

export type BareLoad = {
  readonly url: string;
  readonly script: string;
  readonly variables: Readonly<Record<string, number>>;
  readonly clients: number;
  readonly seconds: number;
};

/** The service's statement as pgbench takes it. pgbench numbers each use of a variable anew, so a value that the
 *  server cannot infer the type of at every place needs its cast. */
export function toScript(statement: Statement, values: readonly string[], setUp: readonly string[]): string {
  const used = new Set<number>();
  const oneLine = statement.text.replace(/--.*$/gm, "").replace(/\s+/g, " ");
  const text = oneLine.replace(/\$(\d+)/g, (_, digits: string) => {
    const value = values[Number(digits) - 1];
    if (value === undefined) throw new Error(`No value for $${digits} of ${statement.name}`);
    used.add(Number(digits));
    return value;
  });
  if (used.size !== values.length) throw new Error(`${statement.name} does not take ${values.length} values`);
  return `${setUp.join("\n")}\n${text};\n`;
}

/** Transactions per second. The first second is left out: there, each new backend fills its caches. */
export async function runPgbench({ url, script, variables, clients, seconds }: BareLoad): Promise<number> {
  const args = ["-P", "1", ...argumentsOf({ url, script, variables, clients, seconds: seconds + 1 })];
  const { stdout, stderr } = await pgbench(args, seconds);
  failOnErrors(stdout);
  const perSecond = [...stderr.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)].map((match) => Number(match[1]));
  const counted = perSecond.slice(1);
  // On a machine so busy that the seconds went unreported, the sum of all of them has to do.
  if (counted.length === 0) return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  return counted.reduce((sum, tps) => sum + tps, 0) / counted.length;
}

/** The median time of one transaction in ms, from pgbench's log of all of them. */
export async function timePgbench(load: BareLoad): Promise<number> {
  const prefix = join(dirname(load.script), "pgbench-times");
  const { stdout } = await pgbench(["-l", `--log-prefix=${prefix}`, ...argumentsOf(load)], load.seconds);
  failOnErrors(stdout);
  const names = (await readdir(dirname(prefix))).filter((name) => name.startsWith(`${basename(prefix)}.`));
  const files = names.map((name) => join(dirname(prefix), name));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  await Promise.all(files.map((file) => rm(file)));
  const times = texts.flatMap((text) => text.trimEnd().split("\n").map(microseconds));
  const median = Float64Array.from(times).toSorted()[times.length >> 1];
  if (!median) throw new Error("pgbench timed no transaction");
  return median / 1000;
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

function failOnErrors(stdout: string) {
  const failed = Number(/number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? Number.NaN);
  if (failed !== 0) throw new Error(`pgbench had failed transactions:\n${stdout}`);
}
