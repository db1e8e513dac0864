import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { createDb, type Db } from "../packages/service/src/platform/db/db.ts";
import type { StoreId } from "../packages/service/src/platform/ids.ts";
import { createLog } from "../packages/service/src/platform/log.ts";
import { createMetrics } from "../packages/service/src/platform/metrics.ts";
import type { OutboxEvent } from "../packages/service/src/platform/outbox/events.ts";
import type { OutboxReader } from "../packages/service/src/platform/outbox/reader.ts";
import { startRelay } from "../packages/service/src/platform/outbox/relay.ts";
import { FULL, openLab, report } from "./lab.ts";

const SECONDS = FULL ? 60 : 10;
const WRITERS = 8;
const WORKERS = 2;
const STORES = 10;
const ROWS_PER_STORE = 5;
const NO_WAKE_UPS = { send: () => {}, listen: () => {}, close: async () => {} };

type Change = { readonly row: number; readonly version: number };

// Each row has a version. Every change raises it and announces the new version, so the events of a row are in the order of
// its commits exactly when their versions are 1, 2, 3 and so on.

test("with 8 writers that lock rows and wait at random, the events of each row are read in the order of its commits", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  await lab.select("create table rows (id int primary key, version int not null default 0)");
  await lab.select(`insert into rows select generate_series(1, ${STORES * ROWS_PER_STORE})`);
  await lab.select("grant select, update on rows to keepsake_store");
  await lab.select(
    `create table read_events (place bigserial, id bigint, "storeId" int, number bigint, payload jsonb)`,
  );
  await lab.select("grant insert, select on read_events to keepsake_worker");
  await lab.select("grant usage on read_events_place_seq to keepsake_worker");

  const reader: OutboxReader = {
    name: "faults",
    async handleOnce(tx, events) {
      await tx`
        insert into read_events (id, "storeId", number, payload)
        select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as (id bigint, "storeId" int, number bigint, payload jsonb)`;
    },
  };
  const aDb = () => createDb(lab.settings["DATABASE_URL"] ?? "", { onError: () => {}, wake: () => {} });
  const stops = Array.from({ length: WORKERS }, () => {
    const db = aDb();
    const options = { db, readers: [reader], wakeUps: NO_WAKE_UPS, pollMs: 20, log: createLog("silent") };
    const relay = startRelay({ ...options, metrics: createMetrics({ poolWaiting: () => 0 }) });
    return async () => {
      await relay.stop();
      await db.end();
    };
  });
  let isOver = false;
  const db = aDb();
  onTestFinished(db.end);
  const oldWay = readTheOldWay(db, () => isOver);

  const until = performance.now() + SECONDS * 1_000;
  const written = (
    await Promise.all(Array.from({ length: WRITERS }, () => changeRows(db, () => performance.now() > until)))
  ).reduce((sum, count) => sum + count, 0);
  isOver = true;
  const countRead = async () => Number(await lab.select("select count(*) from read_events"));
  await waitFor(async () => (await countRead()) >= written, 60_000);
  await Promise.all(stops.map((stop) => stop()));

  const read = await db.worker<OutboxEvent>`select id, "storeId", number, payload from read_events order by place`;
  const repeated = read.length - new Set(read.map(({ id }) => id)).size;
  const figures = { events: read.length, repeated, inverted: countInverted(read), gaps: countGaps(read) };
  const oldWayInverted = countInverted(await oldWay);
  report("event order", { written, ...figures, oldWayInverted });
  expect(figures).toEqual({ events: written, repeated: 0, inverted: 0, gaps: 0 });
  expect(oldWayInverted).toBeGreaterThan(0);
});

class RolledBack extends Error {}

/** Changes one to three rows in a transaction: in the order of their ids, so that there are no deadlocks. */
async function changeRows(db: Db, isOver: () => boolean): Promise<number> {
  const random = (most: number) => Math.floor(Math.random() * most);
  let written = 0;
  while (!isOver()) {
    const store = 1 + random(STORES);
    const rows = new Set([1, 2, 3].map(() => 1 + random(ROWS_PER_STORE)));
    const changing = db.inStore(store as StoreId, async (tx) => {
      if (Math.random() < 0.2) {
        await tx`select pg_current_xact_id()`;
        await pause(random(30));
      }
      for (const row of [...rows].toSorted((a, b) => a - b)) {
        await tx`
          with changed as (update rows set version = version + 1 where id = ${(store - 1) * ROWS_PER_STORE + row} returning id, version)
          insert into outbox (store_id, subject, payload)
          select ${store}, 'faults.changed', jsonb_build_object('row', id, 'version', version) from changed`;
        if (Math.random() < 0.1) await pause(random(10));
      }
      if (Math.random() < 0.05) throw new RolledBack();
      return rows.size;
    });
    written += await changing.catch((error: unknown) => {
      if (error instanceof RolledBack) return 0;
      throw error;
    });
  }
  return written;
}

/** Control: by (xid, id), below the oldest open transaction. */
async function readTheOldWay(db: Db, isOver: () => boolean): Promise<OutboxEvent[]> {
  const events: (OutboxEvent & { xid: string })[] = [];
  for (let isLast = false; !isLast; ) {
    isLast = isOver();
    const { xid, id } = events.at(-1) ?? { xid: "0", id: "0" };
    const rows = await db.worker<OutboxEvent & { xid: string }>`
      select xid::text, id, payload from outbox
      where (xid, id) > (${xid}::xid8, ${id}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by outbox.xid, outbox.id`;
    events.push(...rows);
    await pause(20);
  }
  return events;
}

function countInverted(events: readonly OutboxEvent[]): number {
  const versions = new Map<number, number>();
  let inverted = 0;
  for (const { payload } of events) {
    const { row, version } = payload as unknown as Change;
    if (version !== (versions.get(row) ?? 0) + 1) inverted += 1;
    versions.set(row, version);
  }
  return inverted;
}

function countGaps(events: readonly OutboxEvent[]): number {
  const numbers = new Map<number, number>();
  let gaps = 0;
  for (const { storeId, number } of events) {
    if (Number(number) !== (numbers.get(storeId) ?? 0) + 1) gaps += 1;
    numbers.set(storeId, Number(number));
  }
  return gaps;
}
