import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
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
