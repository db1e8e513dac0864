import { expect, test } from "vitest";
import { anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";

const shop = await anAlertShop();
const told = async () => {
  const before = shop.handed.length;
  await shop.work();
  return shop.addresses().slice(before).toSorted();
};
const price = (store: TestStore, pr: number, currency = "EUR") =>
  store.admin("/storeadmin/v3/catalog/upsert", undefined, {
    json: { variants: [{ epi: 1, empi: 1, dt: "Boots", pr, currency }] },
  });
const wait = (store: TestStore, name: string, more: Record<string, string> = {}, product = {}) =>
  subscribeAs(store, `${name}@example.com`, [aProduct(1, product)], { topics: "pricedrop", ...more });

test("pricedrop: whoever signed up at a higher price hears, once, and nobody of a price of nothing", async () => {
  const store = await shop.aStore();
  await price(store, 100);
  await wait(store, "early");
  await price(store, 80);
  expect(await told()).toEqual(["early@example.com"]);
  await wait(store, "late");
  await price(store, 120);
  await price(store, 90);
  expect(await told()).toEqual([]);
  await price(store, 0);
  expect(await told()).toEqual([]);
  await price(store, 70);
  await price(store, 60);
  expect(await told()).toEqual(["late@example.com"]);
});

test("pricedrop: a target that was named is waited for", async () => {
  const store = await shop.aStore();
  await price(store, 100);
  await wait(store, "patient", {}, { target: 75 });
  await wait(store, "any");
  await price(store, 80);
  expect(await told()).toEqual(["any@example.com"]);
  await price(store, 75);
  expect(await told()).toEqual(["patient@example.com"]);
});

test("pricedrop: prices are compared within a currency, and people hear of their own", async () => {
  const store = await shop.aStore();
  await price(store, 100);
  await price(store, 120, "USD");
  await wait(store, "euro", { currency: "EUR" });
  await wait(store, "dollar", { currency: "USD" });
  await price(store, 110, "USD");
  expect(await told()).toEqual(["dollar@example.com"]);
  await price(store, 99);
  expect(await told()).toEqual(["euro@example.com"]);
});

test("lowstock: whoever waits hears when it runs low, once for each restock", async () => {
  const store = await shop.aStore({ stock: { lowAt: 2 } });
  await stock(store, 10);
  await wait(store, "one", { topics: "lowstock" });
  await stock(store, 2);
  expect(await told()).toEqual(["one@example.com"]);
  await wait(store, "two", { topics: "lowstock" });
  await stock(store, 9);
  await stock(store, 1);
  expect(await told()).toEqual([]);
  await stock(store, 0);
  await stock(store, 9);
  await stock(store, 1);
  expect(await told()).toEqual(["two@example.com"]);
});
