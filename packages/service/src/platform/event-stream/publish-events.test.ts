import { join } from "node:path";
import { expect, test } from "vitest";
import { startNatsCluster } from "../../../../../engines/nats.ts";
import { makeScratch } from "../../../../../engines/scratch.ts";
import { startEngines } from "../../../../../engines/start.ts";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { natsUrl } from "../../../test/fixtures/nats-url.ts";
import { describeStream, readStream } from "../../../test/fixtures/read-stream.ts";
import { aNats, anEvent, aStoreId, send, someEvents } from "../../../test/fixtures/stream-events.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { createLog } from "../log.ts";
import type { OutboxEvent } from "../outbox/events.ts";
import { createPublishEvents } from "./publish-events.ts";

const WAIT_MS = 60_000;
/** A reader that waited for NATS would block its partition for as long. */
const QUICK_MS = 8_000;
const UNAVAILABLE = { kind: "unavailable" };

async function aPublisher(url: string, log = createLog("silent")) {
  const nats = aNats(url);
  expect(await waitFor(() => nats.connection() !== undefined, WAIT_MS)).toBe(true);
  return { nats, ...createPublishEvents({ nats, log }) };
}

const isPublished = (publish: Promise<void>) =>
  publish.then(
    () => true,
    () => false,
  );

test("events are in the stream in the order of the outbox, with ids and no personal data", async () => {
  const { handle } = await aPublisher(natsUrl);
  const storeId = aStoreId();
  const events = someEvents(storeId, 600);
  await handle(events);
  const stored = await readStream(natsUrl, storeId);
  expect(stored.map(({ number }) => number)).toEqual(events.map(({ number }) => number));
  const [first] = events;
  expect(stored[0]).toEqual({ ...first, createdAt: first?.createdAt.toISOString() });
});

test("an event that is published again is stored once", async () => {
  const { handle } = await aPublisher(natsUrl);
  const storeId = aStoreId();
  const events = someEvents(storeId, 3);
  await handle(events);
  await handle(events.slice(1));
  await handle([...events, anEvent(storeId, 4)]);
  expect((await readStream(natsUrl, storeId)).map(({ number }) => number)).toEqual(["1", "2", "3", "4"]);
});

test("the stream is bounded in time and size", async () => {
  const { handle } = await aPublisher(natsUrl);
  await handle([anEvent(aStoreId())]);
  const config = await describeStream(natsUrl);
  expect(config).toMatchObject({ num_replicas: 1, discard: "old", storage: "file", max_bytes: 1024 ** 3 });
  expect([config.max_age, config.duplicate_window]).toEqual([8 * 86_400e9, 600e9]);
});

test("without NATS a publish fails at once; a wiped NATS gets its stream again", async () => {
  const { nats: engine, stop } = await startEngines({ nats: true });
  whenDone(stop);
  const { handle, nats } = await aPublisher(engine.url);
  const storeId = aStoreId();
  await handle([anEvent(storeId, 1)]);

  await engine.kill();
  expect(await waitFor(() => nats.connection() === undefined, WAIT_MS)).toBe(true);
  const begun = performance.now();
  await expect(handle([anEvent(storeId, 2)])).rejects.toMatchObject(UNAVAILABLE);
  expect(performance.now() - begun).toBeLessThan(QUICK_MS);

  await engine.wipe();
  await engine.start();
  const again = anEvent(storeId, 3);
  expect(await waitFor(() => isPublished(handle([again])), WAIT_MS)).toBe(true);
  expect((await readStream(engine.url, storeId)).map(({ number }) => number)).toEqual(["3"]);
});

test("a NATS server that hangs makes a publish fail within seconds", async () => {
  const { nats: engine, stop } = await startEngines({ nats: true });
  whenDone(stop);
  const { handle } = await aPublisher(engine.url);
  const storeId = aStoreId();
  await handle([anEvent(storeId, 1)]);
  send(engine, "SIGSTOP");
  const begun = performance.now();
  await expect(handle([anEvent(storeId, 2)])).rejects.toMatchObject(UNAVAILABLE);
  expect(performance.now() - begun).toBeLessThan(QUICK_MS);
  send(engine, "SIGCONT");
});

test("without JetStream, events are dropped with one warning", async () => {
  const { nats: engine, stop } = await startEngines({ nats: { jetStream: false } });
  whenDone(stop);
  const lines: string[] = [];
  const log = createLog("warn", { write: (line) => void lines.push(line) });
  const { handle } = await aPublisher(engine.url, log);
  for (const event of someEvents(aStoreId(), 3)) await handle([event]);
  expect(lines.filter((line) => line.includes("has no JetStream"))).toHaveLength(1);
});

test("in a cluster of three the stream has three replicas, and publishing goes on without one node", async () => {
  const scratch = await makeScratch();
  whenDone(scratch.remove);
  const cluster = await startNatsCluster({ dir: join(scratch.folder, "cluster"), nodes: 3 });
  whenDone(cluster.stop);
  const { handle } = await aPublisher(cluster.url);
  const publish = (event: OutboxEvent) => waitFor(() => isPublished(handle([event])), WAIT_MS);
  const storeId = aStoreId();
  expect(await publish(anEvent(storeId, 1))).toBe(true);
  expect((await describeStream(cluster.url)).num_replicas).toBe(3);

  await cluster.nodes[0]?.kill();
  expect(await publish(anEvent(storeId, 2))).toBe(true);
  const url = cluster.nodes[1]?.url ?? "";
  expect(await waitFor(cluster.isReady, WAIT_MS)).toBe(true);
  expect((await readStream(url, storeId)).map(({ number }) => number)).toEqual(["1", "2"]);
});
