import { expect, test } from "vitest";
import { anAlertShop } from "../../../../test/fixtures/alert-shop.ts";
import { findDifferences, rollUp } from "../../../../test/fixtures/roll-up.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { fillStore } from "./fill-store.ts";

const shop = await anAlertShop();
const { deps } = shop.service;
const SHOPPERS = 900;
const GOODS = Array.from({ length: 40 }, (_, index) => ({
  platformId: String(index + 1),
  productId: `p${Math.floor(index / 4)}`,
  price: 25 + ((index * 37) % 200),
  currency: "EUR",
  quantity: index % 4 === 0 ? 0 : 3 + (index % 9),
}));
const LAST_DAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const FIRST_DAY = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);

async function aFilledStore(shoppers = SHOPPERS) {
  const store = await shop.aNewStore();
  const variants = GOODS.map(({ platformId, productId, price, currency }) => ({
    epi: platformId,
    empi: productId,
    dt: `Product ${productId}`,
    vi: `Size ${platformId}`,
    pr: price,
    currency,
  }));
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  const owner = "owner@shop.example";
  const filled = await deps.stores.getById(store.id);
  await fillStore(deps, filled, { seed: 7, now: Date.now(), shoppers, goods: GOODS, owner });
  await rollUp(deps.db);
  return store;
}
const get = async <Body>(store: TestStore, path: string, query: Record<string, string> = {}) =>
  good(await store.admin(`/storeadmin/v3/${path}`, undefined, { method: "GET", query })) as unknown as Body;
const post = async <Body>(store: TestStore, path: string, json: object) =>
  good(await store.admin(`/storeadmin/v3/${path}`, undefined, { json })) as unknown as Body;

type Counts = Readonly<
  Record<"signedUp" | "notified" | "failed" | "clicked" | "bought" | "units" | "restocks", number>
>;
type Summary = {
  readonly waiting: readonly { readonly topic: string; readonly people: number }[];
  readonly range: Counts & { readonly revenue: readonly { readonly amount: string }[] };
};
const QUARTER_AGO = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10);
const YEAR = { from: FIRST_DAY, to: LAST_DAY };
const sum = (numbers: readonly number[]) => numbers.reduce((before, one) => before + one, 0);
async function all<Item>(store: TestStore, path: string, query: Record<string, string> = {}): Promise<Item[]> {
  const items: Item[] = [];
  for (let after: string | undefined; ; ) {
    const page = await get<{ items: Item[]; next: string | null }>(store, path, {
      ...query,
      ...(after ? { cursor: after } : {}),
    });
    items.push(...page.items);
    if (!page.next) return items;
    after = page.next;
  }
}

const store = await aFilledStore();
const ask = <Row extends object>(text: string) => shop.ask<Row>(text, [store.id]);

test("a year of history agrees with a full count", async () => {
  expect(await findDifferences(deps.db)).toEqual([]);
  const { range, waiting } = await get<Summary>(store, "insights/summary", YEAR);
  expect(range).toMatchObject({
    signedUp: expect.closeTo(SHOPPERS, -Math.log10(SHOPPERS / 2)),
  });
  expect(range.notified).toBeGreaterThan(SHOPPERS / 3);
  expect(sum(waiting.map(({ people }) => people))).toBeGreaterThan(SHOPPERS / 20);
});

