import { expect, test } from "vitest";
import { anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";

const shop = await anAlertShop();
const notifiedNow = async () => {
  const before = shop.handed.length;
  await shop.work();
  return shop.addresses().slice(before).toSorted();
};
const price = (store: TestStore, pr: number, currency = "EUR") =>
  store.admin("/storeadmin/v3/catalog/upsert", undefined, {
    json: { variants: [{ epi: 1, empi: 1, dt: "Boots", pr, currency }] },
  });
const signUp = (store: TestStore, name: string, more: Record<string, string> = {}, product = {}) =>
  subscribeAs(store, `${name}@example.com`, [aProduct(1, product)], { topics: "pricedrop", ...more });

test("a price drop notifies each shopper who signed up at a higher price, once; a price of zero notifies no one", async () => {
  const store = await shop.aStore();
  await price(store, 100);
  await signUp(store, "early");
  await price(store, 80);
  expect(await notifiedNow()).toEqual(["early@example.com"]);
  await signUp(store, "late");
  await price(store, 120);
  await price(store, 90);
  expect(await notifiedNow()).toEqual([]);
  await price(store, 0);
  expect(await notifiedNow()).toEqual([]);
  await price(store, 70);
  await price(store, 60);
  expect(await notifiedNow()).toEqual(["late@example.com"]);
});

test("a shopper who named a target price is notified when the price reaches it", async () => {
  const store = await shop.aStore();
  await price(store, 100);
  await signUp(store, "patient", {}, { target: 75 });
  await signUp(store, "any");
  await price(store, 80);
  expect(await notifiedNow()).toEqual(["any@example.com"]);
  await price(store, 75);
  expect(await notifiedNow()).toEqual(["patient@example.com"]);
});

test("a price drop is compared within its currency and notifies shoppers of that currency", async () => {
  const store = await shop.aStore();
  await price(store, 100);
  await price(store, 120, "USD");
  await signUp(store, "euro", { currency: "EUR" });
  await signUp(store, "dollar", { currency: "USD" });
  await price(store, 110, "USD");
  expect(await notifiedNow()).toEqual(["dollar@example.com"]);
  await price(store, 99);
  expect(await notifiedNow()).toEqual(["euro@example.com"]);
});

test("low stock notifies everyone who waits, once for each restock", async () => {
  const store = await shop.aStore({ stock: { lowAt: 2 } });
  await stock(store, 10);
  await signUp(store, "one", { topics: "lowstock" });
  await stock(store, 2);
  expect(await notifiedNow()).toEqual(["one@example.com"]);
  await signUp(store, "two", { topics: "lowstock" });
  await stock(store, 9);
  await stock(store, 1);
  expect(await notifiedNow()).toEqual([]);
  await stock(store, 0);
  await stock(store, 9);
  await stock(store, 1);
  expect(await notifiedNow()).toEqual(["two@example.com"]);
});
