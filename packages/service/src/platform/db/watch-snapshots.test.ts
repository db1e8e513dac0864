import { expect, test } from "vitest";
import { connectAsSuperuser } from "../../../test/fixtures/database.ts";
import { aMigratedDatabase } from "../../../test/fixtures/migrated-database.ts";
import { aService } from "../../../test/fixtures/service.ts";
import { createWatchSnapshots } from "./watch-snapshots.ts";

test("the age of the oldest snapshot and the dead rows are reported, also of transactions that only read", async () => {
  const url = await aMigratedDatabase();
  const { deps } = aService({ env: { DATABASE_URL: url } });
  const watch = createWatchSnapshots(deps.metrics);
  const metrics = async () => {
    await watch(deps.db);
    const text = await deps.metrics.registry.metrics();
    const valueOf = (pattern: RegExp) => Number(pattern.exec(text)?.[1]);
    return {
      snapshot: valueOf(/^keepsake_oldest_snapshot_seconds (\S+)/m),
      dead: valueOf(/^keepsake_dead_rows\{table="plans"\} (\S+)/m),
    };
  };
  const reader = await connectAsSuperuser(url);
  await reader.query("begin isolation level repeatable read");
  await reader.query("select count(*) from plans");
  const writer = await connectAsSuperuser(url);
  await writer.query("set session_replication_role = replica");
  await writer.query(
    "insert into plans (id, store_id, variant_id, topic, number, seed, policy) select n, 1, 1, 't', n, '', '{}' from generate_series(1, 50) as n",
  );
  await writer.query("delete from plans");
  await writer.query("select pg_stat_force_next_flush()");
  await writer.end();
  await expect.poll(async () => (await metrics()).dead, { timeout: 20_000 }).toBe(50);
  await expect.poll(async () => (await metrics()).snapshot, { timeout: 20_000 }).toBeGreaterThan(0.5);
  await reader.query("rollback");
  await reader.end();
  await expect.poll(async () => (await metrics()).snapshot, { timeout: 20_000 }).toBeLessThan(0.5);
});
