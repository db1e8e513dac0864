import { expect, test, vi } from "vitest";
import { waitFor } from "../../../../engines/wait-for.ts";
import { natsUrl } from "../../test/fixtures/nats-url.ts";
import { aNats, aStoreId } from "../../test/fixtures/stream-events.ts";
import { ensureStream } from "./event-stream/ensure-stream.ts";
import { createWakeUps } from "./wake-ups.ts";

const WAIT_MS = 60_000;
/** A subject of its own, because all tests share one server. */
const aSubject = () => `test-${aStoreId()}`;

async function aProcess(subject: string) {
  const nats = aNats(natsUrl);
  expect(await waitFor(() => nats.connection() !== undefined, WAIT_MS)).toBe(true);
  const wakeUps = createWakeUps(nats);
  let woken = 0;
  wakeUps.listen(subject, () => {
    woken += 1;
  });
  await nats.connection()?.flush();
  return { ...wakeUps, nats, woken: () => woken };
}

test("a wake-up calls the listeners of its own process once and at once, and those of other processes", async () => {
  const subject = aSubject();
  const [here, there] = [await aProcess(subject), await aProcess(subject)];
  here.send(subject);
  expect(here.woken()).toBe(1);
  expect(await waitFor(() => there.woken() === 1, WAIT_MS)).toBe(true);
  await here.nats.connection()?.flush();
  expect(here.woken()).toBe(1); // NATS does not send it back
});

test("a thousand wake-ups in a moment are two: the first at once, and one for all the others", async () => {
  const subject = aSubject();
  const [here, there] = [await aProcess(subject), await aProcess(subject)];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    for (let n = 0; n < 1_000; n++) here.send(subject);
    expect(here.woken()).toBe(1);
    vi.advanceTimersByTime(50);
    expect(here.woken()).toBe(2);
    vi.advanceTimersByTime(1_000);
    expect(here.woken()).toBe(2);
    here.send(subject);
    expect(here.woken()).toBe(3);
  } finally {
    vi.useRealTimers();
  }
  expect(await waitFor(() => there.woken() === 3, WAIT_MS)).toBe(true);
});

test("subjects do not delay each other, and close sends what waits", async () => {
  const wakeUps = createWakeUps(undefined);
  const woken: string[] = [];
  for (const subject of ["one", "other"]) wakeUps.listen(subject, () => woken.push(subject));
  wakeUps.send("one");
  wakeUps.send("other");
  expect(woken).toEqual(["one", "other"]);
  wakeUps.send("one");
  await wakeUps.close();
  expect(woken).toEqual(["one", "other", "one"]);
});

test("the stream of events does not take wake-ups", async () => {
  const subject = aSubject();
  const here = await aProcess(subject);
  const connection = here.nats.connection();
  expect(connection && (await ensureStream(connection))).toBe(true);
  // A stream answers every message that has a reply subject.
  const isTaken = connection?.request(`keepsake.${subject}`, "", { timeout: 1_000 }).then(
    ({ data }) => data.length > 0,
    () => false,
  );
  expect(await isTaken).toBe(false);
  const taken = await connection?.request(`keepsake.events.1.${subject}`, "", { timeout: WAIT_MS });
  expect(taken?.string()).toContain('"stream":"KEEPSAKE_EVENTS"');
});

test("without NATS a wake-up goes to the other processes of the group, and one of theirs calls the listeners here", () => {
  const sent: string[] = [];
  let hear = (_subject: string) => {};
  const { send, listen } = createWakeUps(undefined, {
    send: (subject) => void sent.push(subject),
    listen: (onWakeUp) => {
      hear = onWakeUp;
    },
  });
  const listener = vi.fn<() => void>();
  listen("outbox", listener);
  send("outbox");
  expect(sent).toEqual(["outbox"]);
  hear("outbox");
  hear("mails");
  expect(listener).toHaveBeenCalledTimes(2);
});
