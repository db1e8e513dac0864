import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startNatsCluster } from "../engines/nats.ts";
import { makeScratch } from "../engines/scratch.ts";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { createDb } from "../packages/service/src/platform/db/db.ts";
import type { StoreId } from "../packages/service/src/platform/ids.ts";
import { describeStream, readStream } from "../packages/service/test/fixtures/read-stream.ts";
import { writeEvent } from "../packages/service/test/fixtures/write-event.ts";
import { aWaitingStore, smtpSettings } from "./alerts.ts";
import { aDisk } from "./disk.ts";
import { FULL, openLab, report } from "./lab.ts";
import { aRetryingClient, load, OVERLOADED_SHARE_MAX, tally } from "./load.ts";
import { guestCall } from "./shopper.ts";

const EVENTS_PER_SECOND = 500;
const EVENTS_PER_TRANSACTION = 10;
const CALLS_PER_SECOND = 50;
const PHASE_MS = FULL ? 60_000 : 2_000;
/** A cluster elects new leaders within seconds; then the events of the outage are published. */
const HEALED_MS = 180_000;
const FEW = 20;
const SENT_MS = 10_000;

const OUTBOX_IDS = "select id from outbox order by id";
/** Before the first event. */
const SINCE = "2026-01-01T00:00:00Z";

