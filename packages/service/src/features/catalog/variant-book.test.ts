import { expect, test } from "vitest";
import { aClock } from "../../../test/fixtures/clock.ts";
import { atOnce } from "../../../test/fixtures/crowd.ts";
import { look } from "../../../test/fixtures/database.ts";
import { aService, aStore } from "../../../test/fixtures/service.ts";
import { createVariantBook } from "./variant-book.ts";

const service = aService();
const { db } = service.parts;

test("an unknown variant gets a row only where one is to be made, and once for all who ask at the same time", async () => {
  const store = await aStore(service);
  const book = createVariantBook(db.hot, Date.now);
  expect(await book.byEpis(store.id, ["1"], { make: false })).toEqual([undefined]);
  const made = await atOnce(20, () => book.byEpis(store.id, ["1", "2"], { make: true }));
  expect(new Set(made.map(([one]) => one?.id)).size).toBe(1);
  expect(made[0]?.map((variant) => variant?.epi)).toEqual(["1", "2"]);
  expect(await look("select 1 from variants where store_id = $1", [store.id])).toHaveLength(2);
});

test("variants come in the order asked, and one that was asked for twice comes twice", async () => {
  const store = await aStore(service);
  const book = createVariantBook(db.hot, Date.now);
  await book.byEpis(store.id, ["2"], { make: true });
  const found = await book.byEpis(store.id, ["3", "2", "3", "1"], { make: true });
  expect(found.map((variant) => variant?.epi)).toEqual(["3", "2", "3", "1"]);
});

test("what is remembered of one store's variants never answers for another's", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const book = createVariantBook(db.hot, Date.now);
  const [variant] = await book.byEpis(store.id, ["1"], { make: true });
  if (!variant) throw new Error("No variant was made");
  expect(await book.byEpis(other.id, ["1"], { make: false })).toEqual([undefined]);
  expect(await book.byIds(other.id, [variant.id])).toEqual([undefined]);
  expect(await book.byIds(store.id, [variant.id])).toMatchObject([{ id: variant.id }]);
});

test("what the store says of a product shows within half a minute, or at once where the book is told to forget", async () => {
  const store = await aStore(service);
  const time = aClock();
  const book = createVariantBook(db.hot, time.clock);
  const titleOf = async () => (await book.byEpis(store.id, ["1"], { make: true }))[0]?.product?.dt;
  expect(await titleOf()).toBeUndefined();
  const name = (dt: string) =>
    store.inStore(
      (tx) => tx`update variants set product = ${JSON.stringify({ dt })} where store_id = ${store.id} and epi = '1'`,
    );
  await name("Rake");
  expect(await titleOf()).toBeUndefined();
  time.forward(30_001);
  expect(await titleOf()).toBe("Rake");
  await name("Spade");
  book.forget();
  expect(await titleOf()).toBe("Spade");
});
