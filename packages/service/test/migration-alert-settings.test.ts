import { expect, test } from "vitest";
import { migrate } from "../src/platform/db/migrate.ts";
import { createLog } from "../src/platform/log.ts";
import { aDatabaseBefore } from "./fixtures/database-before.ts";

const MIGRATION = "0046_keep_alert_settings.sql";

test("stores that exist keep notifying everyone at once, and what they have set themselves stays", async () => {
  const { url, client } = await aDatabaseBefore(MIGRATION);
  const stores = [
    {},
    { alerts: { color: "#25524d" }, stock: { minimum: 2 } },
    { alerts: { audience: "per-unit", perUnit: 2 } },
    { alerts: { audience: "waves", waitSeconds: 60 } },
  ];
  for (const [index, settings] of stores.entries())
    await client.query("insert into stores (id, pid, name, sealed_secret, settings) values ($1, $2, 'A', '', $3)", [
      index + 1,
      `store-${index}`,
      settings,
    ]);
  expect((await migrate(url, createLog("silent")))[0]).toBe(MIGRATION);

  const { rows } = await client.query<{ settings: unknown }>("select settings from stores order by id");
  expect(rows.map(({ settings }) => settings)).toEqual([
    { alerts: { audience: "all", waitSeconds: 0 } },
    { alerts: { audience: "all", waitSeconds: 0, color: "#25524d" }, stock: { minimum: 2 } },
    { alerts: { audience: "per-unit", waitSeconds: 0, perUnit: 2 } },
    { alerts: { audience: "waves", waitSeconds: 60 } },
  ]);
  const unforced = await client.query("select relname from pg_class where relrowsecurity and not relforcerowsecurity");
  expect(unforced.rows).toEqual([]);
  await client.end();
});
