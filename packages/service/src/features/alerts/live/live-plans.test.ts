import { expect, test, vi } from "vitest";
import { waitFor } from "../../../../../../engines/wait-for.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { createLog } from "../../../platform/log.ts";
import { createLivePlans } from "./live-plans.ts";

const WAIT_MAX_MS = 10_000;
/** A transaction in which every statement finds nothing. */
const EMPTY = Object.assign(async () => [], { storeId: 1 }) as unknown as StoreTx;

/** Live plans of stores that have none. Counts the reads; the test moves the time between them. */
function aHub({ failures = 0 } = {}) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  whenDone(async () => void vi.useRealTimers());
  const reads: StoreId[] = [];
  let failuresLeft = failures;
  const db = {
    async inStore(storeId: StoreId, work: (tx: StoreTx) => Promise<unknown>) {
      reads.push(storeId);
      failuresLeft -= 1;
      if (failuresLeft >= 0) throw new Error("The database is away");
      return work(EMPTY);
    },
  } as unknown as Db;
  const variants = { findByIds: async () => [] } as never;
  const hub = createLivePlans({ db, variants, toText: () => "", log: createLog("silent") });
  const open = async (store = 1) => {
    let readies = 0;
    const ready = () => {
      readies += 1;
    };
    const watch = await hub.watch(store as StoreId, { ready, changed: () => undefined, end: () => undefined });
    watch.begin();
    return { stop: watch.stop, readies: () => readies };
  };
  return { open, reads };
}
/** Lets reads that have begun end. They wait for nothing but promises. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
async function pass(ms: number) {
  await settle();
  vi.advanceTimersByTime(ms);
  await settle();
}

test("many streams of a store share one read a second, and each is ready once", async () => {
  const { open, reads } = aHub();
  const streams = await Promise.all(Array.from({ length: 20 }, () => open()));
  await settle();
  expect(reads).toHaveLength(1);
  const late = await open();
  expect(late.readies()).toBe(1);
  for (const before of [1, 2, 3]) {
    expect(reads).toHaveLength(before);
    await pass(1_000);
  }
  expect(streams.map(({ readies }) => readies())).toEqual(streams.map(() => 1));
  expect(late.readies()).toBe(1);
});

test("nothing is read before the first stream of a store and after its last", async () => {
  const { open, reads } = aHub();
  await pass(60_000);
  expect(reads).toEqual([]);
  const [one, two, other] = [await open(), await open(), await open(2)];
  await pass(1_000);
  one.stop();
  two.stop();
  two.stop();
  const before = reads.filter((store) => store === 1).length;
  expect(before).toBe(2);
  for (let second = 0; second < 10; second += 1) await pass(1_000);
  expect(reads.filter((store) => store === 1)).toHaveLength(before);
  expect(reads.filter((store) => store === 2).length, "control: the other store is still read").toBeGreaterThan(10);
  other.stop();
  const again = await open();
  await settle();
  expect(again.readies()).toBe(1);
});

test("while the database is away, streams stay open and are ready later", async () => {
  const { open, reads } = aHub({ failures: 2 });
  const stream = await open();
  await pass(4_999);
  expect([reads.length, stream.readies()]).toEqual([1, 0]);
  await pass(1);
  await pass(5_000);
  expect([reads.length, stream.readies()]).toEqual([3, 1]);
});

test("a store has 50 streams; the next is refused until one ends, and another store's opens", async () => {
  const { open } = aHub();
  const [first] = await Promise.all(Array.from({ length: 50 }, () => open()));
  await expect(open()).rejects.toMatchObject({ kind: "too-many", type: "too-many-streams", retryAfterSeconds: 60 });
  await expect(open(2)).resolves.toBeDefined();
  first?.stop();
  first?.stop();
  await expect(open()).resolves.toBeDefined();
  await expect(open()).rejects.toMatchObject({ kind: "too-many" });
});

test("a process has 500 streams, and reads two stores at a time", async () => {
  const { open, reads } = aHub();
  for (let store = 1; store <= 10; store += 1) await Promise.all(Array.from({ length: 50 }, () => open(store)));
  await expect(open(11)).rejects.toMatchObject({ kind: "unavailable" });
  expect(await waitFor(() => new Set(reads).size === 10, WAIT_MAX_MS)).toBe(true);
});
