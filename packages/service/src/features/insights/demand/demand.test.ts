import { expect, test } from "vitest";
import { anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { anItem, listCalls } from "../../../../test/fixtures/list-calls.ts";
import { rollUp } from "../../../../test/fixtures/roll-up.ts";
import { anEmail, type Params, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { lastDays } from "../range.ts";
import { createVariantPages } from "../results/list-results.ts";

const shop = await anAlertShop();
const { db } = shop.service.deps;

const read = (store: TestStore, path: string, query: Params = {}, headers: Record<string, string> = {}) =>
  store.admin(`/storeadmin/v3/${path}`, undefined, { method: "GET", query, headers });
type Page = {
  items: (Record<string, unknown> & { trend: number[]; oldest: string })[];
  next: string | null;
  asOf: string;
  trend: { from: string; to: string };
};
const demandOf = async (store: TestStore, query: Params = {}) =>
  good(await read(store, "demand", query)) as unknown as Page;
const upsert = async (store: TestStore, variants: object[]) =>
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));

/** Variant 1 has most people, 2 most units, 3 the highest value in EUR, 4 is only saved, 5 has a price in USD. */
async function aStoreWithDemand() {
  const store = await shop.aStore();
  await upsert(store, [
    { epi: 1, dt: "Boots", vi: "42", pr: 10, currency: "EUR" },
    { epi: 2, dt: "Hat", pr: 1.5, currency: "EUR" },
    { epi: 3, dt: "Coat", pr: 400, currency: "EUR" },
    { epi: 4, dt: "Scarf" },
    { epi: 5, dt: "Ring", pr: 1000, currency: "USD" },
  ]);
  const signUp = async (epi: number, qty: number) =>
    good(await subscribeAs(store, anEmail(), [aProduct(epi, { qty })]));
  for (const qty of [1, 1, 1]) await signUp(1, qty);
  for (const qty of [9, 9]) await signUp(2, qty);
  await signUp(3, 1);
  await signUp(5, 1);
  const lists = listCalls(store, await store.aGuest());
  good(await lists.add(await lists.aList(), [anItem(4), anItem(1)]));
  const others = listCalls(store, await store.aGuest());
  good(await others.add(await others.aList(), [anItem(4)]));
  await stock(store, 3, 3);
  await rollUp(db);
  return store;
}
const epis = (items: readonly Record<string, unknown>[]) => items.map(({ epi }) => epi);

test("variants are listed by people, units, value or saves, with what they are worth and their stock", async () => {
  const store = await aStoreWithDemand();
  const { items, asOf, trend } = await demandOf(store);
  expect(epis(items)).toEqual(["1", "2", "5", "3"]);
  expect(items[0]).toMatchObject({
    dt: "Boots",
    vi: "42",
    topic: "backinstock",
    people: 3,
    units: 3,
    price: "10",
    currency: "EUR",
    value: "30",
    lists: 1,
    inStock: false,
  });
  expect(items[1]).toMatchObject({ people: 2, units: 18, value: "27" });
  expect(items[3]).toMatchObject({ epi: "3", stock: 3, inStock: true });
  expect(items[0]?.trend.at(-1)).toBe(3);
  expect(items[0]?.trend).toHaveLength(14);
  expect(trend.to).toBe(new Date().toISOString().slice(0, 10));
  expect(Date.parse(asOf)).toBeGreaterThan(Date.now() - 60_000);
  expect(Date.parse(items[0]?.oldest ?? "")).toBeGreaterThan(Date.now() - 60_000);
  expect(epis((await demandOf(store, { sort: "units" })).items)).toEqual(["2", "1", "5", "3"]);
  expect(epis((await demandOf(store, { sort: "value" })).items)).toEqual(["3", "1", "2"]);
  expect(epis((await demandOf(store, { sort: "value", currency: "USD" })).items)).toEqual(["5"]);
  expect(epis((await demandOf(store, { sort: "saves" })).items)).toEqual(["4", "1"]);
  expect(epis((await demandOf(store, { topic: "pricedrop" })).items)).toEqual([]);
});

test.each(["people", "units", "value", "saves"])("all pages by %s together are the list", async (sort) => {
  const store = await aStoreWithDemand();
  const all = epis((await demandOf(store, { sort })).items);
  const paged: unknown[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Page = await demandOf(store, {
      sort,
      limit: "1",
      ...(cursor ? { cursor } : {}),
    });
    paged.push(...epis(page.items));
    cursor = page.next;
  }
  expect(paged).toEqual(all);
});

