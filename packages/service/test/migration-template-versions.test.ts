import { expect, test } from "vitest";
import { messagePlace } from "../src/features/alerts/messages/message-place.ts";
import { saveTemplate } from "../src/features/alerts/messages/save-template.ts";
import { selectVersions } from "../src/features/alerts/messages/sql.ts";
import type { StoreTx } from "../src/platform/db/db.ts";
import { migrate } from "../src/platform/db/migrate.ts";
import type { StoreId } from "../src/platform/ids.ts";
import { createLog } from "../src/platform/log.ts";
import { aDatabaseBefore } from "./fixtures/database-before.ts";
import { aService } from "./fixtures/service.ts";

const MIGRATION = "0053_settings_by_merchants.sql";
const STORE = 1 as StoreId;

test("a template from before there were versions is version 1, and a save that does not know of it is refused", async () => {
  const { url, ownerUrl, client } = await aDatabaseBefore(MIGRATION);
  await client.query("insert into stores (id, pid, name, sealed_secret) values ($1, 'store-1', 'A', '')", [STORE]);
  await client.query(
    "insert into templates (store_id, topic, subject, source, html) values ($1, 'backinstock', 'Old', 'old', 'old')",
    [STORE],
  );
  expect((await migrate(ownerUrl, createLog("silent")))[0]).toBe(MIGRATION);

  const { db } = aService({ env: { DATABASE_URL: url } }).deps;
  const place = messagePlace({ settings: {} }, { topic: "backinstock" });
  const save = (ifMatch: string | undefined) => (tx: StoreTx) =>
    saveTemplate(tx, place, { subject: "New", source: "new", html: "new", savedBy: "a key", ifMatch });
  expect(await db.inStore(STORE, save('"1"'))).toBe(2);
  await expect(db.inStore(STORE, save('"1"'))).rejects.toMatchObject({ type: "changed-meanwhile" });
  const versions = await db.inStore(STORE, (tx) => selectVersions(tx, place));
  expect(versions).toMatchObject([
    { version: 2, subject: "New" },
    { version: 1, subject: "Old", source: "old" },
  ]);

  // A process of the version before has saved one while the migration ran.
  await client.query("delete from template_versions");
  expect(await db.inStore(STORE, save('"2"'))).toBe(3);
  const unforced = await client.query("select relname from pg_class where relrowsecurity and not relforcerowsecurity");
  expect(unforced.rows).toEqual([]);
});
