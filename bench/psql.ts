import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { POSTGRES_BIN } from "../engines/install.ts";

const STATEMENT_MS = 600_000;
const program = join(POSTGRES_BIN, "psql");
const options = ["-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1"];

/** Runs statements, each in its own transaction, and returns the last line of the output. */
export async function psql(url: string, ...statements: string[]): Promise<string> {
  const args = [...options, ...statements.flatMap((statement) => ["-c", statement]), url];
  const { stdout } = await promisify(execFile)(program, args, { timeout: STATEMENT_MS });
  return stdout.trimEnd().split("\n").at(-1) ?? "";
}

/** Streams rows into a table, without checking foreign keys. */
export async function copyInto(url: string, target: string, rows: Iterable<string>): Promise<void> {
  const statement = `copy ${target} from stdin`;
  const child = spawn(program, [...options, "-c", statement, url], {
    env: { ...process.env, PGOPTIONS: "-c session_replication_role=replica" },
    stdio: ["pipe", "ignore", "inherit"],
    timeout: STATEMENT_MS,
  });
  const exited = once(child, "exit");
  const broken = pipeline(Readable.from(rows), child.stdin).catch((error: unknown) => error);
  const [code] = await exited;
  const error = await broken;
  if (code !== 0 || error) throw new Error(`psql failed: ${statement}`, { cause: error });
}

/** Drops the secondary indexes of a table, runs `load`, and creates them again. For ten million random keys this saves
 *  minutes. */
export async function withoutIndexes(url: string, table: string, load: () => Promise<unknown>): Promise<void> {
  const loose = `from pg_index where indrelid = '${table}'::regclass
    and not exists (select from pg_constraint where conindid = indexrelid)`;
  const drop = await psql(url, `select string_agg(format('drop index %s', indexrelid::regclass), '; ') ${loose}`);
  const create = await psql(url, `select string_agg(pg_get_indexdef(indexrelid), '; ') ${loose}`);
  await psql(url, drop);
  await load();
  await psql(url, `set maintenance_work_mem = '512MB'`, create);
}
