import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { aDatabase, connectAsSuperuser, look } from "../../../test/fixtures/database.ts";
import { createLog } from "../log.ts";
import { migrate } from "./migrate.ts";

const quiet = createLog("silent");
const LAST = "0004_identity.sql";

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

test("two processes at once apply each migration once", async () => {
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

test("a migration that fails leaves nothing of itself behind", async () => {
  const url = await aDatabase();
  await look("create table merges (id int)", [], url); // what the fourth will want to create
  await expect(migrate(url, quiet)).rejects.toThrow("already exists");

  expect(await look("select to_regclass('shoppers') as found", [], url)).toEqual([{ found: null }]);
  expect(await look("select from schema_migrations where name = $1", [LAST], url)).toEqual([]);
  await look("drop table merges", [], url);
  expect(await migrate(url, quiet)).toContain(LAST);
});

test("a migration that cannot have its locks gives way to the traffic, and is applied when they are free", async () => {
  const url = await aDatabase();
  await migrate(url, quiet);
  await look(`drop table merges, shoppers cascade`, [], url);
  await look("delete from schema_migrations where name = $1", [LAST], url);

  // Somebody reads and holds the table that the migration must lock, as a long report would.
  const holder = await connectAsSuperuser(url);
  await holder.query("begin");
  await holder.query("lock table stores in row exclusive mode");
  const warnings: object[] = [];
  const log = createLog("warn", { write: (line: string) => void warnings.push(JSON.parse(line)) });
  const applying = migrate(url, log);

  expect(await waitFor(() => warnings.length > 0, 10_000)).toBe(true);
  // While it gives way, others who want the table are not queued behind it.
  await look("select from stores for share", [], url);
  await holder.query("commit");
  await holder.end();

  expect(await applying).toEqual([LAST]);
  expect(warnings[0]).toMatchObject({ migration: LAST, attempt: 1 });
}, 40_000);
