import { expect, test } from "vitest";
import { alertCall, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { pastRestocks, reportOrder, signUp } from "../../../../test/fixtures/past-restocks.ts";
import type { Params, TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import type { StoreSettings } from "../../stores/settings/settings.ts";

const shop = await anAlertShop();
const { client, passDays, restock, restocks } = pastRestocks(shop);

const ask = (store: TestStore, query: Params) =>
  store.admin("/storeadmin/v3/demand/advice", undefined, { method: "GET", query });
type Advice = {
  readonly because: string;
  readonly waiting: { readonly people: number; readonly units: number };
  readonly units: number | null;
  readonly interval: { readonly low: number; readonly high: number; readonly coverage: number } | null;
  readonly conversion: { readonly mean: number } | null;
  readonly next: { readonly units: number; readonly chanceOfAll: number } | null;
  readonly basedOn: Readonly<Record<string, unknown>>;
};
const adviceOn = async (store: TestStore, epi = 1, query: Params = {}) =>
  good(await ask(store, { epi: String(epi), ...query })) as unknown as Advice;

async function aStoreWith(variants = 3, settings: StoreSettings = {}) {
  const store = await shop.aStore(settings);
  const known = Array.from({ length: variants }, (_, index) => ({ epi: index + 1, dt: `Product ${index + 1}` }));
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants: known } }));
  return store;
}
/** Plans of price drops of a week ago, which nobody waited for. */
const PRICE_DROPS = `insert into plans (id, store_id, variant_id, topic, number, seed, policy, state, created_at)
  select n, $1, (select min(id) from variants where store_id = $1), 'pricedrop', n, '', '{}', 2, now() - interval '170 hours'
  from generate_series(1, $2::int) as n`;

test("without history there is no figure, and the answer says what is missing", async () => {
  const store = await aStoreWith();
  await signUp(store, 1, 3, 2);
  const advice = await adviceOn(store);
  expect(advice).toMatchObject({
    epi: "1",
    waiting: { people: 3, units: 6 },
    units: null,
    interval: null,
    conversion: null,
    next: null,
    basedOn: { restocks: 0, restocksOfOthers: 0, notified: 0, bought: 0, soldOut: 0, windowDays: 7 },
  });
  expect(advice.because).toBe(
    "Not enough history yet: the advice needs 5 restocks of the store whose alerts are older than 7 days, and there are 0. Report orders with orders/report, or purchases with alerts/bought, so that it is known who buys.",
  );
});

test("after restocks whose orders were reported, it is those who wait times the share that bought, with an interval", async () => {
  const store = await aStoreWith();
  await restocks(store, 6, { people: 4, buyers: 2 });
  await signUp(store, 1, 20, 2);
  const advice = await adviceOn(store);
  expect(advice.waiting).toEqual({ people: 20, units: 40 });
  expect(advice.basedOn).toEqual({
    restocks: 6,
    restocksOfOthers: 0,
    notified: 24,
    bought: 12,
    soldOut: 0,
    purchases: "reports",
    windowDays: 7,
  });
  expect(advice.conversion?.mean).toBeCloseTo(0.5, 1);
  expect(advice.units).toBeGreaterThanOrEqual(18);
  expect(advice.units).toBeLessThanOrEqual(22);
  const { low = 0, high = 0, coverage } = advice.interval ?? {};
  expect(coverage).toBe(0.9);
  expect(low).toBeGreaterThan(4);
  expect(low).toBeLessThan(advice.units ?? 0);
  expect(high).toBeGreaterThan(advice.units ?? 0);
  expect(high).toBeLessThan(37);
  expect(advice.because).toBe(
    `Of 40 units that 20 people in line want, they will buy about ${advice.units} within 7 days of their alerts; in 9 of 10 cases it is ${low} to ${high}. Based on 6 restocks of this variant and 0 of the store's other variants, after which 12 of 24 people who were notified bought.`,
  );
  expect((await adviceOn(store, 1, { units: "1" })).next).toMatchObject({ units: 1, chanceOfAll: 1 });
  expect((await adviceOn(store, 1, { units: "40" })).next?.chanceOfAll).toBeLessThan(0.05);
  expect(await adviceOn(store)).toEqual(advice);
});

