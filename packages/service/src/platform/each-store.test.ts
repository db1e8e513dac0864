import { expect, test } from "vitest";
import { eachStore } from "./each-store.ts";
import type { StoreId } from "./ids.ts";

const eventsOf = (...stores: number[]) => stores.map((storeId, n) => ({ storeId: storeId as StoreId, n }));

test("a store gets its events together and in order, and one that fails does not keep the others from theirs", async () => {
  const done: [StoreId, number[]][] = [];
  const handling = eachStore(eventsOf(1, 2, 1, 3), async (storeId, events) => {
    if (storeId === 2) throw new Error("Store 2 fails.");
    done.push([storeId, events.map(({ n }) => n)]);
  });
  await expect(handling).rejects.toThrow("Store 2 fails.");
  expect(done).toEqual([
    [1, [0, 2]],
    [3, [3]],
  ]);
});

test("one store is done after the other, but a second page does not wait for the first", async () => {
  const first = Promise.withResolvers<void>();
  const done: string[] = [];
  const slow = eachStore(eventsOf(1, 2), async (storeId) => {
    if (storeId === 1) await first.promise;
    done.push(`slow ${storeId}`);
  });
  await eachStore(eventsOf(1, 2), async (storeId) => void done.push(`quick ${storeId}`));
  expect(done).toEqual(["quick 1", "quick 2"]);
  first.resolve();
  await slow;
  expect(done).toEqual(["quick 1", "quick 2", "slow 1", "slow 2"]);
});
