import { expect, test } from "vitest";
import { migrate } from "../src/platform/db/migrate.ts";
import { createLog } from "../src/platform/log.ts";
import { aDatabaseBefore } from "./fixtures/database-before.ts";

const MIGRATION = "0090_sightings.sql";

test("a store that has saved items before need not wait for its first one, and no other store gets one", async () => {
  const { client, ownerUrl } = await aDatabaseBefore(MIGRATION);
  for (const id of [1, 2, 3])
    await client.query("insert into stores (id, pid, name, sealed_secret) values ($1, $2, 'A', '')", [
      id,
      `store-${id}`,
    ]);
  await client.query(`insert into store_days (store_id, day, topic, currency, saved) values
    (1, '2026-03-02', '', '', 2), (1, '2026-03-09', '', '', 1), (1, '2026-04-01', '', '', 0),
    (2, '2026-05-01', '', '', 0)`);
  expect((await migrate(ownerUrl, createLog("silent")))[0]).toBe(MIGRATION);

  const { rows } = await client.query(
    "select store_id as store, kind, first_at as first, last_at as last from sightings",
  );
  expect(rows).toEqual([
    { store: 1, kind: "save", first: new Date("2026-03-02T00:00:00Z"), last: new Date("2026-03-09T00:00:00Z") },
  ]);
});