test("a variant with few restocks or none learns from the store's others", async () => {
  const store = await aStoreWith();
  await restocks(store, 3, { epi: 2, people: 4, buyers: 1 });
  await restocks(store, 2, { epi: 1, people: 4, buyers: 1 });
  await signUp(store, 1, 10);
  await signUp(store, 3, 10);
  const [some, none] = [await adviceOn(store, 1), await adviceOn(store, 3)];
  expect(some.basedOn).toMatchObject({ restocks: 2, restocksOfOthers: 3, notified: 20, bought: 5 });
  expect(some.because).toContain("Based on 2 restocks of this variant and 3 of the store's other variants");
  expect(none.basedOn).toMatchObject({ restocks: 0, restocksOfOthers: 5, notified: 20, bought: 5 });
  for (const { units } of [some, none]) {
    expect(units).toBeGreaterThanOrEqual(2);
    expect(units).toBeLessThanOrEqual(4);
  }
  const width = ({ interval }: Advice) => (interval?.high ?? 0) - (interval?.low ?? 0);
  expect(width(none)).toBeGreaterThanOrEqual(width(some));
});

test("restocks before a sale with thousands of price drops count", async () => {
  const store = await aStoreWith();
  await restocks(store, 5, { epi: 2 });
  await shop.ask(PRICE_DROPS, [store.id, 2_100]);
  await signUp(store, 1, 10);
  expect((await adviceOn(store)).basedOn).toMatchObject({ restocksOfOthers: 5, notified: 20, bought: 10 });
});

test("a restock whose window has not ended does not count, nor does a purchase after the window", async () => {
  const store = await aStoreWith();
  await restocks(store, 5);
  const late = await restock(store, { people: 3, buyers: 0 });
  await reportOrder(store, 1, late[0] ?? "");
  expect((await adviceOn(store)).basedOn).toMatchObject({ restocks: 6, notified: 23, bought: 10 });
  await signUp(store, 1, 2);
  await stock(store, 50);
  await shop.work();
  expect((await adviceOn(store)).basedOn).toMatchObject({ restocks: 6, notified: 23, bought: 10 });
  await shop.changeSettings(store, { results: { windowDays: 30 } });
  expect((await adviceOn(store)).basedOn).toMatchObject({ windowDays: 30, restocks: 3 });
});

test("restocks that sold out at once are named, and give a higher figure than the same sales with units left", async () => {
  const [soldOut, unitsLeft] = [await aStoreWith(), await aStoreWith()];
  for (const store of [soldOut, unitsLeft]) await restocks(store, 5, { buyers: 1 });
  await restocks(soldOut, 5, { buyers: 2, left: 0 });
  await restocks(unitsLeft, 5, { buyers: 2, left: 3 });
  for (const store of [soldOut, unitsLeft]) await signUp(store, 1, 100);
  const [more, less] = [await adviceOn(soldOut), await adviceOn(unitsLeft)];
  expect(more.basedOn).toMatchObject({ soldOut: 5, bought: 15 });
  expect(less.basedOn).toMatchObject({ soldOut: 0, bought: 15 });
  expect(more.because).toContain("5 of these sold out before everybody had the time to buy");
  expect(more.units).toBeGreaterThan(less.units ?? Number.POSITIVE_INFINITY);
});

test("restocks that sold out before anybody could buy say nothing: there is no figure, and the answer says why", async () => {
  const store = await aStoreWith();
  await restock(store, { epi: 2, people: 1, buyers: 1 });
  await restocks(store, 5, { buyers: 0, left: 0 });
  await signUp(store, 1, 100);
  const advice = await adviceOn(store);
  expect(advice.units).toBeNull();
  expect(advice.basedOn).toMatchObject({ restocks: 5, restocksOfOthers: 1, soldOut: 5 });
  expect(advice.because).toBe(
    "Not enough history yet: the advice needs 5 restocks of the store whose alerts are older than 7 days, whose units lasted until everybody had the time to buy, and at least half of all restocks must have lasted so long. 5 of 6 restocks sold out earlier.",
  );
});

test("a restock that other customers emptied long after its buyers had bought counts as a whole one", async () => {
  const store = await aStoreWith();
  for (let nth = 0; nth < 5; nth += 1) {
    const emails = await signUp(store, 1, 8);
    await stock(store, 100);
    await shop.work();
    for (const email of emails.slice(0, 2)) await reportOrder(store, 1, email);
    await passDays(store, 5);
    await stock(store, 0);
    await passDays(store, 3);
  }
  await signUp(store, 1, 100);
  const advice = await adviceOn(store);
  expect(advice.basedOn).toMatchObject({ restocks: 5, notified: 40, bought: 10, soldOut: 0 });
  expect(advice.units).toBeGreaterThan(20);
  expect(advice.units).toBeLessThan(32);
});

