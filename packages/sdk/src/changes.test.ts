import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createChanges } from "./changes.ts";
import { KeepsakeError } from "./errors.ts";
import { openStorage, type Storage } from "./storage.ts";

const lost = () => new KeepsakeError("No answer.", { type: "network" });
const adding = (epi: number) =>
  ({ path: "lists/update-ctx", field: "a", verb: "a", lid: "L", items: [{ epi }] }) as const;

/** A page whose service answers by `respond`; several of them may share a storage. */
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

test("one after the other, in the order they were made", async () => {
  let open = 0;
  let most = 0;
  const { changes, sent } = aPage(async () => {
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    return {};
  });
  await Promise.all([1, 2, 3, 4].map((epi) => changes.submit(adding(epi))));
  expect(sent.map(({ epi }) => epi)).toEqual([1, 2, 3, 4]);
  expect(most).toBe(1);
  expect(changes.pending()).toEqual([]);
});

test("one that is made the moment the last is answered is sent too", async () => {
  const { changes, sent } = aPage(() => ({}));
  await changes.submit(adding(1));
  await changes.submit(adding(2));
  await changes.submit(adding(3));
  expect(sent.map(({ epi }) => epi)).toEqual([1, 2, 3]);
});

test("without a network they are kept, told so, and tried again less and less often, under the same key", async () => {
  let isOnline = false;
  const { changes, sent, queued } = aPage(() => (isOnline ? {} : lost()));
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

test("the next page sends what this one left, once, and forgets it after a week", async () => {
  const { changes, storage } = aPage(lost);
  await changes.submit({ ...adding(1), lid: undefined });
  changes.close();
  const next = aPage(() => ({}), storage);
  next.changes.sendLeft();
  await vi.advanceTimersByTimeAsync(0);
  expect(next.sent).toMatchObject([{ epi: 1, lid: "preferred" }]);
  expect(storage.names("out:")).toEqual([]);

  const later = aPage(lost, storage);
  await later.changes.submit(adding(2));
  later.changes.close();
  await vi.advanceTimersByTimeAsync(8 * 86_400_000);
  const last = aPage(() => ({}), storage);
  last.changes.sendLeft();
  await vi.advanceTimersByTimeAsync(0);
  expect(last.sent).toEqual([]);
  expect(storage.names("out:")).toEqual([]);
});

test("a refusal is the caller's, or told where the caller is gone; the others go on", async () => {
  const { changes } = aPage((epi) =>
    epi === 1 ? new KeepsakeError("Full.", { type: "limit-reached", status: 400 }) : {},
  );
  const [first, second] = await Promise.allSettled([changes.submit(adding(1)), changes.submit(adding(2))]);
  expect(first).toMatchObject({ status: "rejected", reason: { type: "limit-reached" } });
  expect(second).toEqual({ status: "fulfilled", value: { answer: {} } });

  let isOnline = false;
  const page = aPage(() => (isOnline ? new KeepsakeError("Full.", { type: "limit-reached" }) : lost()));
  await page.changes.submit(adding(3));
  isOnline = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(page.failed).toEqual(["limit-reached"]);
  expect(page.changes.pending()).toEqual([]);
});

test("a hundred are kept, no more", async () => {
  const { changes } = aPage(lost);
  const outcomes = await Promise.allSettled(Array.from({ length: 101 }, (_, epi) => changes.submit(adding(epi))));
  expect(outcomes.at(99)).toMatchObject({ status: "fulfilled" });
  expect(outcomes.at(100)).toMatchObject({ status: "rejected", reason: { type: "queue-full" } });
});
