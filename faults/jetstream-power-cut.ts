// node faults/jetstream-power-cut.ts [--seconds=20] [--rounds=1]
// Cuts the power of a JetStream cluster of three while events are published, with `sync_interval: always` and without, and
// counts the acknowledged events that are gone. Then publishes all events again. Needs root.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startNatsCluster } from "../engines/nats.ts";
import { makeScratch } from "../engines/scratch.ts";
import { waitFor } from "../engines/wait-for.ts";
import { createPublishEvents } from "../packages/service/src/platform/event-stream/publish-events.ts";
import type { StoreId } from "../packages/service/src/platform/ids.ts";
import { createLog } from "../packages/service/src/platform/log.ts";
import { createNats } from "../packages/service/src/platform/nats.ts";
import type { OutboxEvent } from "../packages/service/src/platform/outbox/events.ts";
import { readStream } from "../packages/service/test/fixtures/read-stream.ts";
import { aDisk } from "./disk.ts";

const { values: flags } = parseArgs({
  options: { seconds: { type: "string", default: "20" }, rounds: { type: "string", default: "1" } },
});
const SECONDS = Number(flags.seconds);
const PER_SECOND = 500;
const PAGE = 25;
const READY_MS = 120_000;
const log = createLog("silent");

const readIds = async (url: string) => new Set((await readStream(url)).map(({ id }) => id));

const countLost = (acked: readonly string[], found: ReadonlySet<string>) => acked.filter((id) => !found.has(id)).length;

const anEvent = (id: number): OutboxEvent => ({
  id: String(id),
  number: String(id),
  storeId: 1 as StoreId,
  subject: "store.changed",
  payload: {},
  createdAt: new Date(),
});

async function measure(syncAlways: boolean) {
  const scratch = await makeScratch();
  const disk = await aDisk(scratch.folder);
  const cluster = await startNatsCluster({
    dir: join(scratch.folder, "nats"),
    dataDir: disk.mount,
    nodes: 3,
    syncAlways,
  });
  const nats = createNats(cluster.url, log);
  try {
    await waitFor(() => nats.connection() !== undefined, READY_MS);
    const { handle } = createPublishEvents({ nats, log });
    await handle([anEvent(0)]);
    const events: OutboxEvent[] = [];
    const acked: string[] = [];
    const acknowledgedMs: number[] = [];
    const inFlight = new Set<Promise<void>>();
    const begun = performance.now();
    while (performance.now() - begun < SECONDS * 1_000) {
      const page = Array.from({ length: PAGE }, (_, index) => anEvent(events.length + index + 1));
      events.push(...page);
      const sent = performance.now();
      const publishing = handle(page).then(
        () => {
          acked.push(...page.map(({ id }) => id));
          acknowledgedMs.push(performance.now() - sent);
        },
        () => undefined,
      );
      inFlight.add(publishing);
      void publishing.finally(() => inFlight.delete(publishing));
      await pause(Math.max(0, begun + (events.length / PER_SECOND) * 1_000 - performance.now()));
    }
    const ackedBefore = [...acked];
    await disk.cutPower();
    await Promise.all(cluster.nodes.map((node) => node.kill()));
    await disk.powerOn();
    await Promise.all(cluster.nodes.map((node) => node.start()));
    const isReady = await waitFor(cluster.isReady, READY_MS);

    // A node that takes long to recover must not look like a loss.
    let found = new Set<string>();
    await waitFor(async () => {
      found = await readIds(cluster.url).catch(() => new Set<string>());
      return countLost(ackedBefore, found) === 0;
    }, 30_000);
    await Promise.all(inFlight);
    let missing = events.length;
    await waitFor(async () => {
      await handle(events).catch(() => undefined);
      const ids = await readIds(cluster.url).catch(() => new Set<string>());
      missing = events.filter(({ id }) => !ids.has(id)).length;
      return missing === 0;
    }, READY_MS);
    acknowledgedMs.sort((a, b) => a - b);
    return {
      syncAlways,
      published: events.length,
      acknowledged: ackedBefore.length,
      lost: countLost(ackedBefore, found),
      isReady,
      missingAfterRebuild: missing,
      pageP50Ms: Math.round(acknowledgedMs[Math.floor(acknowledgedMs.length * 0.5)] ?? 0),
      pageP99Ms: Math.round(acknowledgedMs[Math.floor(acknowledgedMs.length * 0.99)] ?? 0),
    };
  } finally {
    await nats.close();
    await cluster.stop();
    await disk.remove();
    await scratch.remove();
  }
}

for (let round = 0; round < Number(flags.rounds); round++)
  for (const syncAlways of [true, false]) console.log(JSON.stringify(await measure(syncAlways)));
