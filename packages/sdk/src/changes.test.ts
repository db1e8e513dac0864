import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createChanges } from "./changes.ts";
import { KeepsakeError } from "./errors.ts";
import type { Identity } from "./identity.ts";
import type { ShopperState } from "./interface.ts";
import { openStorage, type Storage } from "./storage.ts";

const noNetwork = () => new KeepsakeError("No answer.", { type: "network" });
const adding = (epi: number) =>
  ({ path: "lists/update-ctx", field: "a", verb: "a", lid: "L", items: [{ epi }] }) as const;

/** A page whose service answers with `respond`. Several pages may share a storage. */
function aPage(
  respond: (epi: number, key: string, options: { onIdentified(as: Identity): void }) => unknown,
  storage: Storage = openStorage("t:"),
  shopper: ShopperState = { kind: "guest", regid: "me" },
) {
  const sent: { epi: number; key: string; lid: unknown }[] = [];
  const queued: number[] = [];
  const failed: string[] = [];
  const changes = createChanges({
    storage,
    async call<T>(
      _path: string,
      params: Record<string, unknown>,
      { key, onIdentified }: { key: string; onIdentified(as: Identity): void },
    ) {
      const [{ epi } = { epi: 0 }] = params["a"] as { epi: number }[];
      sent.push({ epi, key, lid: params["lid"] });
      const answer = await respond(epi, key, { onIdentified });
      if (answer instanceof Error) throw answer;
      return answer as T;
    },
    shopperNow: () => shopper,
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
  await vi.advanceTimersByTimeAsync(5_000 + 10_000 + 20_000);
  expect(sent).toHaveLength(4);
  isOnline = true;
  await vi.advanceTimersByTimeAsync(40_000);
  expect(sent.map(({ epi }) => epi)).toEqual([1, 1, 1, 1, 1, 2]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  expect(changes.pending()).toEqual([]);
});

test("a queued change is stored with its account, but without the account's session", async () => {
  const shopper = { regid: "ann", email: "ann@example.com" };
  const { changes, storage } = aPage(
    (_epi, _key, { onIdentified }) => {
      onIdentified({ ...shopper, sessionid: "secret" });
      return noNetwork();
    },
    undefined,
    { kind: "account", ...shopper },
  );
  await Promise.all([changes.submit(adding(1)), changes.submit(adding(2))]);
  const owner = { ...shopper, sessionid: "" };
  expect(storage.names("out:").map((name) => storage.get(name))).toMatchObject([{ as: owner }, { as: owner }]);
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
  await vi.advanceTimersByTimeAsync(5_000);
  expect(page.failed).toEqual(["limit-reached"]);
  expect(page.changes.pending()).toEqual([]);
});

const busy = (status: number, retryAfterSeconds?: number) =>
  new KeepsakeError("Later.", { type: "unavailable", status, retryAfterSeconds });

test.each([429, 502, 503, 504])(
  "a change that the service answers with %i is kept and sent later under the same key",
  async (status) => {
    let answer: unknown = busy(status);
    const { changes, sent, queued, failed } = aPage(() => answer);
    expect(await changes.submit(adding(1))).toEqual({ queued: true });
    expect(queued).toEqual([1]);
    expect(changes.pending()).toHaveLength(1);
    answer = {};
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(changes.pending()).toEqual([]);
    expect(failed).toEqual([]);
  },
);

test("a kept change waits for the time in Retry-After, but never for more than ten minutes", async () => {
  let retryAfterSeconds = 120;
  const { changes, sent } = aPage(() => busy(429, retryAfterSeconds));
  await changes.submit(adding(1));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(sent).toHaveLength(1);
  retryAfterSeconds = 86_400;
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toHaveLength(3);
});

test("a promised change survives a few internal errors, and one that never works does not block the others", async () => {
  let isOnline = false;
  const respond = (epi: number) => (isOnline ? (epi === 1 ? busy(500) : {}) : noNetwork());
  const page = aPage(respond);
  await Promise.all([page.changes.submit(adding(1)), page.changes.submit(adding(2))]);
  isOnline = true;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(page.sent.filter(({ epi }) => epi === 1)).toHaveLength(1 + 5);
  expect(page.failed).toEqual(["unavailable"]);
  expect(page.changes.pending()).toEqual([]);

  const unpromised = aPage(() => busy(500));
  await expect(unpromised.changes.submit(adding(3))).rejects.toMatchObject({ status: 500 });
});

test("the queue holds a hundred changes", async () => {
  const { changes } = aPage(noNetwork);
  const outcomes = await Promise.allSettled(Array.from({ length: 101 }, (_, epi) => changes.submit(adding(epi))));
  expect(outcomes.at(99)).toMatchObject({ status: "fulfilled" });
  expect(outcomes.at(100)).toMatchObject({ status: "rejected", reason: { type: "queue-full" } });
});
