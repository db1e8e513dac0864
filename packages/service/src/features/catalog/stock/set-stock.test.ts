import fc from "fast-check";
import { expect, test } from "vitest";
import { atOnce, tally, untilServed } from "../../../../test/fixtures/crowd.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { announceDueRestocks } from "./announce-due-restocks.ts";

const service = aService();
const aShop = (stock = {}) => aStore(service, { scopes: ["catalog"], settings: { stock } });
const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();
type Report = { epi?: number; quantity: number; at: number; location?: string };
const report = (store: TestStore, ...reports: Report[]) =>
  store.admin("/storeadmin/v3/inventory/set", undefined, {
    json: { levels: reports.map(({ at: second, ...rest }) => ({ epi: 1, ...rest, occurredAt: at(second) })) },
  });
const eventsOf = async (store: TestStore, subject: string) =>
  (
    await look<{ payload: { number: number; units: number } }>(
      "select payload from outbox where store_id = $1 and subject = $2 order by id",
      [store.id, subject],
    )
  ).map(({ payload }) => payload);
const quantityOf = async (store: TestStore) =>
  (await look<{ quantity: number }>("select quantity from stock where store_id = $1", [store.id]))[0]?.quantity;

test("a variant whose stock rises from below the minimum to it or above is a restock, and its restocks are numbered", async () => {
  const store = await aShop({ minimum: 3 });
  for (const [index, quantity] of [0, 2, 3, 5, 1, 4].entries()) await report(store, { quantity, at: index });
  expect(await eventsOf(store, "stock.restocked")).toMatchObject([
    { number: 1, units: 3 },
    { number: 2, units: 4 },
  ]);
  expect(await eventsOf(store, "stock.added")).toMatchObject([{ number: 1, units: 2 }]);
});

test("inventory/set: quantities are absolute per location, and the locations are summed up", async () => {
  const store = await aShop();
  await report(store, { quantity: 2, at: 1, location: "Berlin" }, { quantity: 3, at: 1, location: "Oslo" });
  expect(await quantityOf(store)).toBe(5);
  await report(store, { quantity: 0, at: 2, location: "Oslo" });
  expect(await quantityOf(store)).toBe(2);
  await report(store, { quantity: -4, at: 3, location: "Oslo" });
  expect(await quantityOf(store)).toBe(2);
});

test("inventory/set: late and repeated reports change nothing", async () => {
  const store = await aShop();
  expect((await report(store, { quantity: 5, at: 10 })).body).toMatchObject({ changed: 1 });
  expect((await report(store, { quantity: 5, at: 10 })).body).toMatchObject({ changed: 0 });
  expect((await report(store, { quantity: 0, at: 9 })).body).toMatchObject({ changed: 0 });
  expect(await quantityOf(store)).toBe(5);
  expect(await eventsOf(store, "stock.restocked")).toHaveLength(1);
});

test("inventory/set: a report dated in the future does not make the next reports look old", async () => {
  const store = await aShop();
  const ahead = (Date.now() - Date.UTC(2026, 0, 1)) / 1_000 + 86_400;
  await report(store, { quantity: 5, at: ahead });
  await store.admin("/storeadmin/v3/inventory/set", undefined, {
    json: { levels: [{ epi: 1, quantity: 0, occurredAt: new Date(Date.now() + 1_000).toISOString() }] },
  });
  expect(await quantityOf(store)).toBe(0);
});

test("inventory/set refuses a malformed report", async () => {
  const store = await aShop();
  const post = (level: object) => store.admin("/storeadmin/v3/inventory/set", undefined, { json: { levels: [level] } });
  for (const bad of [
    {},
    { epi: 1, quantity: 1 },
    { epi: 1, quantity: 1.5, occurredAt: at(1) },
    { epi: 1, quantity: 1, occurredAt: "2026-01-01" },
    { epi: 1, quantity: 1, occurredAt: at(1), location: "x".repeat(65) },
  ]) {
    expect((await post(bad)).status, `for ${JSON.stringify(bad)}`).toBe(400);
  }
});

test("a rise is announced as a restock only when it has lasted for settleSeconds", async () => {
  const store = await aShop({ settleSeconds: 600 });
  const endSettleTime = () =>
    look("update stock set rising_at = rising_at - interval '10 minutes' where store_id = $1", [store.id]);
  await report(store, { quantity: 5, at: 1 });
  await announceDueRestocks(service.deps.db);
  expect(await eventsOf(store, "stock.restocked")).toEqual([]);
  await report(store, { quantity: 0, at: 2 });
  await endSettleTime();
  await announceDueRestocks(service.deps.db);
  expect(await eventsOf(store, "stock.restocked")).toEqual([]);
  await report(store, { quantity: 7, at: 3 });
  await endSettleTime();
  await announceDueRestocks(service.deps.db);
  expect(await eventsOf(store, "stock.restocked")).toMatchObject([{ number: 1, units: 7 }]);
});

test("stock.ran-low is announced once while the stock falls, and again after it has risen", async () => {
  const store = await aShop({ lowAt: 3 });
  for (const [index, quantity] of [10, 3, 2, 0, 2, 9, 1].entries()) await report(store, { quantity, at: index });
  expect(await eventsOf(store, "stock.ran-low")).toMatchObject([{ units: 3 }, { units: 1 }]);
});

test("1,000 reports of one restock, duplicated, reordered and in parallel, count as one restock", async () => {
  const store = await aShop();
  const answers = await atOnce(1_000, (index) =>
    untilServed(() => report(store, { quantity: 5, at: 1_000 + (index % 50) })),
  );
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1_000 });
  expect(await eventsOf(store, "stock.restocked")).toMatchObject([{ number: 1, units: 5 }]);
  expect(await quantityOf(store)).toBe(5);
});

test("in whatever order reports arrive and repeat, the stock is the sum of the newest report of each location", async () => {
  const reports = fc.array(
    fc.record({
      quantity: fc.integer({ min: 0, max: 9 }),
      at: fc.integer({ min: 0, max: 20 }),
      location: fc.constantFrom("a", "b"),
    }),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(reports, async (all) => {
      const unique = [...new Map(all.map((one) => [`${one.location} ${one.at}`, one])).values()];
      const store = await aShop();
      await Promise.all([...unique, ...unique.toReversed()].map((one) => report(store, one)));
      const newest = new Map(
        unique.toSorted((one, other) => one.at - other.at).map((one) => [one.location, one.quantity]),
      );
      expect(await quantityOf(store)).toBe([...newest.values()].reduce((sum, one) => sum + one, 0));
    }),
    { numRuns: 15 },
  );
});