test("a filter by stock leaves out the others, and its pages go on", async () => {
  const store = await aStoreWithDemand();
  await shop.work();
  await rollUp(db);
  expect(epis((await demandOf(store, { stock: "out" })).items)).toEqual(["1", "2", "5"]);
  good(await subscribeAs(store, anEmail(), [aProduct(3)]));
  await rollUp(db);
  expect(epis((await demandOf(store, { stock: "in" })).items)).toEqual(["3"]);
  const first = await demandOf(store, { stock: "out", limit: "2" });
  expect(epis(first.items)).toEqual(["1", "2"]);
  const second = await demandOf(store, { stock: "out", limit: "2", cursor: first.next ?? "" });
  expect(epis(second.items)).toEqual(["5"]);
  expect(second.next).toBeNull();
});

test("CSV has all pages, and a title that looks like a formula is only text", async () => {
  const store = await aStoreWithDemand();
  await upsert(store, [{ epi: 3, dt: "=cmd|' /C calc'!A0" }]);
  const { text, headers } = await read(store, "demand", { limit: "1" }, { accept: "text/csv" });
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  const [head, ...lines] = text.trimEnd().split("\r\n");
  expect(head).toBe("epi,empi,dt,vi,topic,people,units,price,currency,value,lists,oldest,stock,inStock,market");
  expect(lines).toHaveLength(4);
  expect(lines.find((line) => line.startsWith("3,"))).toContain(",'=cmd|");
});

test("one variant has its lines, every day of the range, a demand curve and its restocks", async () => {
  const store = await aStoreWithDemand();
  for (const [target, currency] of [
    [8, "EUR"],
    [8, "EUR"],
    [5, "EUR"],
  ] as const)
    good(await subscribeAs(store, anEmail(), [aProduct(1, { target })], { topics: '["pricedrop"]', currency }));
  await stock(store, 2, 1);
  await shop.work();
  await rollUp(db);
  const { body } = await read(store, "demand/variant", { epi: "1" });
  expect(body["variant"]).toMatchObject({ epi: "1", people: 0, topic: "backinstock" });
  expect(body["lines"]).toMatchObject([{ topic: "pricedrop", people: 3, value: "30", currency: "EUR" }]);
  const days = body["days"] as Record<string, unknown>[];
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toMatchObject({ signedUp: 6, notified: 3, saved: 1, restocks: 1, revenue: [] });
  expect(days[0]).toMatchObject({ signedUp: 0, restocks: 0 });
  expect(body["priceTargets"]).toEqual([
    {
      currency: "EUR",
      points: [
        { price: "8", people: 2, units: 2 },
        { price: "5", people: 3, units: 3 },
      ],
    },
  ]);
  expect(body["plans"]).toMatchObject([{ topic: "backinstock", deliveries: { sent: 3 } }]);
  expect((await read(store, "demand/variant", { epi: "77" })).status).toBe(404);
});

test.each([
  { from: "2026-02-30" },
  { from: "2026-11-02", to: "2026-11-01" },
  { from: "2020-01-01", to: "2026-01-01" },
  { from: "yesterday" },
  { to: "0000-01-05" },
  { to: "1999-12-31" },
])("a range that makes no sense is refused: %o", async (range: Params) => {
  const store = await shop.aStore();
  const { status, body } = await read(store, "insights/summary", range);
  expect([status, body["type"]]).toEqual([400, range["from"] === "yesterday" ? "invalid-parameter" : "invalid-range"]);
});

test("a cursor that is not ours is refused", async () => {
  const store = await shop.aStore();
  const written = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString("base64url");
  for (const [path, cursor] of [
    ["demand", "x"],
    ["demand", "WzFd"],
    ["demand", written("people", "backinstock", "", "1; drop table", "1")],
    ["demand", written("people", "backinstock", "", "1.5", "1")],
    ["demand", written("people", "backinstock", "", "1", "9999999999999999999")],
    ["results", written("2026-99-99", "backinstock")],
    ["results", written("2026-11-01", "\0")],
    ["audit", written("9999999999999999999")],
  ] as const) {
    const { status, body } = await read(store, path, { cursor });
    expect([cursor, status, body["type"]]).toEqual([cursor, 400, "invalid-cursor"]);
  }
});

