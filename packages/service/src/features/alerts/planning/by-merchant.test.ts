import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";

const shop = await anAlertShop();
const notifiedNow = async () => {
  const before = shop.handed.length;
  await shop.work();
  return shop.addresses().slice(before).toSorted();
};

test("an alert that the merchant starts does not take the number of the next restock", async () => {
  const store = await shop.aStore();
  const line = await aLine(store, 3);
  await stock(store, 0);
  await alertCall(store, "send", { epi: 1, topic: "backinstock" });
  expect(await notifiedNow()).toEqual(line);
  for (const email of line) await subscribeAs(store, email);
  await stock(store, 5);
  expect(await notifiedNow()).toEqual(line);
  const { plans } = (await alertCall(store, "plans", { epi: 1 })) as { plans: { restock: number; by: string }[] };
  expect(plans.map(({ restock, by }) => [restock, by])).toEqual([
    [1, "event"],
    [1, "merchant"],
  ]);
});

test("an alert that counts no units notifies everyone, and its plan is done at once, whatever the wait", async () => {
  const store = await shop.aNewStore();
  const line = await aLine(store, 3, { topics: "comingsoon" });
  await alertCall(store, "send", { epi: 1, topic: "comingsoon" });
  expect(await notifiedNow()).toEqual(line);
  const { plans } = (await alertCall(store, "plans", { epi: 1 })) as { plans: { state: string; waves: unknown[] }[] };
  expect(plans.map(({ state, waves }) => [state, waves.length])).toEqual([["done", 1]]);
});

test("an alert that the merchant starts while units are in stock shares them out by the policy", async () => {
  const store = await shop.aStore({ alerts: { audience: "per-unit" } });
  await stock(store, 2);
  const line = await aLine(store, 3);
  await alertCall(store, "send", { epi: 1, topic: "backinstock" });
  expect(await notifiedNow()).toEqual(line.slice(0, 2));
});
