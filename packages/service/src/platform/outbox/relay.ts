import { randomUUID } from "node:crypto";
import type { Db } from "../db/db.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { WakeUps } from "../wake-ups.ts";
import { createFeed } from "./feed.ts";
import { countParked } from "./park.ts";
import { keepPartitions, type Lease, leaveOutbox, releasePartitions } from "./partitions.ts";
import { declareReaders, findPositions, storePositions } from "./positions.ts";
import type { OutboxReader } from "./reader.ts";
import { retryParked } from "./retry-parked.ts";
import { runReader } from "./run-reader.ts";
import { tick } from "./tick.ts";

const TICK_AGAIN_MS = 50;
/** Without wake-ups, more events are looked for so often after the last ones, for so long. */
const LOOK_AGAIN_MS = 100;
const BUSY_MS = 2_000;
const BEAT_MS = 1_000;
const BEATS_APART_MIN_MS = 50;
const RETRY_EVERY_BEATS = 5;
const COUNT_PARKED_EVERY_BEATS = 30;
/** When no process has finished a tick for this long, it counts as lag. */
const TICK_LATE_MS = 5_000;

/** Hands events to the readers until stopped. The workers share the stores, and any of them makes the batches. */
export function startRelay(options: {
  db: Db;
  wakeUps: WakeUps;
  readers: readonly OutboxReader[];
  pollMs: number;
  /** The wait after a reader's first failure. It doubles with each further one. */
  backOffMs?: number;
  log: Log;
  metrics: Metrics;
}) {
  const { db, wakeUps, readers, pollMs, log, metrics } = options;
  const worker = randomUUID();
  const names = readers.map(({ name }) => name);
  const feed = createFeed(db.worker);
  let newest = 0n;
  let stopped = false;
  const runs = readers.map((reader) => runReader(reader, { ...options, feed, newest: () => newest }));

  // Ticks

  let ticking: Promise<void> | undefined;
  let isTickDue = false;
  let hasTimedOut = false;
  let tickedAt = Date.now();
  let foundAt = 0;
  let earliestTick = 0;
  let tickTimer: NodeJS.Timeout | undefined;

  /** Batches are made at once, but not sooner than 50 ms after the last one. */
  function wakeTicker() {
    isTickDue = true;
    if (!stopped && !ticking) tickIn(earliestTick - performance.now());
  }
  function tickIn(ms: number) {
    clearTimeout(tickTimer);
    tickTimer = setTimeout(
      () => {
        isTickDue = false;
        ticking = makeBatches().finally(() => {
          ticking = undefined;
          if (!stopped) tickIn(isTickDue ? earliestTick - performance.now() : pauseBetweenTicks());
        });
      },
      Math.max(0, ms),
    );
  }
  const pauseBetweenTicks = () => (Date.now() - foundAt < BUSY_MS ? Math.min(LOOK_AGAIN_MS, pollMs) : pollMs);

  async function makeBatches() {
    try {
      const ticked = await tick(db, { hasTimedOut });
      hasTimedOut = false;
      if (ticked) tickedAt = Date.now();
      if (!ticked || ticked.newest > newest) {
        // Under load the next batch follows; while another process makes one, it is looked for soon.
        isTickDue = true;
        earliestTick = performance.now() + TICK_AGAIN_MS;
      }
      if (ticked && ticked.newest > newest) foundAt = tickedAt;
      if (ticked?.made) wakeUps.send("batches");
      if (ticked) see(ticked.newest);
    } catch (error) {
      hasTimedOut = error instanceof AppError && (error.cause as { code?: string } | undefined)?.code === "57014";
      log.warn({ error }, "Could not make a batch of events: trying again");
    }
  }
  function see(batch: bigint) {
    if (batch > newest) newest = batch;
    for (const run of runs) run.wake();
  }

  // Partitions and positions

  let leases: readonly Lease[] = [];
  let isDeclared = false;
  let beats = 0;

  async function beat() {
    if (!isDeclared) await declareReaders(db.worker, names);
    isDeclared = true;
    const kept = await keepPartitions(db.worker, worker);
    await follow(kept.leases);
    await savePositions();
    const surplus = kept.leases.slice(kept.share).map(({ partition }) => partition);
    // What follows may take long, and the lease must be renewed meanwhile.
    if (surplus.length > 0) inTheBackground("give partitions back", () => giveBack(surplus));
    beats += 1;
    if (beats % RETRY_EVERY_BEATS === 0)
      inTheBackground("retry parked events", () => retryParked({ db, readers, log }));
    if (beats % COUNT_PARKED_EVERY_BEATS === 1) inTheBackground("count parked events", showParked);
  }

  const going = new Map<string, Promise<void>>();
  /** Runs work in the background, unless the same is still going on. */
  function inTheBackground(what: string, work: () => Promise<void>) {
    if (going.has(what)) return;
    const running = work()
      .catch((error: unknown) => log.warn({ error }, `Could not ${what}: trying again`))
      .finally(() => going.delete(what));
    going.set(what, running);
  }

  async function showParked() {
    const counts = await countParked(db.worker);
    metrics.parked.reset();
    for (const { reader, parked } of counts) metrics.parked.set({ reader }, parked);
  }

  /** Begins with partitions that are new to this worker, and forgets those that it has no more. */
  async function follow(next: readonly Lease[]) {
    const isSame = (one: Lease, other: Lease) => one.partition === other.partition && one.term === other.term;
    const lost = leases.filter((one) => !next.some((other) => isSame(one, other)));
    for (const { partition } of lost) for (const run of runs) run.lose(partition);
    const fresh = next.filter((lease) => runs.some((run) => !run.has(lease)));
    leases = next;
    if (fresh.length === 0) return;
    feed.follow(next.map(({ partition }) => partition));
    const positions = await findPositions(
      db.worker,
      names,
      fresh.map(({ partition }) => partition),
    );
    for (const lease of fresh)
      for (const run of runs) {
        const position = positions.find((one) => one.partition === lease.partition && one.reader === run.name);
        if (position && !run.has(lease)) run.take(lease, { batch: position.batch, id: position.id });
      }
    for (const run of runs) run.wake();
  }

  async function savePositions() {
    const unsaved = runs.map((run) => run.unsaved());
    const positions = unsaved.flatMap((one) => one.positions);
    let saved: Awaited<ReturnType<typeof storePositions>> = [];
    try {
      if (positions.length > 0) saved = await storePositions(db.worker, positions);
    } finally {
      for (const { done } of unsaved) done(saved);
    }
  }

  /** The next renewal of the lease no longer has these partitions, so `follow` forgets them. */
  async function giveBack(partitions: readonly number[]) {
    await Promise.all(runs.map((run) => run.finish(partitions)));
    await savePositions();
    await releasePartitions(db.worker, worker, partitions);
  }

  let beating: Promise<void> | undefined;
  let beatTimer: NodeJS.Timeout | undefined;
  /** On a slow machine a beat may take longer than the time between two. Then the next one follows at once. */
  function beatNow() {
    const next = performance.now() + BEAT_MS;
    beating = beat()
      .catch((error: unknown) => log.warn({ error }, "Could not renew the share of this worker: trying again"))
      .finally(() => {
        beating = undefined;
        if (!stopped) beatTimer = setTimeout(beatNow, Math.max(BEATS_APART_MIN_MS, next - performance.now()));
      });
  }

  metrics.observeLag((set) => {
    const late = Date.now() - tickedAt;
    for (const run of runs) set(run.name, Math.max(run.lagSeconds(), late > TICK_LATE_MS ? late / 1000 : 0));
  });
  wakeUps.listen("outbox", wakeTicker);
  wakeUps.listen("batches", wakeTicker);
  beatNow();
  wakeTicker();

  return {
    async stop() {
      stopped = true;
      clearTimeout(beatTimer);
      clearTimeout(tickTimer);
      await Promise.all([beating, ticking]);
      await Promise.all(going.values());
      await Promise.all(runs.map((run) => run.stop()));
      try {
        await savePositions();
        await leaveOutbox(db.worker, worker);
      } catch (error) {
        log.warn({ error }, "Could not save the positions of the readers: the last second is read again");
      }
    },
  };
}
