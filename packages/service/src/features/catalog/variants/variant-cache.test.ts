import { expect, test } from "vitest";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { atOnce } from "../../../../test/fixtures/crowd.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import { createVariantCache } from "./variant-cache.ts";

const service = aService();
const { db } = service.deps;

test("an unknown variant gets a row only with create, and only one row for parallel calls", async () => {
  const store = await aStore(service);
  const cache = createVariantCache(db.hot, Date.now);
  expect(await cache.findByPlatformIds(store.id, ["1"], { create: false })).toEqual([undefined]);
  const created = await atOnce(20, () => cache.findByPlatformIds(store.id, ["1", "2"], { create: true }));
  expect(new Set(created.map(([one]) => one?.id)).size).toBe(1);
  expect(created[0]?.map((variant) => variant?.platformId)).toEqual(["1", "2"]);
  expect(await look("select 1 from variants where store_id = $1", [store.id])).toHaveLength(2);
});

test("variants are returned in the order of the ids, and twice for an id that is given twice", async () => {
  const store = await aStore(service);
  const cache = createVariantCache(db.hot, Date.now);
  await cache.findByPlatformIds(store.id, ["2"], { create: true });
  const found = await cache.findByPlatformIds(store.id, ["3", "2", "3", "1"], { create: true });
  expect(found.map((variant) => variant?.platformId)).toEqual(["3", "2", "3", "1"]);
});

test("cached variants of one store are never returned for another store", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const cache = createVariantCache(db.hot, Date.now);
  const [variant] = await cache.findByPlatformIds(store.id, ["1"], { create: true });
  if (!variant) throw new Error("No variant was created");
  expect(await cache.findByPlatformIds(other.id, ["1"], { create: false })).toEqual([undefined]);
  expect(await cache.findByIds(other.id, [variant.id])).toEqual([undefined]);
  expect(await cache.findByIds(store.id, [variant.id])).toMatchObject([{ id: variant.id }]);
});

test("changed product data is returned after four seconds", async () => {
  const store = await aStore(service);
  const time = aClock();
  const cache = createVariantCache(db.hot, time.clock);
  const titleOf = async () => (await cache.findByPlatformIds(store.id, ["1"], { create: true }))[0]?.product?.title;
  expect(await titleOf()).toBeUndefined();
  const setTitle = (title: string) =>
    store.inStore(
      (tx) =>
        tx`update variants set product = ${JSON.stringify({ title })} where store_id = ${store.id} and platform_id = '1'`,
    );
  await setTitle("Rake");
  expect(await titleOf()).toBeUndefined();
  time.forward(4_001);
  expect(await titleOf()).toBe("Rake");
  await setTitle("Spade");
  time.forward(4_001);
  expect(await titleOf()).toBe("Spade");
});

test("a variant that did not change is not read again: the database returns its version alone", async () => {
  const store = await aStore(service);
  const time = aClock();
  const read: unknown[] = [];
  const recording: HotDb = {
    run: async <Row extends object>(...args: Parameters<HotDb["run"]>) => {
      const rows = await db.hot.run<Row>(...args);
      read.push(...rows);
      return rows;
    },
  };
  const cache = createVariantCache(recording, time.clock);
  const find = async () => (await cache.findByPlatformIds(store.id, ["1"], { create: true }))[0];
  await find();
  await store.inStore(
    (tx) => tx`update variants set product = '{"title": "Rake"}' where store_id = ${store.id} and platform_id = '1'`,
  );
  time.forward(4_001);
  const first = await find();
  expect(read.at(-1)).toMatchObject({ product: { title: "Rake" } });
  time.forward(4_001);
  expect(await find()).toBe(first);
  expect(read.at(-1)).toMatchObject({ platformId: "1", product: null, prices: null });
});

test("who needs only the ids of variants gets them from the cache for half a minute", async () => {
  const store = await aStore(service);
  const time = aClock();
  let reads = 0;
  const counting: HotDb = {
    run: (...args) => {
      reads += 1;
      return db.hot.run(...args);
    },
  };
  const cache = createVariantCache(counting, time.clock);
  const [variant] = await cache.findByPlatformIds(store.id, ["1"], { create: true });
  if (!variant) throw new Error("No variant was created");
  const readsOf = async (afterMs: number, onlyIds: boolean) => {
    time.forward(afterMs);
    reads = 0;
    expect(await cache.findByIds(store.id, [variant.id], { onlyIds })).toMatchObject([{ platformId: "1" }]);
    return reads;
  };
  expect(await readsOf(29_000, true)).toBe(0);
  expect(await readsOf(0, false)).toBe(1);
  expect(await readsOf(30_001, true)).toBe(1);
});

test("a variant that was being read while it changed is not cached", async () => {
  const store = await aStore(service);
  let afterRead = async () => {};
  const slowHot: HotDb = {
    async run(statement, values) {
      const rows = await db.hot.run<never>(statement, values);
      await afterRead();
      return rows;
    },
  };
  const cache = createVariantCache(slowHot, aClock().clock);
  const [variant] = await cache.findByPlatformIds(store.id, ["1"], { create: true });
  if (!variant) throw new Error("No variant was created");
  const titleOf = async () => (await cache.findByIds(store.id, [variant.id]))[0]?.product?.title;
  const change = async () => {
    await look(`update variants set product = '{"title": "Rake"}' where id = $1`, [variant.id]);
    cache.forget([variant.id]);
  };
  cache.clear();
  afterRead = change;
  expect(await titleOf()).toBeUndefined();
  afterRead = async () => {};
  expect(await titleOf()).toBe("Rake");
  await look("update variants set product = null where id = $1", [variant.id]);
  expect(await titleOf()).toBe("Rake"); // it is cached again
});
