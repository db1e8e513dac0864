import { expect, test } from "vitest";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { atOnce } from "../../../../test/fixtures/crowd.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { createVariantCache } from "./variant-cache.ts";

const service = aService();
const { db } = service.deps;

test("an unknown variant gets a row only where one is to be made, and once for all who ask at the same time", async () => {
  const store = await aStore(service);
  const book = createVariantCache(db.hot, Date.now);
  expect(await book.findByPlatformIds(store.id, ["1"], { create: false })).toEqual([undefined]);
  const made = await atOnce(20, () => book.findByPlatformIds(store.id, ["1", "2"], { create: true }));
  expect(new Set(made.map(([one]) => one?.id)).size).toBe(1);
  expect(made[0]?.map((variant) => variant?.platformId)).toEqual(["1", "2"]);
  expect(await look("select 1 from variants where store_id = $1", [store.id])).toHaveLength(2);
});

test("variants come in the order asked, and one that was asked for twice comes twice", async () => {
  const store = await aStore(service);
  const book = createVariantCache(db.hot, Date.now);
  await book.findByPlatformIds(store.id, ["2"], { create: true });
  const found = await book.findByPlatformIds(store.id, ["3", "2", "3", "1"], { create: true });
  expect(found.map((variant) => variant?.platformId)).toEqual(["3", "2", "3", "1"]);
});

test("what is remembered of one store's variants never answers for another's", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const book = createVariantCache(db.hot, Date.now);
  const [variant] = await book.findByPlatformIds(store.id, ["1"], { create: true });
  if (!variant) throw new Error("No variant was made");
  expect(await book.findByPlatformIds(other.id, ["1"], { create: false })).toEqual([undefined]);
  expect(await book.findByIds(other.id, [variant.id])).toEqual([undefined]);
  expect(await book.findByIds(store.id, [variant.id])).toMatchObject([{ id: variant.id }]);
});

test("what the store says of a product shows within half a minute, or at once where the book is told to forget", async () => {
  const store = await aStore(service);
  const time = aClock();
  const book = createVariantCache(db.hot, time.clock);
  const titleOf = async () => (await book.findByPlatformIds(store.id, ["1"], { create: true }))[0]?.product?.title;
  expect(await titleOf()).toBeUndefined();
  const name = (dt: string) =>
    store.inStore(
      (tx) =>
        tx`update variants set product = ${JSON.stringify({ title: dt })} where store_id = ${store.id} and platform_id = '1'`,
    );
  await name("Rake");
  expect(await titleOf()).toBeUndefined();
  time.forward(30_001);
  expect(await titleOf()).toBe("Rake");
  await name("Spade");
  book.clear();
  expect(await titleOf()).toBe("Spade");
});