test("a cursor is refused under another order, topic or currency", async () => {
  const store = await aStoreWithDemand();
  const next = async (query: Params) => String((await demandOf(store, { ...query, limit: "1" })).next);
  for (const [of, query] of [
    [{ sort: "value" }, { sort: "people" }],
    [{ sort: "people" }, { sort: "units" }],
    [{ topic: "backinstock" }, { topic: "pricedrop" }],
    [{ sort: "value" }, { sort: "value", currency: "USD" }],
  ] as const) {
    const { status, body } = await read(store, "demand", { ...query, cursor: await next(of) });
    expect([query, status, body["type"]]).toEqual([query, 400, "invalid-cursor"]);
  }
});

test("pages by value go on in the currency of the first one", async () => {
  const store = await aStoreWithDemand();
  const first = await demandOf(store, { sort: "value", limit: "1" });
  expect(epis(first.items)).toEqual(["3"]);
  await shop.ask("update store_demand set units = units + 100 where store_id = $1 and currency = 'USD'", [store.id]);
  const second = await demandOf(store, { sort: "value", limit: "1", cursor: first.next ?? "" });
  expect(epis(second.items)).toEqual(["1"]);
  expect(epis((await demandOf(store, { sort: "value" })).items)).toEqual(["5"]); // control
});

test("however many topics browsers choose, an answer has the hundred with most people", async () => {
  const store = await aStoreWithDemand();
  await shop.ask(
    `insert into demand (store_id, variant_id, topic, people, units)
     select $1, (select id from variants where store_id = $1 and platform_id = '1'), 'topic ' || n, 1, 1 from generate_series(1, 150) as n`,
    [store.id],
  );
  await shop.ask(
    "insert into store_demand (store_id, topic, currency, people, units) select store_id, topic, '', 1, 1 from demand where store_id = $1 and topic <> 'backinstock'",
    [store.id],
  );
  const summary = await read(store, "insights/summary");
  const variant = await read(store, "demand/variant", { epi: "1" });
  for (const topics of [summary.body["waiting"], variant.body["lines"]] as { topic: string }[][]) {
    expect(topics).toHaveLength(100);
    expect(topics).toContainEqual(expect.objectContaining({ topic: "backinstock" }));
  }
});

test("the summary has who waits now, the range, and the range before it", async () => {
  const store = await aStoreWithDemand();
  await shop.ask(
    `insert into store_days (store_id, day, topic, currency, signed_up, units, revenue) select $1, (now() at time zone 'UTC')::date - ago, 'backinstock', currency, n, n, amount
     from (values (3, '', 5, 0), (3, 'EUR', 0, 12.5), (4, 'EUR', 0, 0.0001), (12, '', 7, 0), (12, 'USD', 0, 3)) as happened (ago, currency, n, amount)`,
    [store.id],
  );
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const { body } = await read(store, "insights/summary", { from: day(9), to: day(0) });
  expect(body).toMatchObject({
    waiting: [
      {
        topic: "backinstock",
        people: 7,
        units: 23,
        value: [
          { currency: "EUR", amount: "457" },
          { currency: "USD", amount: "1000" },
        ],
      },
    ],
    range: { from: day(9), to: day(0), signedUp: 12, saved: 3, revenue: [{ currency: "EUR", amount: "12.5001" }] },
    before: { from: day(19), to: day(10), signedUp: 7, revenue: [{ currency: "USD", amount: "3" }] },
  });
});

test("the figures say how old they are: as old as the first event that is not counted", async () => {
  const store = await aStoreWithDemand();
  good(await subscribeAs(store, anEmail()));
  const before = (await demandOf(store)).asOf;
  await shop.ask("select tick_outbox('0', 5000)");
  await shop.ask(
    "update outbox_batches set created_at = now() - interval '2 hours' where batch = (select max(batch) from outbox_batches)",
  );
  const { asOf } = await demandOf(store);
  expect(Date.parse(before) - Date.parse(asOf)).toBeGreaterThan(7_000_000);
  await rollUp(db);
});

