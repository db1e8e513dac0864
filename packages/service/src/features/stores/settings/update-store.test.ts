import { expect, test } from "vitest";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { RULE_GROUPS, StoreSettings } from "./settings.ts";
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

test.each(RULE_GROUPS)("setting one field of %s leaves its other fields unchanged", async (group) => {
  type Field = { readonly type?: string; readonly minimum?: number };
  const fields = Object.entries(StoreSettings.properties[group].properties as Record<string, Field>).flatMap(
    ([name, { type, minimum }]): [string, unknown][] => {
      if (type === "boolean") return [[name, true]];
      return minimum === undefined ? [] : [[name, Math.max(minimum, 1)]];
    },
  );
  const store = await aStore(service);
  for (const [name, value] of fields) await store.set({ [group]: { [name]: value } });
  expect((await store.record()).settings[group] ?? {}).toEqual(Object.fromEntries(fields));
});

test("a limit on what text messages cost needs their price", async () => {
  const store = await aStore(service);
  for (const sending of [{ textSpendPerDay: 5 }, { textSpendPerDay: 5, textPrice: 0.00009 }])
    await expect(store.set({ sending })).rejects.toMatchObject({
      type: "invalid-setting",
      message:
        "sending.textSpendPerDay limits nothing without a sending.textPrice of at least 0.0001. Set both, or neither.",
    });
  await store.set({ sending: { textPrice: 0.0001 } });
  await store.set({ sending: { textSpendPerDay: 5 } });
  await expect(store.set({ sending: { textPrice: 0 } })).rejects.toMatchObject({ type: "invalid-setting" });
  expect((await store.record()).settings.sending).toEqual({ textPrice: 0.0001, textSpendPerDay: 5 });
});

test("the settings of an unknown store cannot be changed", async () => {
  await expect(db.asOperator((tx) => updateStore(tx, "no-such-store", {}))).rejects.toMatchObject({
    type: "unknown-store",
  });
});
