import fc from "fast-check";
import { expect, test } from "vitest";
import { look } from "../../../test/fixtures/database.ts";
import { aService, aStore } from "../../../test/fixtures/service.ts";
import { findSendCounts, giveSendsBack, type SendLimits, takeSends } from "./send-counts.ts";

const service = aService();

test("workers that count at the same time get exactly as many messages as the limit allows", async () => {
  const store = await aStore(service);
  const take = () => store.inStore((tx) => takeSends(tx, "email", 7, { messagesMax: 100 }));
  const taken = await Promise.all(Array.from({ length: 40 }, take));
  expect(taken.reduce((sum, { granted }) => sum + granted, 0)).toBe(100);
  expect(await store.inStore((tx) => findSendCounts(tx, "email"))).toEqual({ messages: 100, spent: 0 });
});

test("control: without a limit they get everything they want", async () => {
  const store = await aStore(service);
  const take = () => store.inStore((tx) => takeSends(tx, "email", 7, {}));
  const taken = await Promise.all(Array.from({ length: 40 }, take));
  expect(taken.reduce((sum, { granted }) => sum + granted, 0)).toBe(280);
});

type Step = {
  wanted: number;
  unsent: number;
  messagesMax: number | undefined;
  spentMax: number | undefined;
  price: number;
};
const aStep: fc.Arbitrary<Step> = fc.record({
  wanted: fc.integer({ min: 1, max: 50 }),
  unsent: fc.integer({ min: 0, max: 50 }),
  messagesMax: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
  spentMax: fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: undefined }),
  price: fc.integer({ min: 0, max: 100 }),
});

test("whatever the limits and the price become during the day, no call is granted more than is left of each", async () => {
  const store = await aStore(service);
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 1, maxLength: 12 }), async (steps) => {
      await look("delete from send_counts where store_id = $1", [store.id]);
      let [messages, spent] = [0, 0];
      for (const { wanted, unsent, messagesMax, spentMax, price } of steps) {
        const limits: SendLimits = { messagesMax, spentMax, price };
        const { granted, day } = await store.inStore((tx) => takeSends(tx, "sms", wanted, limits));
        const left = Math.min(
          wanted,
          messagesMax === undefined ? wanted : messagesMax - messages,
          spentMax === undefined || price === 0 ? wanted : Math.trunc((spentMax - spent) / price),
        );
        expect(granted).toBe(Math.max(left, 0));
        const count = Math.min(unsent, granted);
        await store.inStore((tx) => giveSendsBack(tx, "sms", { day, count, price }));
        messages += granted - count;
        spent += (granted - count) * price;
        expect(await store.inStore((tx) => findSendCounts(tx, "sms"))).toEqual({ messages, spent });
      }
    }),
    { numRuns: 30 },
  );
});

test("a new day begins at zero, and a worker whose clock or transaction is of yesterday counts for the new day", async () => {
  const store = await aStore(service);
  const take = () => store.inStore((tx) => takeSends(tx, "email", 60, { messagesMax: 100 }));
  const move = (days: number) =>
    look("update send_counts set day = day + $2::int where store_id = $1", [store.id, days]);
  const first = await take();
  await move(-1);
  expect(await store.inStore((tx) => findSendCounts(tx, "email"))).toEqual({ messages: 0, spent: 0 });
  expect((await take()).granted).toBe(60);
  // Those of yesterday are not given back to today.
  await move(1);
  await store.inStore((tx) => giveSendsBack(tx, "email", { ...first, count: 60 }));
  expect((await take()).granted).toBe(40);
});

test("media and stores have limits of their own", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const limits = { messagesMax: 10 };
  expect((await store.inStore((tx) => takeSends(tx, "email", 20, limits))).granted).toBe(10);
  expect((await store.inStore((tx) => takeSends(tx, "sms", 20, limits))).granted).toBe(10);
  expect((await other.inStore((tx) => takeSends(tx, "email", 20, limits))).granted).toBe(10);
});
