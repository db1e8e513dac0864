import { stat } from "node:fs/promises";
import { join } from "node:path";
import { psql } from "../psql.ts";

type Copies = { readonly url: string; readonly folder: string; readonly tables: readonly string[] };

// The server reads and writes the files itself, so that no client is part of the measurement.

/** Copies the rows of tables out, for the measurements below. */
export async function copyOut({ url, folder, tables }: Copies): Promise<void> {
  for (const table of tables) {
    await psql(url, `copy ${table} to '${fileOf(folder, table)}'`);
    if ((await stat(fileOf(folder, table))).size === 0) throw new Error(`${table} has no rows to compare with`);
  }
}

/** Copies the rows into empty tables of the same shape: the same columns, checks and indexes, without foreign keys and triggers.
 *  Returns the seconds. */
export async function copyIntoShapes({ url, folder, tables }: Copies): Promise<number> {
  let seconds = 0;
  for (const table of tables) {
    await psql(url, `drop table if exists bare_${table}`, `create table bare_${table} (like ${table} including all)`);
    seconds += await timeCopy(url, `bare_${table}`, fileOf(folder, table));
    await psql(url, `drop table bare_${table}`);
  }
  return seconds;
}

/** Copies the rows into the tables themselves, in a database that has only what they refer to (`parents`): with indexes, checks
 *  and foreign keys, without our triggers, whose rows are among those that are copied. Returns the seconds. */
export async function copyIntoTables({ url, folder, tables }: Copies, parents: readonly string[]): Promise<number> {
  for (const table of parents)
    await psql(url, "set session_replication_role = replica", `copy ${table} from '${fileOf(folder, table)}'`);
  let seconds = 0;
  for (const table of tables) {
    await psql(url, `alter table ${table} disable trigger user`);
    seconds += await timeCopy(url, table, fileOf(folder, table));
  }
  return seconds;
}

async function timeCopy(url: string, table: string, file: string): Promise<number> {
  const from = performance.now();
  await psql(url, `copy ${table} from '${file}'`);
  return (performance.now() - from) / 1_000;
}

const fileOf = (folder: string, table: string) => join(folder, `${table}.copy`);