test("results are listed by day and topic, and by variant", async () => {
  const store = await aStoreWithDemand();
  await stock(store, 9, 1);
  await shop.work();
  await rollUp(db);
  const today = new Date().toISOString().slice(0, 10);
  const days = await read(store, "results");
  expect(days.body["items"]).toEqual([
    { day: today, topic: "backinstock", notified: 4, clicked: 0, bought: 0, units: 0, revenue: [] },
  ]);
  const ofVariant = await read(store, "results", { epi: "1" });
  expect(ofVariant.body["items"]).toMatchObject([{ notified: 3 }]);
  const variants = await read(store, "results/variants", { sort: "notified" });
  expect(variants.body["items"]).toMatchObject([
    { epi: "1", notified: 3 },
    { epi: "3", notified: 1 },
  ]);
  expect((await read(store, "results/variants")).body["items"]).toEqual(variants.body["items"]); // no revenue yet
  const csv = await read(store, "results/variants", { sort: "notified", limit: "1" }, { accept: "text/csv" });
  expect(csv.text.trimEnd().split("\r\n")).toHaveLength(3);
});

test("the store has no sum for a currency or topic in which nobody waits any more", async () => {
  const store = await aStoreWithDemand();
  const email = anEmail();
  good(await subscribeAs(store, email, [aProduct(1)], { topics: '["last-chance"]' }));
  await rollUp(db);
  const sums = async () =>
    (
      await shop.ask<{ sum: string }>(
        "select topic || ' ' || currency as sum from store_demand where store_id = $1 order by 1",
        [store.id],
      )
    ).map(({ sum }) => sum);
  expect(await sums()).toEqual(["backinstock EUR", "backinstock USD", "last-chance EUR"]);
  await upsert(store, [{ epi: 5, dt: "Ring", pr: 900, currency: "EUR" }]);
  await shop.ask("delete from waiting where store_id = $1 and topic = 'last-chance'", [store.id]);
  await rollUp(db);
  expect(await sums()).toEqual(["backinstock EUR"]);
});

test("results of a topic are sorted by a currency that the topic has, and not by one whose orders were cancelled", async () => {
  const store = await aStoreWithDemand();
  await shop.ask(
    `with sold as (
       insert into variant_days (store_id, variant_id, day, topic, currency, notified, units, revenue)
       select $1, v.id, (now() at time zone 'UTC')::date, topic, currency, notified, units, revenue
       from variants v join (values ('1', 'pricedrop', 'USD', 0, 90, 900), ('1', 'backinstock', 'EUR', 0, 2, 20),
         ('3', 'comingsoon', 'CHF', 0, 0, 0), ('3', 'comingsoon', '', 4, 0, 0)) as sold (epi, topic, currency, notified, units, revenue)
         on v.platform_id = sold.epi
       where v.store_id = $1 returning *
     )
     insert into store_days (store_id, day, topic, currency, notified, units, revenue)
     select store_id, day, topic, currency, notified, units, revenue from sold`,
    [store.id],
  );
  const bestOf = async (topic: string) => (await read(store, "results/variants", { topic })).body["items"];
  expect(await bestOf("backinstock")).toMatchObject([{ epi: "1", revenue: [{ currency: "EUR", amount: "20" }] }]);
  expect(await bestOf("comingsoon")).toMatchObject([{ epi: "3", notified: 4 }]);
});

test("the pages of CSV share a ranking of the variants", async () => {
  const store = await aStoreWithDemand();
  await shop.ask(
    `insert into variant_days (store_id, variant_id, day, topic, currency, notified)
     select store_id, id, (now() at time zone 'UTC')::date, 'comingsoon', '', platform_id::int from variants where store_id = $1`,
    [store.id],
  );
  const query = { ...lastDays(30, Date.now()), topic: null, sort: "notified", currency: null } as const;
  const readPage = createVariantPages(shop.service.deps.variants, query);
  let rankings = 0;
  const found: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await db.inStore(store.id, (tx) =>
      readPage(
        new Proxy(tx, {
          apply(target, self, args: Parameters<typeof tx>) {
            if (args[0].some((text) => text.includes("as ranked"))) rankings += 1;
            return Reflect.apply(target, self, args);
          },
        }),
        { cursor, limit: 1 },
      ),
    );
    found.push(...page.rows.map(({ variant, notified }) => [variant.platformId, notified]));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(found).toEqual([5, 4, 3, 2, 1].map((n) => [String(n), n]));
  expect(rankings).toBe(3); // the first page, all others, and that there are no more
});
