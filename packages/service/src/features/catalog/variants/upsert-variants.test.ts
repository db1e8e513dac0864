import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { listsOf } from "../../../../test/fixtures/shopper-lists.ts";

const service = aService();
const aShop = () => aStore(service, { scopes: ["catalog", "identity"] });
const upsert = (store: TestStore, ...variants: object[]) =>
  store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } });
const BOOTS = { epi: 11, empi: 1, dt: "Boots", bt: "Northern", sku: "N-1", du: "https://shop.example/boots", pr: 89.5 };

const rowsOf = (store: TestStore) =>
  look<{ epi: string; empi: string; product: Record<string, unknown> }>(
    "select platform_id as epi, product_id as empi, product from variants where store_id = $1 order by platform_id",
    [store.id],
  );
const eventsOf = (store: TestStore, subject: string) =>
  look<{ payload: Record<string, unknown> }>(
    "select payload from outbox where store_id = $1 and subject = $2 order by id",
    [store.id, subject],
  );

test("catalog/upsert stores the product fields, and a shopper's list shows them", async () => {
  const store = await aShop();
  expect(await upsert(store, BOOTS)).toMatchObject({ status: 200, body: { message: "Variants stored", variants: 1 } });
  const lists = listsOf(store, await store.anAccount());
  const lid = await lists.create();
  const { body } = await lists.change(lid, { a: [{ epi: 11, empi: 1, du: "https://elsewhere.example/" }] });
  expect(body["a"]).toMatchObject([{ dt: "Boots", bt: "Northern", sku: "N-1", pr: 89.5, du: BOOTS.du }]);
});

test("catalog/upsert: a field that is absent stays, one that is null is removed", async () => {
  const store = await aShop();
  await upsert(store, BOOTS);
  await upsert(store, { epi: 11, dt: "Winter boots", sku: null });
  expect(await rowsOf(store)).toMatchObject([
    { epi: "11", empi: "1", product: { title: "Winter boots", brand: "Northern", sku: null, price: 89.5 } },
  ]);
});

test("catalog/upsert: at most 500 variants, exact 64-bit ids, and the last entry wins when a variant is given twice", async () => {
  const store = await aShop();
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...BOOTS, epi: index + 1 }));
  expect((await upsert(store, ...many(500))).status).toBe(200);
  expect((await upsert(store, ...many(501))).status).toBe(400);
  const raw = '{"variants":[{"epi":9007199254740993,"dt":"a"},{"epi":9007199254740993,"dt":"b"}]}';
  await store.admin("/storeadmin/v3/catalog/upsert", undefined, {
    raw,
    headers: { "content-type": "application/json" },
  });
  expect((await rowsOf(store)).filter(({ epi }) => epi.startsWith("9007"))).toMatchObject([
    { epi: "9007199254740993", product: { title: "b" } },
  ]);
});

test("catalog/upsert refuses a malformed variant", async () => {
  const store = await aShop();
  for (const bad of [
    {},
    { epi: 1.5 },
    { ...BOOTS, pr: -1 },
    { ...BOOTS, currency: "euro" },
    { ...BOOTS, du: "javascript:alert(1)" },
    { ...BOOTS, dt: "x".repeat(256) },
    { ...BOOTS, stk: 1.5 },
    { ...BOOTS, stk: 1, occurredAt: "yesterday" },
  ]) {
    expect((await upsert(store, bad)).status, `for ${JSON.stringify(bad).slice(0, 60)}`).toBe(400);
  }
  expect(await rowsOf(store)).toEqual([]);
});

test("every changed price is stored with its currency, and a drop is announced unless the new price is 0", async () => {
  const store = await aShop();
  const priced = (pr: number, currency = "EUR") => upsert(store, { ...BOOTS, pr, currency });
  for (const pr of [100, 100, 80, 90]) await priced(pr);
  await priced(50, "USD");
  await priced(0);
  const prices = await look<{ currency: string; price: string }>(
    "select currency, price::float8 as price from prices where store_id = $1 order by seen_at",
    [store.id],
  );
  expect(prices.map(({ currency, price }) => `${price} ${currency}`)).toEqual([
    "100 EUR",
    "80 EUR",
    "90 EUR",
    "50 USD",
    "0 EUR",
  ]);
  expect((await eventsOf(store, "price.dropped")).map(({ payload }) => payload)).toMatchObject([
    { currency: "EUR", from: 100, to: 80 },
  ]);
});

test("a price with more than four decimals that is sent again is the same price", async () => {
  const store = await aShop();
  const priced = () => upsert(store, { ...BOOTS, pr: 19.99 * 1.19, compareAtPrice: 1 / 3, currency: "EUR" });
  await priced();
  await priced();
  expect(await look("select price::text, compare_at::text from prices where store_id = $1", [store.id])).toEqual([
    { price: "23.7881", compare_at: "0.3333" },
  ]);
  expect(await eventsOf(store, "price.dropped")).toEqual([]);
});

test("catalog/upsert with stk also reports stock", async () => {
  const store = await aShop();
  await upsert(store, { ...BOOTS, stk: 4 });
  expect(await eventsOf(store, "stock.restocked")).toMatchObject([{ payload: { number: 1, units: 4 } }]);
});
