import type { Db } from "../db/db.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { WakeUps } from "../wake-ups.ts";
import type { OutboxEvent } from "./events.ts";
import type { OutboxReader } from "./reader.ts";
import { skipPoisonEvents } from "./skip-poison-events.ts";

export const OUTBOX_WAKE_UP = "outbox";
const PAGE = 500;
const AFTER_FAILURE_MS = 1_000;
const AFTER_FAILURE_MAX_MS = 60_000;
/** A transaction that is open at the wake-up can hide the event for a moment, so the relay reads a few more times after
 *  each wake-up. */
const READS_AFTER_WAKE_UP = 5;
const READ_AGAIN_MS = 20;

/** Hands the reader one page of events. Returns false when there is none, or another process runs this reader. */
export async function relayPage(db: Db, reader: OutboxReader, metrics?: Metrics, size = PAGE): Promise<boolean> {
  return db.asWorker(async (tx) => {
    const [position] = await tx<{ xid: string; id: string }>`
      select xid::text, id from outbox_readers where name = ${reader.name} for update skip locked`;
    if (!position) return false;
    // Only events that no open transaction can still precede: by id alone, late commits would be skipped for good.
    const rows = await tx<OutboxEvent & { xid: string }>`
      select xid::text, id, store_id as "storeId", subject, payload, created_at as "createdAt"
      from outbox
      where (xid, id) > (${position.xid}::xid8, ${position.id}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by outbox.xid, outbox.id -- the columns: by the text of the same name, 10000 would come before 9999
      limit ${size}`;
    const last = rows.at(-1);
    if (!last) return false;
    await reader.handle(tx, rows);
    await tx`update outbox_readers set xid = ${last.xid}::xid8, id = ${last.id} where name = ${reader.name}`;
    tx.afterCommit(() => {
      metrics?.relayed.inc({ reader: reader.name }, rows.length);
      metrics?.relayLagSeconds.set({ reader: reader.name }, (Date.now() - last.createdAt.getTime()) / 1000);
    });
    return rows.length === size;
  });
}

export async function declareReader(db: Db, reader: OutboxReader) {
  await db.asWorker((tx) => tx`insert into outbox_readers (name) values (${reader.name}) on conflict do nothing`);
}

/** Hands events to the readers until stopped: on each wake-up, and every `pollMs`. */
export function startRelay(options: {
  db: Db;
  wakeUps: WakeUps;
  readers: readonly OutboxReader[];
  pollMs: number;
  /** The wait after the first failure. It doubles with each further one. */
  retryMs?: number;
  log: Log;
  metrics: Metrics;
}) {
  const { db, wakeUps, readers, pollMs, retryMs = AFTER_FAILURE_MS, log, metrics } = options;
  let stopped = false;
  const sleepers = new Set<() => void>();
  let wakeUpsReceived = 0;
  const wakeAll = () => {
    wakeUpsReceived += 1;
    for (const wake of sleepers) wake();
  };
  wakeUps.listen(OUTBOX_WAKE_UP, wakeAll);

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      sleepers.add(wake);
    });

  /** Waits for the whole time, also on a wake-up: frequent wake-ups would use up all tries at once. */
  async function backOff(ms: number) {
    const until = performance.now() + ms;
    for (let left = ms; left > 0 && !stopped; left = until - performance.now()) await sleep(left);
  }

  async function run(original: OutboxReader) {
    const guarded = skipPoisonEvents(original, (event, error) => {
      metrics.setAside.inc({ reader: original.name });
      log.error({ error, reader: original.name, event }, "Skipped an event: its reader failed on it every time");
    });
    const { reader } = guarded;
    let declared = false;
    let wakeUpsSeen = 0;
    let readsLeft = 0;
    while (!stopped) {
      try {
        if (!declared) await declareReader(db, reader);
        declared = true;
        readsLeft = wakeUpsReceived === wakeUpsSeen ? Math.max(0, readsLeft - 1) : READS_AFTER_WAKE_UP;
        wakeUpsSeen = wakeUpsReceived;
        while (!stopped && (await relayPage(db, reader, metrics, guarded.pageSize())));
        if (!stopped) await sleep(readsLeft > 0 ? Math.min(READ_AGAIN_MS, pollMs) : pollMs);
      } catch (error) {
        log.warn({ error, reader: reader.name }, "Could not read the outbox: trying again");
        await backOff(Math.min(retryMs * 2 ** (guarded.failed(error) - 1), AFTER_FAILURE_MAX_MS));
      }
    }
  }
  const running = Promise.all(readers.map(run));

  return {
    async stop() {
      stopped = true;
      wakeAll();
      await running;
    },
  };
}
