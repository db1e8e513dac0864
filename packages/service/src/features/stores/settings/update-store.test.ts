import { expect, test } from "vitest";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { updateStore } from "./update-store.ts";

const service = aService();
const { db } = service.deps;

test("given settings change, the others stay, and null resets a setting to its default", async () => {
  const store = await aStore(service);
  await store.set({ origins: ["https://shop.example"] });
  const both = await store.set({ sessionTtlDays: 7 });
  expect(both).toMatchObject({ origins: ["https://shop.example"], sessionTtlDays: 7 });

  const after = await store.set({ origins: null });
  expect(after).not.toHaveProperty("origins");
  expect(after).toMatchObject({ sessionTtlDays: 7 });
});

test("setting one limit leaves the other limits of the store unchanged", async () => {
  const store = await aStore(service);
  await store.set({ limits: null });
  await store.set({ limits: { key: { points: 5, seconds: 10 } } });
  const { limits } = await store.set({ limits: { visitor: { points: 7, seconds: 20 } } });
  expect(limits).toEqual({ key: { points: 5, seconds: 10 }, visitor: { points: 7, seconds: 20 } });

  expect(await store.set({ limits: null })).not.toHaveProperty("limits");
});

test("the settings of an unknown store cannot be changed", async () => {
  await expect(db.asOperator((tx) => updateStore(tx, "no-such-store", {}))).rejects.toMatchObject({
    type: "unknown-store",
  });
});
