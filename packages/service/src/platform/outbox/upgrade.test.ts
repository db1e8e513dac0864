import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { applyMigration } from "../../../test/fixtures/apply-migration.ts";
import { aDatabase, connectAsSuperuser } from "../../../test/fixtures/database.ts";
import { withServiceLogin } from "../../../test/fixtures/database-url.ts";
import { drainOutbox } from "../../../test/fixtures/drain-outbox.ts";
import { aReader, INSERT_EVENT, numberOf } from "../../../test/fixtures/outbox.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { createDb } from "../db/db.ts";
import { createLog } from "../log.ts";
import type { OutboxEvent } from "./events.ts";
import type { OutboxReader } from "./reader.ts";
import { retryParked } from "./retry-parked.ts";

const FOLDER = new URL("../../../migrations/", import.meta.url);
const BATCHES = "0032_event_batches.sql";

/** A database of the version before batches, in which the readers are at the event with the given number. */
async function anUpgradedOutbox(events: number, positions: Readonly<Record<string, number>>) {
  const url = await aDatabase();
  const client = await connectAsSuperuser(url);
  whenDone(() => client.end());
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}_/.test(file)).toSorted();
  await client.query("create table schema_migrations (name text primary key)"); // a migration grants rights on it
  for (const file of files.filter((name) => name < BATCHES)) await applyMigration(client, file);
  for (let number = 1; number <= events; number += 1) await client.query(INSERT_EVENT, [number, 1 + (number % 3)]);
  for (const [reader, number] of Object.entries(positions))
    await client.query(
      `insert into outbox_readers (name, xid, id)
       select $1, coalesce((select xid from outbox where id = $2), '0'), $2`,
      [reader, number],
    );
  for (const file of files.filter((name) => name >= BATCHES)) await applyMigration(client, file);
  const db = createDb(withServiceLogin(url), { onError: () => undefined, wake: () => {} });
  whenDone(() => db.end());
  return db;
}

test("after the upgrade each reader gets exactly the events that it had not read", async () => {
  const db = await anUpgradedOutbox(10, { "count-saves": 6, "plan-alerts": 4, "end-watches": 8, broadcast: 2 });
  const counted: number[] = [];
  const counts: OutboxReader = {
    name: "count-saves",
    handleOnce: async (_tx, events: readonly OutboxEvent[]) => void counted.push(...events.map(numberOf)),
  };
  const plans = aReader("plan-alerts");
  const watches = aReader("end-watches");
  const readers = [counts, plans.reader, watches.reader];
  for (const reader of readers) await drainOutbox(db, reader);
  await retryParked({ db, readers, log: createLog("silent") });

  expect(counted).toEqual([7, 8, 9, 10]);
  expect(plans.seen.toSorted((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10]);
  expect(watches.seen).toEqual([7, 8, 9, 10]); // it may read again what it had read after count-saves
});

test("after the upgrade of an installation whose workers never ran, every event is read", async () => {
  const db = await anUpgradedOutbox(3, {});
  const { seen, reader } = aReader();
  await drainOutbox(db, reader);
  expect(seen).toEqual([1, 2, 3]);
});
