import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { deleteChunk, storeBatch } from "../packages/service/src/features/alerts/delivery/sql.ts";
import { countRangesLeft } from "../packages/service/src/features/alerts/selection/sql.ts";
import { createDb } from "../packages/service/src/platform/db/db.ts";
import type { PlanId, StoreId, VariantId } from "../packages/service/src/platform/ids.ts";
import { connect, startEventLoad } from "./event-load.ts";
import { FULL, openLab, report } from "./lab.ts";

/** How long the snapshot is held. */
const SECONDS = Number(process.env["KEEPSAKE_FAULT_SECONDS"] ?? (FULL ? 600 : 8));
const CLAIM_MS = 50;

const DEAD_ROWS = `select coalesce(sum((pgstattuple(oid)).dead_tuple_count), 0) as dead, count(*) as tables
  from pg_class where relkind = 'r' and relname ~ $1`;
const EVENT_TABLES = "^outbox(_batches|_numbers)?_[0-7]$";

test("events leave no dead rows while a snapshot is held open", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [observer, holder] = [await connect(lab.database), await connect(lab.database)];
  await observer.query("create extension pgstattuple");
  await observer.query("create table claimed (id int primary key, is_done boolean not null default false)");
  const countDead = async (tables: string) =>
    (await observer.query<{ dead: string; tables: string }>(DEAD_ROWS, [tables])).rows[0];

  const stream = await startEventLoad(lab);
  await holder.query("begin isolation level repeatable read");
  await holder.query("select count(*) from outbox");
  // The control: a queue whose rows are updated and deleted.
  const end = performance.now() + SECONDS * 1_000;
  for (let id = 0; performance.now() < end; id += 1) {
    await observer.query("insert into claimed values ($1)", [id]);
    await observer.query("update claimed set is_done = true where id = $1", [id]);
    await observer.query("delete from claimed where id = $1", [id]);
    await pause(CLAIM_MS);
  }
  const events = await countDead(EVENT_TABLES);
  const control = await countDead("^claimed$");
  await observer.query("vacuum claimed");
  const afterVacuum = await countDead("^claimed$");
  const sizes = await observer.query<{ table: string; dead: string }>(
    `select relname as table, (pgstattuple(oid)).dead_tuple_count as dead from pg_class
     where relkind = 'r' and relname ~ '^outbox' and relname !~ $1 order by 1`,
    [EVENT_TABLES],
  );
  await holder.query("commit");
  const { written, received } = await stream.stop();
  await Promise.all([observer.end(), holder.end()]);
  report("held snapshot", {
    seconds: SECONDS,
    written,
    deadInEventTables: Number(events?.dead),
    deadInOtherTables: Object.fromEntries(sizes.rows.map(({ table, dead }) => [table, Number(dead)])),
    deadInControl: Number(control?.dead),
    deadInControlAfterVacuum: Number(afterVacuum?.dead),
  });

  expect(received).toBe(written);
  expect(events).toEqual({ dead: "0", tables: "24" });
  expect(Number(afterVacuum?.dead)).toBeGreaterThan(0);
});

const STORE = 1 as StoreId;
const INSERT_CHUNKS = `insert into chunks (store_id, plan_id, wave, turn, units, next_position, next_id, last_position, last_id, state, lease)
  select ${STORE}, $1, 1, n, 1000, 1, 1, 2, 2, 1, 1 from generate_series(1, 200) as n returning id`;

test("the chunks of alerts are found without reading the dead ones that a held snapshot keeps", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const db = createDb(lab.settings["DATABASE_URL"] ?? "", { onError: () => {}, wake: () => {} });
  onTestFinished(() => db.end());
  const [observer, holder] = [await connect(lab.database), await connect(lab.database)];
  const countBlocks = async () =>
    Number(
      (
        await observer.query<{ blocks: string }>(
          "select heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read as blocks from pg_statio_user_tables where relname = 'chunks'",
        )
      ).rows[0]?.blocks,
    );
  /** The pages that the statements of one batch read. */
  const batch = async (planId: number) => {
    const { rows } = await observer.query<{ id: string }>(INSERT_CHUNKS, [planId]);
    await observer.query("select pg_stat_force_next_flush()");
    const before = await countBlocks();
    await db.inStore(STORE, async (tx) => {
      const plan = { id: `${planId}` as PlanId, slot: 0, variantId: "1" as VariantId, topic: "backinstock" };
      const chunk = { id: rows[0]?.id ?? "", lease: 1 };
      const people = { next: { at: "1", id: "1" }, last: { at: "2", id: "2" } };
      expect(await storeBatch(tx, plan, [], { chunk, people, units: 200 }, { areNew: true })).toBe(true);
      expect(await countRangesLeft(tx, plan.id)).toBe(200);
      expect(await deleteChunk(tx, chunk)).toBe(800);
      await tx`select pg_stat_force_next_flush()`;
    });
    return (await countBlocks()) - before;
  };

  const clean = await batch(1);
  await holder.query("begin isolation level repeatable read");
  await holder.query("select count(*) from chunks");
  for (let planId = 2; planId <= 10; planId += 1) {
    await observer.query(INSERT_CHUNKS, [planId]);
    await observer.query("update chunks set units = 0, due_at = now() + interval '1 minute'");
    await observer.query("delete from chunks");
  }
  await observer.query("vacuum analyze chunks"); // the statistics of an empty table
  const held = await batch(11);
  await holder.query("commit");
  await Promise.all([observer.end(), holder.end()]);
  report("chunks while a snapshot is held", { clean, held });
  expect(held).toBeLessThan(3 * clean);
});
