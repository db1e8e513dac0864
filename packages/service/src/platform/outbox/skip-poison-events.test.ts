import { expect, test } from "vitest";
import type { SystemTx } from "../db/db.ts";
import { unavailable } from "../errors.ts";
import type { StoreId } from "../ids.ts";
import type { OutboxEvent } from "./events.ts";
import { skipPoisonEvents } from "./skip-poison-events.ts";

const tx = Object.assign(async () => [], { afterCommit: (work: () => void) => work() }) as unknown as SystemTx;
const anEvent = (id: string): OutboxEvent => ({
  id,
  storeId: 1 as StoreId,
  subject: "store.changed",
  payload: {},
  createdAt: new Date(),
});

/** A guarded reader that throws what `fail` returns. `skipped` collects the events that were skipped. */
function aGuardedReader(fail: (events: readonly OutboxEvent[]) => Error | undefined) {
  const skipped: string[] = [];
  const throwOrPass = async (_tx: SystemTx, events: readonly OutboxEvent[]) => {
    const error = fail(events);
    if (error) throw error;
  };
  const guarded = skipPoisonEvents({ name: "test", handle: throwOrPass }, (event) => void skipped.push(event.id));
  /** Hands events over as the relay does. Returns how often the event has failed, or undefined when it was handled. */
  const handle = (...ids: string[]) =>
    guarded.reader.handle(tx, ids.map(anEvent)).then(
      () => undefined,
      (error: unknown) => guarded.failed(error),
    );
  return { guarded, handle, skipped };
}
const times = async <T>(count: number, act: () => Promise<T>) => {
  const results: T[] = [];
  for (let time = 0; time < count; time += 1) results.push(await act());
  return results;
};

test("after a page fails its events are read one by one, and then in whole pages again", async () => {
  let fails = 1;
  const { guarded, handle } = aGuardedReader(() => (fails-- > 0 ? new Error("once") : undefined));
  expect(guarded.pageSize()).toBeUndefined();
  await handle("1", "2", "3");
  for (const id of ["1", "2", "3"]) {
    expect(guarded.pageSize()).toBe(1);
    await handle(id);
  }
  expect(guarded.pageSize()).toBeUndefined();
});

test("an event that fails because the database is unavailable gets 36 tries, one that the reader fails on gets 8", async () => {
  const outage = aGuardedReader(() => unavailable("The database"));
  expect((await times(36, () => outage.handle("1"))).at(-1)).toBe(36);
  expect(outage.skipped).toEqual([]);
  await outage.handle("1");
  expect(outage.skipped).toEqual(["1"]);

  const broken = aGuardedReader(() => new Error("a bug"));
  await times(8, () => broken.handle("1"));
  await broken.handle("1");
  expect(broken.skipped).toEqual(["1"]);
});

test("a failure outside the reader restarts the count, so that an outage skips no event", async () => {
  const { guarded, handle, skipped } = aGuardedReader(() => new Error("the database was shutting down"));
  await times(8, () => handle("1"));
  guarded.failed(unavailable("The database"));
  expect(await handle("1")).toBe(1);
  expect(skipped).toEqual([]);
});

test("tries are counted per event", async () => {
  let isBad = true;
  const { handle } = aGuardedReader(() => (isBad ? new Error("bad") : undefined));
  expect(await times(3, () => handle("1"))).toEqual([1, 2, 3]);
  isBad = false;
  await handle("1");
  isBad = true;
  expect(await handle("2")).toBe(1);
});
