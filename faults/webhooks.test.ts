import { expect, onTestFinished, test } from "vitest";
import { postgresUs, processUs } from "../bench/cpu.ts";
import { waitFor } from "../engines/wait-for.ts";
import { FULL, openLab, report } from "./lab.ts";
import {
  addEndpoints,
  memoryOf,
  percentile,
  startReceivers,
  watchMemory,
  whenReceived,
  writeEvents,
} from "./webhooks.ts";

const SIZE = FULL
  ? { stores: 100, perStore: 10, bad: 50, deliveriesPerSecond: 1_000, seconds: 60 }
  : { stores: 10, perStore: 10, bad: 10, deliveriesPerSecond: 200, seconds: 10 };
const WARM_UP_SECONDS = FULL ? 30 : 8;
/** With a small heap, memory that is not garbage shows. Otherwise V8 lets garbage grow to hundreds of megabytes first. */
const SMALL_HEAP = "--max-old-space-size=160 --max-semi-space-size=8";
const P95_MAX_MS = 2_000;
const GROWTH_MAX_MB = 20;
const DONE_MS = 120_000;
const BAD_PATHS = ["/hang", "/huge", "/bomb", "/drip", "/slow-headers"];

/** Sends at a rate for a while, with some bad endpoints among those that work. The memory before the bad ones are called is
 *  that under the same load. */
async function sendUnderLoad({ badPaths }: { badPaths: readonly string[] }) {
  const { stores, perStore, bad, deliveriesPerSecond, seconds } = SIZE;
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  // Apart, because a process that pours gigabytes answers nobody else in time.
  const [receivers, badReceivers] = [await startReceivers(), await startReceivers()];
  const endpoints = stores * perStore;
  const every = Math.floor(endpoints / bad);
  const isBad = (nth: number) => nth % every === 0 && nth / every < bad;
  const targetOf = (nth: number) =>
    isBad(nth) ? `${badReceivers.port}${badPaths[(nth / every) % badPaths.length]}` : `${receivers.port}/ok`;
  const ids = await addEndpoints(lab, { stores, perStore, targetOf });
  const { pid = 0 } = await lab.start("worker", {
    KEEPSAKE_ALLOW_LOOPBACK: "on",
    NODE_OPTIONS: SMALL_HEAP,
  });
  const perSecond = deliveriesPerSecond / perStore;

  // First only the endpoints that work.
  await lab.select(
    "update webhook_endpoints set disabled_at = now(), disabled_because = 'later' where url not like '%/ok'",
  );
  const warm = await writeEvents(lab.database, ids, { perSecond, seconds: WARM_UP_SECONDS });
  await whenReceived(receivers, (warm.events * (endpoints - bad)) / stores, DONE_MS);
  await receivers.reset();
  await lab.select("update webhook_endpoints set disabled_at = null, disabled_because = null");
  const before = await memoryOf(pid);

  const cpu = () => ({ worker: processUs(pid), postgres: postgresUs(lab.engines.postgres.pid) });
  const cpuBefore = cpu();
  const memory = watchMemory(pid);
  const { events, seconds: took } = await writeEvents(lab.database, ids, { perSecond, seconds });
  const expected = (events * (endpoints - bad)) / stores;
  await whenReceived(receivers, expected, DONE_MS);
  memory.stop();
  const cpuAfter = cpu();
  const { delays, counts } = await receivers.report();
  const { calls, called, poured } = await badReceivers.report();
  const half = Math.floor(memory.samples.length / 2);
  const figures = {
    endpoints,
    bad,
    deliveries: delays.length,
    perSecond: Math.round(delays.length / took),
    workerUs: Math.round((cpuAfter.worker - cpuBefore.worker) / delays.length),
    postgresUs: Math.round((cpuAfter.postgres - cpuBefore.postgres) / delays.length),
    missing: expected - Object.keys(counts).length,
    p50: percentile(delays, 0.5),
    p95: percentile(delays, 0.95),
    p99: percentile(delays, 0.99),
    memoryBefore: Math.round(before),
    memoryFirstHalf: Math.round(percentile(memory.samples.slice(0, half), 0.5)),
    memorySecondHalf: Math.round(percentile(memory.samples.slice(half), 0.5)),
    memoryMax: Math.round(Math.max(...memory.samples)),
    calls,
    badCalled: called.length,
    pouredMegabytes: Math.round(poured / 1e6),
  };
  report("webhooks under load", figures);
  return figures;
}

test("receivers that hang, pour a gigabyte, send a bomb or drip delay nobody else, and cost little memory", async () => {
  const figures = await sendUnderLoad({ badPaths: BAD_PATHS });
  expect(figures.missing).toBe(0);
  expect(figures.p95).toBeLessThanOrEqual(P95_MAX_MS);
  for (const path of BAD_PATHS) expect(figures.calls[path]).toBeGreaterThan(0); // control: they were called
  expect(figures.pouredMegabytes).toBeGreaterThan(GROWTH_MAX_MB); // control: more than may be kept
  expect(figures.memoryMax - figures.memoryBefore).toBeLessThanOrEqual(GROWTH_MAX_MB);
});

test.runIf(FULL)("a thousand endpoints, fifty of which hang, get a thousand deliveries a second", async () => {
  const figures = await sendUnderLoad({ badPaths: ["/hang"] });
  const { bad, stores, perStore, deliveriesPerSecond } = SIZE;
  expect(figures.badCalled).toBe(bad); // control: each of them was called
  // control: events were written as fast as the title says, less what the endpoints that hang would have got
  expect(figures.perSecond).toBeGreaterThanOrEqual(0.99 * deliveriesPerSecond * (1 - bad / (stores * perStore)));
  expect(figures.missing).toBe(0);
  expect(figures.p95).toBeLessThanOrEqual(P95_MAX_MS);
  expect(figures.memorySecondHalf - figures.memoryFirstHalf).toBeLessThanOrEqual(GROWTH_MAX_MB);
});

test("queueing keeps up with the events", async () => {
  const { perSecond, seconds } = FULL ? { perSecond: 2_000, seconds: 30 } : { perSecond: 500, seconds: 6 };
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const ids = await addEndpoints(lab, { stores: 50, perStore: 1, targetOf: () => "1/" });
  await lab.select("update webhook_turns set paused_until = now() + interval '1 day'"); // only queueing is measured
  const { pid = 0 } = await lab.start("worker", { KEEPSAKE_ALLOW_LOOPBACK: "on" });
  const cpu = () => ({ worker: processUs(pid), postgres: postgresUs(lab.engines.postgres.pid) });
  const before = cpu();
  const { events } = await writeEvents(lab.database, ids, { perSecond, seconds });
  const ended = performance.now();
  const countQueued = async () => Number((await lab.select("select count(*) from webhook_deliveries"))[0]?.[0]);
  await waitFor(async () => (await countQueued()) >= events, DONE_MS);
  const behindMs = Math.round(performance.now() - ended);
  const after = cpu();
  const queued = await countQueued();
  report("webhooks queued", {
    events,
    perSecond,
    queued,
    behindMs,
    workerUs: Math.round((after.worker - before.worker) / events),
    postgresUs: Math.round((after.postgres - before.postgres) / events),
  });
  expect(queued).toBe(events);
  expect(behindMs).toBeLessThan(5_000);
});