test("the figures of Home are the sums of the details", async () => {
  const { range, waiting } = await get<Summary>(store, "insights/summary", YEAR);
  const demand = await all<{ people: number }>(store, "demand", { topic: "backinstock" });
  expect(sum(demand.map(({ people }) => people))).toBe(waiting.find(({ topic }) => topic === "backinstock")?.people);
  const days = await all<Counts>(store, "results", YEAR);
  for (const figure of ["notified", "clicked", "bought", "units"] as const)
    expect([figure, sum(days.map((day) => day[figure]))]).toEqual([figure, range[figure]]);
  const [stored] = await ask<Record<string, number>>(`select
    (select count(*) from deliveries where store_id = $1 and state = 1)::int as notified,
    (select count(*) from clicks where store_id = $1)::int as clicked,
    (select count(*) from subscriptions where store_id = $1 and state = 4)::int as bought,
    (select count(*) from subscriptions where store_id = $1 and state = 7)::int as failed,
    (select count(*) from subscriptions where store_id = $1)::int as "signedUp",
    (select sum(quantity) from order_lines where store_id = $1)::int as units,
    (select sum(amount)::float8 from order_lines where store_id = $1) as revenue,
    (select sum(bought)::int from plans where store_id = $1) as "ofPlans",
    (select sum(sent)::int from delivery_batches where store_id = $1) as "ofBatches"`);
  const { revenue, ofPlans, ofBatches, ...counts } = stored ?? {};
  expect(range).toMatchObject(counts);
  expect(Number(range.revenue[0]?.amount)).toBeCloseTo(revenue ?? 0);
  expect([ofPlans, ofBatches]).toEqual([range.bought, range.notified]);
});

test("the best products come in the order of their numbers, over all pages", async () => {
  for (const sort of ["revenue", "notified"] as const) {
    const found = await all<Counts & { revenue: { amount: string }[] }>(store, "results/variants", {
      from: QUARTER_AGO,
      to: LAST_DAY,
      sort,
      limit: "7",
    });
    const figures = found.map((one) => (sort === "revenue" ? Number(one.revenue[0]?.amount ?? 0) : one.notified));
    expect(figures).toEqual(figures.toSorted((one, other) => other - one));
    expect(figures.length).toBeGreaterThan(20);
  }
});

test("no mail of the past is sent, and none is waiting", async () => {
  await shop.work();
  expect(shop.handed).toEqual([]);
  expect(await ask("select from mails where store_id = $1")).toEqual([]);
  expect(await ask("select from chunks where store_id = $1")).toEqual([]);
});

test("one plan is paused, with people left who wait, and the others are over", async () => {
  const plans = await all<{ state: string; waves: { people: number }[] }>(store, "plans");
  expect(plans.filter(({ state }) => state !== "done").map(({ state }) => state)).toEqual(["held"]);
  expect(plans.length).toBeGreaterThan(30);
});

test("a replay with the policy of each restock notifies exactly those who were", async () => {
  const { restocks } = await post<{ restocks: { exact: boolean | null; people: { really: number } }[] }>(
    store,
    "alerts/replay",
    {},
  );
  expect(restocks.map(({ exact }) => exact)).toEqual(Array.from({ length: 20 }, () => true));
  expect(sum(restocks.map(({ people }) => people.really))).toBeGreaterThan(50);
});

test("some variants have advice, and others not enough data", async () => {
  const demand = await all<{ epi: string; people: number }>(store, "demand");
  const advice = await Promise.all(
    demand.map(({ epi }) =>
      get<{ units: number | null; basedOn: { restocks: number } }>(store, "demand/advice", { epi }),
    ),
  );
  expect(advice.filter(({ basedOn }) => basedOn.restocks >= 5).length).toBeGreaterThan(1);
  expect(advice.filter(({ basedOn }) => basedOn.restocks < 5).length).toBeGreaterThan(5);
});

test("the time line of a person who bought says it in order", async () => {
  const [row] = await ask<{ value: string }>(
    "select c.value from subscriptions s join contacts c on c.id = s.contact_id where s.store_id = $1 and s.state = 4 and not exists (select from subscriptions o where o.contact_id = c.id and o.id <> s.id) limit 1",
  );
  const person = await post<{ timeline: { text: string }[]; consents: object[] }>(store, "people/show", {
    address: row?.value,
  });
  const texts = person.timeline.map(({ text }) => text);
  expect(texts.slice(0, 3)).toEqual(["bought", "followed the link of the alert", "sent"]);
  expect(texts[3]).toMatch(/^(signed up|confirmed with the link in the mail)$/);
  expect(person.consents.length).toBeGreaterThan(0);
});

test("the same seed and day give the same figures", async () => {
  const other = await aFilledStore();
  for (const path of ["insights/summary", "results"]) {
    const [one, again] = [await get<object>(store, path, YEAR), await get<object>(other, path, YEAR)];
    expect({ ...again, asOf: null }).toEqual({ ...one, asOf: null });
  }
});