test("JetStream on three nodes may lose nodes, all nodes or all data: its events come back from the outbox", async () => {
  const scratch = await makeScratch();
  onTestFinished(scratch.remove);
  const disk = FULL ? await aDisk(scratch.folder) : undefined;
  if (disk) onTestFinished(async () => void (await disk.remove()));
  const cluster = await startNatsCluster({
    dir: join(scratch.folder, "nats"),
    ...(disk ? { dataDir: disk.mount } : {}),
    nodes: 3,
    syncAlways: true,
  });
  onTestFinished(cluster.stop);
  const { nodes } = cluster;
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true }, { NATS_URL: cluster.url });
  onTestFinished(lab.close);
  const [api] = await Promise.all([lab.start("api"), lab.start("worker", smtpSettings(sink))]);
  const store = await lab.aStore();
  const waiting = await aWaitingStore(lab, api.port, FEW);
  onTestFinished(waiting.client.close);
  const stalls = lab.watchStalls();
  const client = aRetryingClient(api.port, { headers: { authorization: store.basic }, stalls });
  onTestFinished(client.close);
  const db = createDb(lab.settings["DATABASE_URL"] ?? "", { onError: () => {}, wake: () => {} });
  onTestFinished(db.end);
  const storeIds = (await lab.select("select id from stores")).flat().map((id) => Number(id) as StoreId);

  const statuses: number[] = [];
  let isOver = false;
  const until = () => isOver;
  const calling = load({ loops: 16, perSecond: CALLS_PER_SECOND, until }, async () => {
    statuses.push((await client.send(guestCall())).status);
  });
  const writing = load({ loops: 8, perSecond: EVENTS_PER_SECOND / EVENTS_PER_TRANSACTION, until }, (n) =>
    db.inStore(storeIds[n % storeIds.length] as StoreId, async (tx) => {
      for (let event = 0; event < EVENTS_PER_TRANSACTION; event++) await writeEvent(tx, "faults.happened", { n });
    }),
  );

  /** Waits until the newest event of this moment is in the stream. Returns the milliseconds. */
  async function waitUntilPublished() {
    const newest = (await lab.select("select max(id) from outbox")).flat()[0] ?? "";
    const isThere = async () => (await publishedIds()).has(newest);
    const begun = performance.now();
    expect(await waitFor(isThere, HEALED_MS)).toBe(true);
    return Math.round(performance.now() - begun);
  }
  const publishedIds = async () => {
    await pause(500); // reading the whole stream in a tight loop would be a load of its own
    const events = await readStream(cluster.url).catch(() => []);
    return new Set(events.map(({ id }) => id));
  };
  const healedMs: Record<string, number> = {};

  healedMs["nothing"] = await waitUntilPublished();
  const { leader } = await describeStream(cluster.url);
  const follower = nodes.find(({ name }) => name !== leader);
  await follower?.kill();
  await pause(PHASE_MS);
  await follower?.start();
  healedMs["one node killed"] = await waitUntilPublished();

  const leading = nodes.find(({ name }) => name === leader);
  await leading?.kill();
  await pause(PHASE_MS);
  await leading?.start();
  healedMs["leader killed"] = await waitUntilPublished();

  await Promise.all(nodes.map((node) => node.kill()));
  const begun = performance.now();
  await waiting.restock();
  expect(await waitFor(() => sink.received.length >= FEW, 6 * SENT_MS)).toBe(true);
  const sentMs = performance.now() - begun;
  await pause(PHASE_MS);
  await Promise.all(nodes.map((node) => node.start()));
  healedMs["all killed"] = await waitUntilPublished();

  if (disk) {
    await disk.cutPower();
    await Promise.all(nodes.map((node) => node.kill()));
    await disk.powerOn();
    await Promise.all(nodes.map((node) => node.start()));
    healedMs["power cut"] = await waitUntilPublished();
  }
  const writtenBeforeWipe = (await lab.select(OUTBOX_IDS)).flat();
  let beforeWipe = await readStream(cluster.url);
  await waitFor(async () => {
    beforeWipe = await readStream(cluster.url).catch(() => []);
    return countLost(writtenBeforeWipe, beforeWipe) === 0;
  }, HEALED_MS);

  await Promise.all(nodes.map((node) => node.kill()));
  await Promise.all(nodes.map((node) => node.wipe()));
  await pause(PHASE_MS);
  await Promise.all(nodes.map((node) => node.start()));
  healedMs["all wiped"] = await waitUntilPublished();

  isOver = true;
  await Promise.all([calling, writing]);
  await waitUntilPublished();
  const written = (await lab.select(OUTBOX_IDS)).flat();
  const countMissing = (published: ReadonlySet<string>) => written.filter((id) => !published.has(id)).length;
  const missingBeforeRebuild = countMissing(await publishedIds());

  const rebuildBegun = performance.now();
  await lab.command("events", "rebuild", "--since", SINCE);
  const isComplete = async () => countMissing(await publishedIds()) === 0;
  expect(await waitFor(isComplete, HEALED_MS)).toBe(true);
  const rebuildMs = performance.now() - rebuildBegun;
  const published = await readStream(cluster.url);
  const ids = new Set(published.map(({ id }) => id));
  const missing = countMissing(ids);
  const known = new Set(written);
  const unknown = [...ids].filter((id) => !known.has(id)).length;
  const lostBeforeWipe = countLost(writtenBeforeWipe, beforeWipe);
  report("JetStream cluster", {
    written: written.length,
    lostBeforeWipe,
    copiesBeforeWipe: beforeWipe.length - new Set(beforeWipe.map(({ id }) => id)).size,
    missingBeforeRebuild,
    missing,
    unknown,
    copies: published.length - ids.size,
    healedMs,
    rebuildMs,
    sentMs,
    statuses: tally(statuses),
    overloaded: client.countOverloaded(),
  });

  expect(Object.keys(tally(statuses))).toEqual(["200"]);
  expect(client.countOverloaded()).toBeLessThan(OVERLOADED_SHARE_MAX * statuses.length);
  expect(stalls.totalMs() > 0 || sentMs < SENT_MS).toBe(true);
  expect(lostBeforeWipe).toBe(0);
  expect(missingBeforeRebuild).toBeGreaterThan(0); // the wipe did delete events
  expect({ missing, unknown }).toEqual({ missing: 0, unknown: 0 });
});

const countLost = (written: readonly string[], stored: readonly { readonly id: string }[]) => {
  const ids = new Set(stored.map(({ id }) => id));
  return written.filter((id) => !ids.has(id)).length;
};
