import type { EventLog } from "./event-log/event-log.ts";
import { createOutbox, outboxApart } from "./event-log/outbox.ts";
import { createPgq } from "./event-log/pgq.ts";
import { runSlice, type Slice } from "./event-log/run-slice.ts";
import { stamped } from "./event-log/stamped.ts";
import type { BenchContext } from "./path.ts";
import type { Line } from "./report.ts";
import { sideBySide, spreadOf } from "./side-by-side.ts";

const FULL = { reps: 3, warmUpSeconds: 2, seconds: 60 };
const SHORT = { reps: 1, warmUpSeconds: 1, seconds: 2 };
/** The share of PgQ's speed that the outbox must reach. */
const BAR = 0.8;
/** Eight writers would have to commit within 20 ms, and often wait longer for the disk. */
const STEADY = { rate: 20_000, writers: 16, reachedShare: 0.99, p99Ms: 1_000 };

type Load = { readonly rate: number; readonly writers: number };

/** Compares ways to carry events from eight writers to six readers: how many a second all readers can follow, and what one
 *  event costs PostgreSQL. */
export async function* measureEventLog(context: BenchContext): AsyncIterable<Line> {
  const { reps, ...times } = context.isShort ? SHORT : FULL;
  const { seconds } = times;
  const logs: Record<Way, EventLog> = {
    pgq: createPgq(context.folder),
    outbox: createOutbox(),
    "outbox-apart": outboxApart,
    stamped,
  };
  const slices = {} as Record<Way, (load?: Load) => Promise<Slice>>;
  for (const way of WAYS) slices[way] = await prepare(context, way, logs[way], times);

  const contenders = Object.fromEntries(WAYS.map((way) => [way, () => slices[way]()]));
  const { rounds, busy } = await sideBySide(contenders as Record<Way, () => Promise<Slice>>, reps);
  for (const way of WAYS) {
    const line = { path: "event-log", way, reps, seconds, ...mediansOf(rounds.map((round) => round[way])) };
    const ratio = spreadOf(rounds, (round) => round[way].perSecond / round.pgq.perSecond);
    const cpuRatio = spreadOf(rounds, (round) => round.pgq.postgresUs / round[way].postgresUs).median;
    const compared = { ratio: ratio.median, ratioMin: ratio.min, ratioMax: ratio.max, cpuRatio };
    if (way === "pgq") yield { ...line, busy };
    else if (way === "outbox") yield { ...line, ...compared, bar: BAR, ok: ratio.median >= BAR, busy };
    else yield { ...line, ...compared, busy };
  }
  yield await measureSteady(slices.outbox, seconds);
}

type Way = (typeof WAYS)[number];
const WAYS = ["pgq", "outbox", "outbox-apart", "stamped"] as const;

/** Writes at a fixed rate. With `cores` near the number of cores of the machine, the machine is the limit. */
async function measureSteady(slice: (load: Load) => Promise<Slice>, seconds: number): Promise<Line> {
  const { rate, writers, reachedShare, p99Ms } = STEADY;
  const steady = await slice({ rate, writers });
  return {
    path: "event-log",
    way: "outbox",
    rate,
    writers,
    seconds,
    ...mediansOf([steady]),
    cores: ((steady.postgresUs + steady.nodeUs) * steady.perSecond) / 1e6,
    bar: rate,
    ok: steady.perSecond >= rate * reachedShare && steady.p99 <= p99Ms,
  };
}

type Times = { readonly warmUpSeconds: number; readonly seconds: number };

async function prepare({ postgres }: BenchContext, way: Way, log: EventLog, times: Times) {
  const url = await postgres.createDatabase(`event_log_${way}`);
  await log.prepare(url);
  return (load?: Load) => runSlice(log, { url, postmaster: postgres.pid, ...times, ...load });
}

function mediansOf(slices: readonly Slice[]) {
  const median = (name: keyof Slice) => spreadOf(slices, (slice) => slice[name]).median;
  return {
    perSecond: median("perSecond"),
    p50: median("p50"),
    p99: median("p99"),
    postgresUs: median("postgresUs"),
    writeUs: median("writeUs"),
    tickUs: median("tickUs"),
    readUs: median("readUs"),
    nodeUs: median("nodeUs"),
    behind: median("behind"),
  };
}
