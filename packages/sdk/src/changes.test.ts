import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createChanges } from "./changes.ts";
import { KeepsakeError } from "./errors.ts";
import { openStorage, type Storage } from "./storage.ts";

const noNetwork = () => new KeepsakeError("No answer.", { type: "network" });
const adding = (epi: number) =>
  ({ path: "lists/update-ctx", field: "a", verb: "a", lid: "L", items: [{ epi }] }) as const;

/** A page whose service answers with `respond`. Several pages may share a storage. */
function aPage(respond: (epi: number, key: string) => unknown, storage: Storage = openStorage("t:")) {
  const sent: { epi: number; key: string; lid: unknown }[] = [];
  const queued: number[] = [];
  const failed: string[] = [];
  const changes = createChanges({
    storage,
    async call<T>(_path: string, params: Record<string, unknown>, { key }: { key: string }) {
      const [{ epi } = { epi: 0 }] = params["a"] as { epi: number }[];
      sent.push({ epi, key, lid: params["lid"] });
      const answer = await respond(epi, key);
      if (answer instanceof Error) throw answer;
      return answer as T;
    },
    regidNow: () => "me",
    findPreferred: () => undefined,
    getPreferred: async () => "preferred",
    onDone: () => undefined,
    onFailed: ({ type }) => void failed.push(type),
    onQueued: ({ items }) => void queued.push(...items.map((item) => ("epi" in item ? Number(item.epi) : 0))),
  });
  return { changes, sent, queued, failed, storage };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("changes are sent one at a time, in the order they were made", async () => {
  let inFlight = 0;
  let inFlightMax = 0;
  const { changes, sent } = aPage(async () => {
    inFlight += 1;
    inFlightMax = Math.max(inFlightMax, inFlight);
    await Promise.resolve();
    inFlight -= 1;
    return {};
  });
  await Promise.all([1, 2, 3, 4].map((epi) => changes.submit(adding(epi))));
  expect(sent.map(({ epi }) => epi)).toEqual([1, 2, 3, 4]);
  expect(inFlightMax).toBe(1);
  expect(changes.pending()).toEqual([]);
});

test("a change made right after the last answer is sent too", async () => {
  const { changes, sent } = aPage(() => ({}));
  await changes.submit(adding(1));
  await changes.submit(adding(2));
  await changes.submit(adding(3));
  expect(sent.map(({ epi }) => epi)).toEqual([1, 2, 3]);
});

test("without a network, changes are queued and retried with growing pauses under the same key", async () => {
  let isOnline = false;
  const { changes, sent, queued } = aPage(() => (isOnline ? {} : noNetwork()));
  expect(await Promise.all([changes.submit(adding(1)), changes.submit(adding(2))])).toEqual([
    { queued: true },
    { queued: true },
  ]);
  expect(queued).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(30_000 + 60_000 + 120_000);
  expect(sent).toHaveLength(4);
  isOnline = true;
  await vi.advanceTimersByTimeAsync(240_000);
  expect(sent.map(({ epi }) => epi)).toEqual([1, 1, 1, 1, 1, 2]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  expect(changes.pending()).toEqual([]);
});

test("the next page sends a queued change once, and drops it after a week", async () => {
  const { changes, storage } = aPage(noNetwork);
  await changes.submit({ ...adding(1), lid: undefined });
  changes.close();
  const next = aPage(() => ({}), storage);
  next.changes.sendPending();
  await vi.advanceTimersByTimeAsync(0);
  expect(next.sent).toMatchObject([{ epi: 1, lid: "preferred" }]);
  expect(storage.names("out:")).toEqual([]);

  const later = aPage(noNetwork, storage);
  await later.changes.submit(adding(2));
  later.changes.close();
  await vi.advanceTimersByTimeAsync(8 * 86_400_000);
  const last = aPage(() => ({}), storage);
  last.changes.sendPending();
  await vi.advanceTimersByTimeAsync(0);
  expect(last.sent).toEqual([]);
  expect(storage.names("out:")).toEqual([]);
});

test("a refusal reaches the caller, or the failed event when the caller is gone, and other changes are still sent", async () => {
  const { changes } = aPage((epi) =>
    epi === 1 ? new KeepsakeError("Full.", { type: "limit-reached", status: 400 }) : {},
  );
  const [first, second] = await Promise.allSettled([changes.submit(adding(1)), changes.submit(adding(2))]);
  expect(first).toMatchObject({ status: "rejected", reason: { type: "limit-reached" } });
  expect(second).toEqual({ status: "fulfilled", value: { answer: {} } });

  let isOnline = false;
  const page = aPage(() => (isOnline ? new KeepsakeError("Full.", { type: "limit-reached" }) : noNetwork()));
  await page.changes.submit(adding(3));
  isOnline = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(page.failed).toEqual(["limit-reached"]);
  expect(page.changes.pending()).toEqual([]);
});

test("the queue holds a hundred changes", async () => {
  const { changes } = aPage(noNetwork);
  const outcomes = await Promise.allSettled(Array.from({ length: 101 }, (_, epi) => changes.submit(adding(epi))));
  expect(outcomes.at(99)).toMatchObject({ status: "fulfilled" });
  expect(outcomes.at(100)).toMatchObject({ status: "rejected", reason: { type: "queue-full" } });
});
