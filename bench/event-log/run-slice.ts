import { setTimeout as pause } from "node:timers/promises";
import { waitFor } from "../../engines/wait-for.ts";
import { postgresUs, processUs } from "../cpu.ts";
import { psql } from "../psql.ts";
import { type EventLog, READERS } from "./event-log.ts";

const WRITERS = 8;
const EVENTS_PER_WRITE = 50;
const STORES = 1_000;
/** Writers pause while the slowest reader is this far behind, so that writing is as fast as reading and not faster. */
const BACKLOG_MAX = 10_000;
/** A reader that found nothing looks again after this time. */
const IDLE_MS = 10;
const PROBE_MS = 20;
const CATCH_UP_MS = 60_000;

export type Slice = {
  /** Events a second that were written and read by all readers. */
  readonly perSecond: number;
  /** Milliseconds from a commit to a reader, over all readers. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of PostgreSQL for one event, in microseconds: in all, and of the parts. One reader is a sixth of `readUs`. */
  readonly postgresUs: number;
  readonly writeUs: number;
  readonly tickUs: number;
  readonly readUs: number;
  /** CPU time of the bench itself for one event. */
  readonly nodeUs: number;
  /** How far the slowest reader was behind at the end. */
  readonly behind: number;
};

/** Loads a log for some seconds: with `rate` events a second, or as many as its readers can follow. Throws when a reader
 *  misses an event or gets one twice. */
export async function runSlice(
  log: EventLog,
  options: {
    url: string;
    postmaster: number | undefined;
    warmUpSeconds: number;
    seconds: number;
    rate?: number | undefined;
    writers?: number | undefined;
  },
): Promise<Slice> {
  const { url, postmaster, warmUpSeconds, seconds, rate, writers: writerCount = WRITERS } = options;
  await psql(url, "checkpoint");
  const ticker = await log.startTicker(url);
  const readers = await Promise.all(Array.from({ length: READERS }, (_, reader) => log.openReader(url, reader)));
  const writers = await Promise.all(Array.from({ length: writerCount }, () => log.openWriter(url)));
  const probe = await log.openWriter(url);

  let [isWriting, isReading, isMeasuring] = [true, true, false];
  let written = 0;
  const read = readers.map(() => 0);
  const sums = readers.map(() => 0);
  const committed = new Map<string, number>();
  const delays: number[] = [];
  const slowest = () => Math.min(...read);

  const write = async ({ call }: (typeof writers)[number], writer: number) => {
    const step = rate ? (1_000 * EVENTS_PER_WRITE * writerCount) / rate : 0;
    for (let due = performance.now() + (writer * step) / writerCount; isWriting; due += step) {
      if (rate) await pause(Math.max(0, due - performance.now()));
      else while (isWriting && written - slowest() > BACKLOG_MAX) await pause(1);
      const stores = Array.from({ length: EVENTS_PER_WRITE }, () => 1 + Math.floor(Math.random() * STORES));
      await call("item.added", stores);
      written += EVENTS_PER_WRITE;
    }
  };
  const writeProbes = async () => {
    for (let number = 1; isWriting; number += 1) {
      await probe.call("probe", [number]);
      committed.set(`${number}`, performance.now());
      written += 1;
      await pause(PROBE_MS);
    }
  };
  const readAll = async ({ call }: (typeof readers)[number], reader: number) => {
    while (isReading) {
      const rows = await call();
      if (rows.length === 0) await pause(IDLE_MS);
      const now = performance.now();
      let sum = sums[reader] ?? 0;
      for (const [id, subject, number] of rows) {
        sum += Number(id);
        // A reader can be faster than the answer to the writer. Then there is no delay.
        if (isMeasuring && subject === "probe") delays.push(Math.max(0, now - (committed.get(number) ?? now)));
      }
      sums[reader] = sum;
      read[reader] = (read[reader] ?? 0) + rows.length;
    }
  };
  const reading = Promise.all(readers.map(readAll));
  const writing = Promise.all([...writers.map(write), writeProbes()]);
  const work = Promise.race([reading, writing]);

  await Promise.race([pause(warmUpSeconds * 1_000), work]);
  const start = { at: performance.now(), read: slowest(), cpu: await cpuOf(url, postmaster) };
  isMeasuring = true;
  await Promise.race([pause(seconds * 1_000), work]);
  const end = {
    at: performance.now(),
    read: slowest(),
    behind: written - slowest(),
    cpu: await cpuOf(url, postmaster),
  };
  isMeasuring = false;

  isWriting = false;
  await writing;
  await waitFor(() => slowest() >= written, CATCH_UP_MS);
  isReading = false;
  await reading;
  await Promise.all([...readers, ...writers, probe, ticker].map((opened) => opened.close()));
  // The sums of the ids differ when one reader missed an event and got another one twice.
  if (read.some((count) => count !== written) || new Set(sums).size !== 1)
    throw new Error(
      `Of ${written} events the readers got ${read.join(", ")}; the sums of their ids are ${sums.join(", ")}`,
    );

  const events = end.read - start.read;
  const sorted = delays.toSorted((a, b) => a - b);
  const each = (part: keyof typeof start.cpu) => (end.cpu[part] - start.cpu[part]) / events;
  return {
    perSecond: (events * 1_000) / (end.at - start.at),
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? Number.NaN,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    postgresUs: each("all"),
    writeUs: each("writer"),
    tickUs: each("ticker"),
    readUs: each("reader"),
    nodeUs: each("node"),
    behind: end.behind,
  };
}

async function cpuOf(url: string, postmaster: number | undefined) {
  const backends = await psql(url, "select json_agg(json_build_array(application_name, pid)) from pg_stat_activity");
  const named = JSON.parse(backends) as [string, number][];
  const of = (name: string) => named.filter(([it]) => it === name).reduce((sum, [, pid]) => sum + processUs(pid), 0);
  const { user, system } = process.cpuUsage();
  return {
    all: postgresUs(postmaster),
    writer: of("writer"),
    // The worker of the service makes batches and reads them with the same connections.
    ticker: of("ticker") + of("keepsake_worker"),
    reader: of("reader"),
    node: user + system,
  };
}
