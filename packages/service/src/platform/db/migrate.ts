import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Log } from "../log.ts";
import type { Db } from "./db.ts";
import { allowErasing, TABLES_WITHOUT_POLICY } from "./store-tables.ts";

const FOLDER = new URL("../../../migrations/", import.meta.url);
/** The advisory lock that every migration of a database takes. */
const LOCK = 7_305_011;
const LOCK_TIMEOUT = "1s";
const TRIES = 30;
const PAUSE_MS = 500;

/** The first words of a migration whose statements run one by one, each in transactions of its own, while the service runs: it
 *  carries rows over page by page, or builds an index of a large table. It must be safe to run again. */
const OUTSIDE = "-- Runs outside a transaction";
const END_OF_STATEMENT = /;\s*$/m;

/** Brings the schema up to date, one transaction for each file. A migration that does not get its locks within a second
 *  rolls back and tries again, so that requests never queue behind it for long. */
export async function migrate(databaseUrl: string, log: Log): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl, application_name: "keepsake_migrate" });
  await client.connect();
  try {
    await lock(client);
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from schema_migrations",
    );
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    const fresh: string[] = [];
    for (const name of await listMigrations()) {
      const text = await readFile(new URL(name, FOLDER), "utf8");
      const checksum = createHash("sha256").update(text).digest("hex");
      const before = applied.get(name);
      if (before === checksum) continue;
      if (before)
        throw new Error(`Migration ${name} was changed after it was applied. Restore it and write a new one.`);
      const migration = { name, text, checksum };
      if (text.startsWith(OUTSIDE)) await applyOutside(client, migration);
      else await applyWithRetries(client, migration, log);
      fresh.push(name);
    }
    await coverNewTables(client, log);
    return fresh;
  } finally {
    await client.end();
  }
}

const listMigrations = async () => (await readdir(FOLDER)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).toSorted();

/** The migrations that the database lacks, and those of a newer version that it has. */
export async function compareMigrations(db: Db): Promise<{ readonly missing: string[]; readonly unknown: string[] }> {
  const rows = await db.worker<{ name: string }>`select name from schema_migrations order by name`;
  const [applied, known] = [rows.map(({ name }) => name), await listMigrations()];
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

type Migration = { readonly name: string; readonly text: string; readonly checksum: string };

async function apply(client: Client, migration: Migration) {
  await client.query(migration.text);
  await record(client, migration);
}

async function applyOutside(client: Client, migration: Migration) {
  for (const text of textsOf(migration.text)) await client.query(text);
  await record(client, migration);
}

/** What is sent at once of a migration. Several statements that are sent as one text would be one transaction. */
export const textsOf = (text: string): string[] =>
  text.startsWith(OUTSIDE) ? text.split(END_OF_STATEMENT).filter((statement) => statement.trim() !== "") : [text];

const record = (client: Client, { name, checksum }: Migration) =>
  client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);

/** Asks again and again: a statement that waits for the lock would keep its snapshot, and an index that another process builds
 *  beside others would wait for that. */
async function lock(client: Client) {
  const take = () => client.query<{ isMine: boolean }>(`select pg_try_advisory_lock($1) as "isMine"`, [LOCK]);
  while (!(await take()).rows[0]?.isMine) await pause(PAUSE_MS);
}

/** A store can be erased from every table that has its rows, so each gets the policies for it. One table at a time, because
 *  each needs a lock. */
async function coverNewTables(client: Client, log: Log) {
  const { rows } = await client.query<{ name: string }>(TABLES_WITHOUT_POLICY);
  for (const { name } of rows) await inRetries(client, name, log, () => client.query(allowErasing(name)));
}

const applyWithRetries = (client: Client, migration: Migration, log: Log) =>
  inRetries(client, migration.name, log, () => apply(client, migration));

async function inRetries(client: Client, name: string, log: Log, work: () => Promise<unknown>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query("begin");
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await work();
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      if ((error as { code?: string }).code !== "55P03" || attempt === TRIES) throw error;
      log.warn({ migration: name, attempt }, "A migration did not get its lock: trying again");
      await pause(PAUSE_MS);
    }
  }
}
