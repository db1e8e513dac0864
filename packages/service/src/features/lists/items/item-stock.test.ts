import { expect, test } from "vitest";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";

const CACHE_MS = 31_000;
const { clock, forward } = aClock();
const service = aService({ clock });

const upsert = async (store: TestStore, variant: object) => {
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants: [variant] } }));
  forward(CACHE_MS);
};

async function aShopper() {
  const store = await aStore(service, { scopes: ["identity", "catalog"] });
  const lists = listsOf(store, await store.aGuest());
  const lid = await lists.create();
  /** The item in each answer that has item records. */
  async function readEverywhere(epi: number): Promise<Fields[]> {
    const whole = good(await lists.post("fetch-list-with-contents", { lid }));
    const [list] = await lists.fetchLists();
    const all = [list?.listcontents, await lists.contents(lid), whole.items, (whole.list as Fields).listcontents];
    return all.flatMap((items) => (items as Fields[]).filter((item) => item.epi === epi));
  }
  return { store, lists, lid, readEverywhere };
}

test("every item record has the stock that the shop reported, also for a product that is not in the catalogue", async () => {
  const { store, lists, lid, readEverywhere } = await aShopper();
  await upsert(store, { epi: 1, empi: 1, dt: "Boots", stk: 2 });
  const added = await lists.add(lid, anItem(1, { pr: 5 }), anItem(2));
  expect(new Map(added.map(({ epi, stk }) => [epi, stk]))).toEqual(
    new Map([
      [1, 2],
      [2, null],
    ]),
  );
  const levels = [1, 2].map((epi) => ({ epi, quantity: 0, occurredAt: new Date(Date.now() + 1_000).toISOString() }));
  good(await store.admin("/storeadmin/v3/inventory/set", undefined, { json: { levels } }));
  forward(CACHE_MS);
  for (const epi of [1, 2]) expect((await readEverywhere(epi)).map(({ stk }) => stk)).toEqual([0, 0, 0, 0]);
});

test("a visitor of a shared list sees the stock too, so that nobody is sent to buy what is sold out", async () => {
  const { store, lists, lid } = await aShopper();
  await upsert(store, { epi: 1, empi: 1, dt: "Boots", stk: 0 });
  await lists.add(lid, anItem(1), anItem(2));
  good(await lists.post("markPublic", { lid }));
  const shared = good(await store.browser("/api/v3/lists/fetch-list-with-contents", { lid }));
  expect(
    (shared.items as Fields[]).map(({ epi, stk }) => [epi, stk]).toSorted(([one], [two]) => Number(one) - Number(two)),
  ).toEqual([
    [1, 0],
    [2, undefined],
  ]);
});

test("an item record has the catalogue's price of the day it was saved", async () => {
  const { store, lists, lid, readEverywhere } = await aShopper();
  await upsert(store, { epi: 1, empi: 1, pr: 120, currency: "EUR" });
  await lists.add(lid, anItem(1));
  expect((await readEverywhere(1)).map(({ pr, savedpr }) => [pr, savedpr])).toEqual(
    Array.from({ length: 4 }, () => [120, 120]),
  );
  await upsert(store, { epi: 1, pr: 110, currency: "EUR" });
  await upsert(store, { epi: 1, pr: 100, currency: "EUR" });
  expect((await readEverywhere(1)).map(({ pr, savedpr }) => [pr, savedpr])).toEqual(
    Array.from({ length: 4 }, () => [100, 120]),
  );
});

test("a price with many decimals is known as the price of the day too", async () => {
  const { store, lists, lid, readEverywhere } = await aShopper();
  await upsert(store, { epi: 1, empi: 1, pr: 19.99 * 1.19, currency: "EUR" });
  await lists.add(lid, anItem(1));
  expect((await readEverywhere(1)).map(({ pr, savedpr }) => [pr, savedpr])).toEqual(
    Array.from({ length: 4 }, () => [23.7881, 23.7881]),
  );
});

test("the price of the day is unknown if the catalogue did not have the product then, or its history has a gap", async () => {
  const { store, lists, lid, readEverywhere } = await aShopper();
  await lists.add(lid, anItem(1, { pr: 500 }), anItem(2));
  await upsert(store, { epi: 1, empi: 1, pr: 120, currency: "EUR" });
  expect((await readEverywhere(1)).map(({ pr, savedpr }) => [pr, savedpr])).toEqual(
    Array.from({ length: 4 }, () => [120, null]),
  );

  await upsert(store, { epi: 3, empi: 3, pr: 90, currency: "EUR" });
  await lists.add(lid, anItem(3));
  await upsert(store, { epi: 3, pr: 40 }); // Without a currency, a price is not part of the history.
  expect((await readEverywhere(3)).map(({ pr, savedpr }) => [pr, savedpr])).toEqual(
    Array.from({ length: 4 }, () => [40, null]),
  );
});

test("of a long history of prices the last twenty are read", async () => {
  const { store, lists, lid, readEverywhere } = await aShopper();
  await upsert(store, { epi: 1, empi: 1, pr: 1, currency: "EUR" });
  await lists.add(lid, anItem(1));
  for (let pr = 2; pr <= 20; pr += 1) await upsert(store, { epi: 1, pr, currency: "EUR" });
  expect((await readEverywhere(1))[0]).toMatchObject({ pr: 20, savedpr: 1 });
  await upsert(store, { epi: 1, pr: 21, currency: "EUR" });
  expect((await readEverywhere(1))[0]).toMatchObject({ pr: 21, savedpr: null });
  const prices = await look("select from prices where store_id = $1", [store.id]);
  expect(prices).toHaveLength(21);
});
