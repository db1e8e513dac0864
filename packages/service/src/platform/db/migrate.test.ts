import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { aDatabase, connectAsSuperuser, look } from "../../../test/fixtures/database.ts";
import { createLog } from "../log.ts";
import { migrate } from "./migrate.ts";

const quiet = createLog("silent");
const LAST = "0004_identity.sql";
const INDEX = "0121_index_markets.sql";

test("the first run applies every migration in order, the second none", async () => {
  const url = await aDatabase();
  const first = await migrate(url, quiet);
  expect(first.length).toBeGreaterThanOrEqual(4);
  expect(first).toEqual(first.toSorted());
  expect(await migrate(url, quiet)).toEqual([]);
  const recorded = await look<{ name: string }>("select name from schema_migrations order by name", [], url);
  expect(recorded.map(({ name }) => name)).toEqual(first);
});

test("a migration that was changed after it was applied is refused by name, and nothing more is applied", async () => {
  const url = await aDatabase();
  await migrate(url, quiet);
  await look("update schema_migrations set checksum = 'other' where name = '0002_stores.sql'", [], url);
  await look("delete from schema_migrations where name > '0002_stores.sql'", [], url);

  await expect(migrate(url, quiet)).rejects.toThrow("Migration 0002_stores.sql was changed after it was applied");
  expect(await look("select from schema_migrations", [], url)).toHaveLength(2);
});

test("two processes that migrate at the same time apply each migration once", async () => {
  const url = await aDatabase();
  const script = new URL("../../../test/fixtures/migrate-once.ts", import.meta.url);
  const children = [fork(script, [url]), fork(script, [url])];
  const outcomes = await Promise.all(
    children.map(async (child) => {
      const [applied] = (await once(child, "message")) as [string[]];
      await once(child, "exit");
      return applied;
    }),
  );
  const applied = outcomes.flat();
  expect(applied.length).toBeGreaterThanOrEqual(4);
  expect(new Set(applied).size).toBe(applied.length);
  expect(await look("select from schema_migrations", [], url)).toHaveLength(applied.length);
});

test("a migration that fails is rolled back completely", async () => {
  const url = await aDatabase();
  await look("create table merges (id int)", [], url); // the fourth migration creates this table
  await expect(migrate(url, quiet)).rejects.toThrow("already exists");

  expect(await look("select to_regclass('shoppers') as found", [], url)).toEqual([{ found: null }]);
  expect(await look("select from schema_migrations where name = $1", [LAST], url)).toEqual([]);
  await look("drop table merges", [], url);
  expect(await migrate(url, quiet)).toContain(LAST);
});

test("a migration that cannot get its locks lets other statements pass, and is applied when the locks are free", async () => {
  const url = await aDatabase();
  await migrate(url, quiet);
  await look(`drop table merges, shoppers cascade`, [], url);
  await look("delete from schema_migrations where name = $1", [LAST], url);

  // Another session locks the table that the migration needs, as a long report would.
  const locker = await connectAsSuperuser(url);
  await locker.query("begin");
  await locker.query("lock table stores in row exclusive mode");
  const warnings: object[] = [];
  const log = createLog("warn", { write: (line: string) => void warnings.push(JSON.parse(line)) });
  const applying = migrate(url, log);

  expect(await waitFor(() => warnings.length > 0, 60_000)).toBe(true);
  // Between its tries, other statements on the table do not queue behind it.
  await look("select from stores for share", [], url);
  await locker.query("commit");
  await locker.end();

  expect(await applying).toEqual([LAST]);
  expect(warnings[0]).toMatchObject({ migration: LAST, attempt: 1 });
});

test("an index of a large table is built while others write, and is built again after it failed", async () => {
  const url = await aDatabase();
  await migrate(url, quiet);
  await look("delete from schema_migrations where name = $1", [INDEX], url);
  await look("update pg_index set indisvalid = false where indexrelid = 'variants_of_markets'::regclass", [], url);

  const writer = await connectAsSuperuser(url);
  await writer.query("begin");
  await writer.query("lock table variants in row exclusive mode");
  const applying = migrate(url, quiet);
  const isWaiting = async () =>
    (
      await look(
        "select from pg_stat_activity where datname = current_database() and query like '%index concurrently%' and wait_event_type = 'Lock'",
        [],
        url,
      )
    ).length > 0;
  await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
  // Others do not queue behind it.
  await look("update variants set updated_at = now()", [], url);
  await writer.query("commit");
  await writer.end();

  expect(await applying).toEqual([INDEX]);
  expect(
    await look("select indisvalid from pg_index where indexrelid = 'variants_of_markets'::regclass", [], url),
  ).toEqual([{ indisvalid: true }]);
});
