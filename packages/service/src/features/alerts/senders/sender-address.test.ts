import { createSecretKey, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { checkSenderCode, senderCodeOf, toSender } from "./sender-address.ts";

const KEY = createSecretKey(randomBytes(32));
test("alerts from an unverified sender address wait with a reason, and are sent once it is verified", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  const sender = toSender("My shop", "Hello@Shop.example");
  await store.set({ sender });
  const line = await aLine(store, 2);
  await stock(store, 1);
  for (let time = 0; time < 8; time += 1) {
    await shop.work();
    await shop.release();
  }
  const plans = async () => (await alertCall(store, "plans", { epi: 1 }))["plans"];
  expect(shop.handed).toEqual([]);
  expect(await plans()).toMatchObject([
    { state: "done", reason: "the store's sender is not verified yet", deliveries: {} },
  ]);
  const { because } = await alertCall(store, "explain", { epi: 1, medium: "email", mediumvalue: line[0] });
  expect(because).toBe(
    "The alerts for restock 1 are waiting: the store's sender is not verified yet. The shopper is first in line.",
  );

  await store.set({ sender: { ...sender, isVerified: true } });
  shop.service.deps.stores.clear();
  await shop.work();
  expect(shop.addresses()).toEqual(line);
  expect(shop.handed[0]?.mail.from).toEqual({ name: "My shop", address: "hello@shop.example" });
  expect(await plans()).toMatchObject([{ reason: null, deliveries: { sent: 2 } }]);
});

test("alerts do not wait for verification when a mail catcher is configured, or when the store has no sender of its own", async () => {
  const shop = await anAlertShop();
  const [caught, plain] = [await shop.aStore(), await shop.aStore()];
  await caught.set({ sender: toSender("My shop", "hello@shop.example") });
  Object.assign(shop.deps, { isCatcher: true });
  for (const store of [caught, plain]) {
    await aLine(store, 1);
    await stock(store, 1);
  }
  await shop.work();
  expect(new Set(shop.handed.map(({ mail }) => mail.from?.address))).toEqual(
    new Set(["hello@shop.example", undefined]),
  );
  expect(shop.handed).toHaveLength(2);
});

test("a sender code is valid for one store and one address only", () => {
  const code = senderCodeOf(KEY, 7 as StoreId, "hello@shop.example");
  expect(code).toMatch(/^\d{8}$/);
  expect(() => checkSenderCode(code, ` ${code.slice(0, 4)} ${code.slice(4)} `)).not.toThrow();
  for (const wrong of [
    "",
    "12345678",
    senderCodeOf(KEY, 8 as StoreId, "hello@shop.example"),
    senderCodeOf(KEY, 7 as StoreId, "evil@shop.example"),
  ])
    expect(() => checkSenderCode(code, wrong)).toThrow("not the code");
});
