import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { waitFor } from "../engines/wait-for.ts";
import { createDb } from "../packages/service/src/platform/db/db.ts";
import { createLog } from "../packages/service/src/platform/log.ts";
import { createMetrics } from "../packages/service/src/platform/metrics.ts";
import type { OutboxReader } from "../packages/service/src/platform/outbox/reader.ts";
import { startRelay } from "../packages/service/src/platform/outbox/relay.ts";
import type { WakeUps } from "../packages/service/src/platform/wake-ups.ts";
import type { openLab } from "./lab.ts";

const STORES = 100;
const LOOP_MS = 20;
const EVENTS_PER_WRITE = 10;
const CATCH_UP_MS = 60_000;
const SUBJECT = "faults.happened";

const WRITE = `insert into outbox (store_id, subject, payload)
  select 1 + n % ${STORES}, '${SUBJECT}', jsonb_build_object('write', $1::int)
  from generate_series($1::int, $1::int + ${EVENTS_PER_WRITE - 1}) as n`;

const READ_OLD_WAY = `select xid::text, id::text from outbox
  where (xid, id) > ($1::xid8, $2::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot()) and subject = '${SUBJECT}'
  order by outbox.xid, outbox.id`;

/** Writes events all the time and relays them to one reader, as a worker does, beside `others`. Also reads them in the way
 *  of earlier versions, which waits for every open transaction of the cluster. */
export async function startEventLoad(
  { settings, database }: Awaited<ReturnType<typeof openLab>>,
  { others = [] }: { others?: readonly OutboxReader[] } = {},
) {
  const db = createDb(settings["DATABASE_URL"] ?? "", { onError: () => {}, wake: () => {} });
  const committed = new Map<number, number>();
  const delays: number[] = [];
  let [written, received] = [0, 0];
  const reader: OutboxReader = {
    name: "faults",
    async handle(events) {
      const now = performance.now();
      for (const { payload } of events) {
        const at = committed.get((payload as unknown as { write: number }).write);
        // The relay can be faster than the answer to the writer. Then there is no delay.
        delays.push(at === undefined ? 0 : now - at);
      }
      received += events.length;
    },
  };
  const metrics = createMetrics({ poolWaiting: () => 0 });
  const wakeUps = localWakeUps();
  const readers = [reader, ...others];
  const relay = startRelay({ db, wakeUps, readers, pollMs: 1_000, log: createLog("silent"), metrics });

  let isOver = false;
  // A failed test stops PostgreSQL while these loops run.
  const loop = async (turn: () => Promise<void>) => {
    while (!isOver) {
      await turn();
      await pause(LOOP_MS);
    }
  };
  const writer = await connect(database);
  const oldReader = await connect(database);
  const old = { xid: "0", id: "0", seen: 0 };
  let write = 0;
  const loops = Promise.allSettled([
    loop(async () => {
      await writer.query(WRITE, [write]);
      committed.set(write, performance.now());
      write += 1;
      written += EVENTS_PER_WRITE;
      wakeUps.send("outbox");
    }),
    loop(async () => {
      const { rows } = await oldReader.query<{ xid: string; id: string }>(READ_OLD_WAY, [old.xid, old.id]);
      old.seen += rows.length;
      Object.assign(old, rows.at(-1));
    }),
  ]);

  return {
    counts: () => ({ written, received, seenOldWay: old.seen }),
    /** Begins a new measurement of delays. Returns a function that ends it. */
    measure() {
      const from = delays.length;
      return () => percentilesOf(delays.slice(from));
    },
    /** Stops writing and returns how many events were written and received when the reader had caught up. */
    async stop() {
      isOver = true;
      for (const outcome of await loops) if (outcome.status === "rejected") throw outcome.reason;
      await waitFor(() => received >= written, CATCH_UP_MS);
      await relay.stop();
      await Promise.all([writer.end(), oldReader.end(), db.end()]);
      return { written, received };
    },
  };
}

export async function connect(url: string) {
  const client = new Client({ connectionString: url });
  // The tests close PostgreSQL before this connection when they fail.
  client.on("error", () => {});
  await client.connect();
  return client;
}

function localWakeUps(): WakeUps {
  const listeners = new Map<string, () => void>();
  return {
    send: (subject) => listeners.get(subject)?.(),
    listen: (subject, onWakeUp) => void listeners.set(subject, onWakeUp),
    close: async () => {},
  };
}

function percentilesOf(delays: readonly number[]) {
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
  return { events: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1 - Number.EPSILON) };
}