test("a restock whose changes of the stock were not all kept does not count, nor does one whose stock was not followed", async () => {
  const store = await aStoreWith();
  await restocks(store, 5, { left: 50 });
  await signUp(store, 1, 4);
  await stock(store, 100);
  await shop.work();
  await shop.ask("update stock set history_left = 1 where store_id = $1", [store.id]);
  await stock(store, 50);
  await stock(store, 0);
  await passDays(store, 8);
  expect((await adviceOn(store)).basedOn).toMatchObject({ restocks: 5, notified: 20 });
  await restock(store);
  expect((await adviceOn(store)).basedOn).toMatchObject({ restocks: 6, notified: 24 });
  await shop.ask("delete from stock_history where store_id = $1 and number = 1", [store.id]);
  expect((await adviceOn(store)).basedOn).toMatchObject({ restocks: 5, notified: 20 });
});

test("restocks from before the shop reported its first purchase do not count as if nobody had bought", async () => {
  const store = await aStoreWith();
  await restocks(store, 2, { buyers: 0 });
  await signUp(store, 2, 4);
  await stock(store, 100, 2);
  await shop.work();
  await passDays(store, 3);
  await restocks(store, 5, { buyers: 2 });
  expect((await adviceOn(store)).basedOn).toMatchObject({ restocks: 5, restocksOfOthers: 0, notified: 20, bought: 10 });
});

test("a purchase that is reported with alerts/bought counts like an order", async () => {
  const store = await aStoreWith();
  const buy = (_: TestStore, epi: number, email: string) =>
    alertCall(store, "bought", { epi, medium: "email", mediumvalue: email });
  await restocks(store, 5, { buyers: 1, buy });
  expect((await adviceOn(store)).basedOn).toMatchObject({ bought: 5, notified: 20, purchases: "reports" });
});

test("without any report, the units that left the stock count, and the answer says that it is probably too high", async () => {
  const store = await aStoreWith();
  await restocks(store, 5, { buyers: 0, left: 98 });
  await signUp(store, 1, 10);
  const advice = await adviceOn(store);
  expect(advice.basedOn).toMatchObject({ purchases: "stock", bought: 10, notified: 20, soldOut: 0 });
  expect(advice.units).toBeGreaterThanOrEqual(4);
  expect(advice.because).toContain("No purchases are reported, so every unit that left the stock counts");
});

test("without any report and with a stock that never fell, it says that orders must be reported", async () => {
  const store = await aStoreWith();
  await restocks(store, 5, { buyers: 0 });
  const advice = await adviceOn(store);
  expect(advice.units).toBeNull();
  expect(advice.because).toBe(
    "Not enough history yet: nothing is known of purchases after the last 5 restocks. Report orders with orders/report, or purchases with alerts/bought.",
  );
});

test("when nobody waits, no units are needed", async () => {
  const store = await aStoreWith();
  await restocks(store, 5);
  const { units, interval, because } = await adviceOn(store, 2);
  expect([units, interval]).toEqual([0, { low: 0, high: 0, coverage: 0.9 }]);
  expect(because).toMatch(/^Nobody waits for this variant\. Based on 0 restocks of this variant and 5 /);
});

test("a person counts for as many units as the store's rules say at most", async () => {
  const store = await aStoreWith(1, { alerts: { unitsMax: 50 } });
  await signUp(store, 1, 1, 40);
  await signUp(store, 1, 1, 90);
  await signUp(store, 1, 2, 1);
  expect((await adviceOn(store)).waiting).toEqual({ people: 4, units: 92 });
});

test("of a very long line the first people are read, and the others want as much", async () => {
  const store = await aStoreWith(1);
  const [variant] = await shop.ask<{ id: string }>("select id from variants where store_id = $1", [store.id]);
  await client.query("begin");
  await client.query("set local session_replication_role = replica");
  await client.query(
    `insert into waiting (store_id, variant_id, topic, subscription_id, place, rank, quantity)
    select $1, $2, 'backinstock', n, n, n, 1 + n % 2 from generate_series(1, 20010) as n`,
    [store.id, variant?.id],
  );
  await client.query(
    "insert into demand (store_id, variant_id, topic, people, units) values ($1, $2, 'backinstock', 40000, 60000)",
    [store.id, variant?.id],
  );
  await client.query("commit");
  expect((await adviceOn(store)).waiting).toEqual({ people: 40_000, units: 60_000 });
});

test.each([
  [{ epi: "unknown" }, 404],
  [{}, 400],
  [{ epi: "1", units: "0" }, 400],
  [{ epi: "1", units: "1000000" }, 400],
  [{ epi: "1", units: "1e3" }, 400],
])("%j is refused with %i", async (query, status) => {
  expect((await ask(await aStoreWith(), query as Params)).status).toBe(status);
});
