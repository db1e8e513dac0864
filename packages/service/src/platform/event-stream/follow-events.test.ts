import { expect, test } from "vitest";
import { startEngines } from "../../../../../engines/start.ts";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { natsUrl } from "../../../test/fixtures/nats-url.ts";
import { aNats, anEvent, aStoreId, send, someEvents } from "../../../test/fixtures/stream-events.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import type { StoreId } from "../ids.ts";
import { createLog } from "../log.ts";
import type { OutboxEvent } from "../outbox/events.ts";
import type { StreamEvent } from "./envelope.ts";
import { followEvents } from "./follow-events.ts";
import { createPublishEvents } from "./publish-events.ts";

const log = createLog("silent");
const WAIT_MS = 60_000;

/** Follows one store, because all tests share one stream. */
function aFollower(url: string, storeId: StoreId) {
  const seen: StreamEvent[] = [];
  let gaps = 0;
  const following = followEvents(
    { nats: aNats(url), log },
    {
      subjects: ["list.updated"],
      onEvent: (event) => void (event.storeId === storeId && seen.push(event)),
      onGap: () => {
        gaps += 1;
      },
    },
  );
  whenDone(() => following.close());
  return { seen, gaps: () => gaps, isFollowing: following.isFollowing };
}

function aPublisher(url: string) {
  const { handle } = createPublishEvents({ nats: aNats(url), log });
  return (events: readonly OutboxEvent[]) =>
    waitFor(
      () =>
        handle(events).then(
          () => true,
          () => false,
        ),
      WAIT_MS,
    );
}

test("every process gets each event of its subjects from now on, in order", async () => {
  const storeId = aStoreId();
  const publish = aPublisher(natsUrl);
  await publish([anEvent(storeId, 0)]);
  const followers = [aFollower(natsUrl, storeId), aFollower(natsUrl, storeId)];
  expect(await waitFor(() => followers.every(({ isFollowing }) => isFollowing()), WAIT_MS)).toBe(true);
  const events = someEvents(storeId, 500);
  await publish([...events, { ...anEvent(storeId), subject: "store.changed", payload: {} }]);
  for (const { seen, gaps } of followers) {
    expect(await waitFor(() => seen.length >= events.length, WAIT_MS)).toBe(true);
    expect(seen.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(gaps()).toBe(1);
  }
});

test("while NATS is away a follower knows that it does not follow; afterwards it hears of a gap, and gets later events", async () => {
  const { nats: engine, stop } = await startEngines({ nats: true });
  whenDone(stop);
  const storeId = aStoreId();
  const publish = aPublisher(engine.url);
  const { seen, gaps, isFollowing } = aFollower(engine.url, storeId);
  expect(await waitFor(isFollowing, WAIT_MS)).toBe(true);
  expect(gaps()).toBe(1);

  await engine.kill();
  expect(await waitFor(() => !isFollowing(), WAIT_MS)).toBe(true);
  await engine.wipe();
  await engine.start();
  expect(await waitFor(isFollowing, WAIT_MS)).toBe(true);
  expect(gaps()).toBe(2);
  await publish([anEvent(storeId, 1)]);
  expect(await waitFor(() => seen.length > 0, WAIT_MS)).toBe(true);
});

test("a server that hangs is not followed", async () => {
  const { nats: engine, stop } = await startEngines({ nats: true });
  whenDone(stop);
  const { isFollowing } = aFollower(engine.url, aStoreId());
  expect(await waitFor(isFollowing, WAIT_MS)).toBe(true);
  send(engine, "SIGSTOP");
  expect(await waitFor(() => !isFollowing(), WAIT_MS)).toBe(true);
  send(engine, "SIGCONT");
  expect(await waitFor(isFollowing, WAIT_MS)).toBe(true);
});

test("without JetStream nothing is followed", async () => {
  const { nats: engine, stop } = await startEngines({ nats: { jetStream: false } });
  whenDone(stop);
  const nats = aNats(engine.url);
  const { isFollowing } = aFollower(engine.url, aStoreId());
  expect(await waitFor(() => nats.connection() !== undefined, WAIT_MS)).toBe(true);
  await nats.connection()?.flush();
  expect(isFollowing()).toBe(false);
});
