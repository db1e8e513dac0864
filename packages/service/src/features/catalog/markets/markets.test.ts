import fc from "fast-check";
import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, eventsOf, subscribeAs, subscriptionsOf } from "../../../../test/fixtures/subscription-calls.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Market, StoreSettings } from "../../stores/settings/settings.ts";
import { storedIdOf } from "../variants/variant-name.ts";
import { recountMarkets } from "./recount-markets.ts";

const service = aService();
const EU = { name: "eu", currency: "EUR", locations: ["berlin"] };
const US = { name: "us", currency: "USD", locations: ["reno"] };

async function aShop(markets: Market[] = [EU, US], more: Partial<StoreSettings> = {}) {
  const store = await aStore(service, { scopes: ["admin"], settings: { markets, ...more } });
  let second = 0;
  const post = (path: string, json: object) => store.admin(`/storeadmin/v3/${path}`, undefined, { json });
  return {
    store,
    post,
    report: async (location: string, quantity: number, epi = 1) =>
      good(
        await post("inventory/set", {
          levels: [
            { epi, location, quantity, occurredAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second++)).toISOString() },
          ],
        }),
      ),
    upsert: async (variant: object) => good(await post("catalog/upsert", { variants: [{ epi: 1, ...variant }] })),
    waits: async (market: string, epi = 1) => good(await subscribeAs(store, anEmail(), [aProduct(epi)], { market })),
    setMarkets: async (changed: Market[]) => {
      good(await post("settings/update", { markets: changed }));
      await recountAll(store);
    },
  };
}

/** Does what the worker does with the change. */
async function recountAll(store: TestStore) {
  let after: string | undefined = "0";
  while (after !== undefined) {
    await service.deps.db.inStore(store.id, (tx) => recountMarkets(tx, after as VariantId));
    const next = (await eventsOf(store, "markets.changed")).at(-1)?.["after"] as string;
    after = next === "0" || next === after ? undefined : next;
  }
}

const rowOf = async (store: TestStore, market: string, epi = 1) =>
  (
    await look<{ id: string; product: Record<string, unknown> | null; quantity: number | null; isIn: boolean }>(
      `select v.id, v.product, s.quantity, s.is_in as "isIn" from variants v left join stock s on s.variant_id = v.id
      where v.store_id = $1 and v.platform_id = $2`,
      [store.id, storedIdOf({ platformId: String(epi), market })],
    )
  )[0];
const restocksOf = async (store: TestStore, market: string) => {
  const row = await rowOf(store, market);
  return (await eventsOf(store, "stock.restocked")).filter(({ variantId }) => variantId === row?.id).length;
};

test("a market has the stock of its locations, and a market without locations that of all", async () => {
  const { store, report, waits } = await aShop([EU, US, { name: "all" }]);
  for (const market of ["eu", "us", "all"]) await waits(market);
  await report("berlin", 3);
  await report("reno", 4);
  await report("", 5);
  const stock = await Promise.all(["eu", "us", "all"].map(async (market) => (await rowOf(store, market))?.quantity));
  expect(stock).toEqual([3, 4, 12]);
  await report("berlin", 0);
  expect([(await rowOf(store, "eu"))?.quantity, (await rowOf(store, "all"))?.quantity]).toEqual([0, 9]);
});

test("a market that somebody names first while it is in stock begins in stock, which is no restock", async () => {
  const { store, report, waits } = await aShop();
  await report("berlin", 3);
  await waits("eu");
  await waits("us");
  expect(await rowOf(store, "eu")).toMatchObject({ quantity: 3, isIn: true });
  expect(await rowOf(store, "us")).toMatchObject({ quantity: 0, isIn: false });
  await report("berlin", 4);
  expect(await restocksOf(store, "eu")).toBe(0);
  await report("berlin", 0);
  await report("berlin", 1);
  await report("reno", 1);
  expect([await restocksOf(store, "eu"), await restocksOf(store, "us")]).toEqual([1, 1]);
});

test("a location that moves to a market counts there at once, and restocks it", async () => {
  const { store, report, waits, setMarkets } = await aShop();
  await report("oslo", 5);
  await waits("eu");
  expect((await rowOf(store, "eu"))?.quantity).toBe(0);
  await setMarkets([{ ...EU, locations: ["berlin", "oslo"] }, US]);
  expect((await rowOf(store, "eu"))?.quantity).toBe(5);
  expect(await restocksOf(store, "eu")).toBe(1);
  await setMarkets([US]);
  expect(await rowOf(store, "eu")).toMatchObject({ quantity: 0, isIn: false });
});

test("an unchanged market is not restocked by a change of the others", async () => {
  const { store, report, waits, setMarkets } = await aShop();
  await waits("eu");
  await report("berlin", 5);
  await setMarkets([EU, { ...US, locations: ["oslo"] }]);
  await recountAll(store);
  expect(await restocksOf(store, "eu")).toBe(1);
});

test("a recount goes through all variants in pages", async () => {
  const { store, report, post, waits, setMarkets } = await aShop();
  const epis = Array.from({ length: 150 }, (_, index) => index + 1);
  good(await post("catalog/upsert", { variants: epis.map((epi) => ({ epi, pr: 1, markets: { eu: {} } })) }));
  for (const epi of [1, 150]) await report("oslo", 7, epi);
  await waits("eu");
  await setMarkets([{ ...EU, locations: ["oslo"] }]);
  expect([(await rowOf(store, "eu", 1))?.quantity, (await rowOf(store, "eu", 150))?.quantity]).toEqual([7, 7]);
  expect(await eventsOf(store, "markets.changed")).toHaveLength(3); // of the store's making, of the change, and the second page
});

test("a market shows the product of its variant with its own price and links, also when the variant changes later", async () => {
  const { store, upsert } = await aShop([EU, { ...US, url: "https://us.shop.example/" }]);
  await upsert({
    dt: "Boots",
    pr: 100,
    compareAtPrice: 150,
    currency: "EUR",
    du: "https://shop.example/boots?a=1",
    uri: "https://shop.example/boots?v=1",
    markets: { eu: { pr: "90", du: "https://eu.example/boots" }, us: {} },
  });
  expect((await rowOf(store, "eu"))?.product).toEqual({
    title: "Boots",
    price: 90,
    currency: "EUR",
    url: "https://eu.example/boots",
  });
  expect((await rowOf(store, "us"))?.product).toEqual({
    title: "Boots",
    price: 100,
    compareAtPrice: 150,
    currency: "EUR",
    url: "https://us.shop.example/boots?a=1",
    variantUrl: "https://us.shop.example/boots?v=1",
  });
  await upsert({ dt: "New boots", pr: 110, markets: { us: { pr: 140 } } });
  expect((await rowOf(store, "eu"))?.product).toMatchObject({ title: "New boots", price: 90 });
  expect((await rowOf(store, "us"))?.product).toMatchObject({ title: "New boots", price: 140, currency: "USD" });
  await upsert({ markets: { eu: { pr: null, du: null } } });
  expect((await rowOf(store, "eu"))?.product).toMatchObject({ price: 110, url: "https://shop.example/boots?a=1" });
});

test("prices drop in each market by themselves", async () => {
  const { store, upsert, waits } = await aShop();
  await upsert({ pr: 100, currency: "EUR", markets: { us: { pr: 120 } } });
  await waits("eu");
  await upsert({ markets: { us: { pr: 110 } } });
  await upsert({ pr: 80 });
  const [us, eu] = [(await rowOf(store, "us"))?.id, (await rowOf(store, "eu"))?.id];
  const drops = await eventsOf(store, "price.dropped");
  expect(drops.filter(({ variantId }) => variantId === us)).toMatchObject([{ currency: "USD", from: 120, to: 110 }]);
  expect(drops.filter(({ variantId }) => variantId === eu)).toMatchObject([{ currency: "EUR", from: 100, to: 80 }]);
});

test("a market that the settings do not name is refused, with the names of the others", async () => {
  const { store, post } = await aShop();
  const none = await aShop([]);
  const refused = [
    await subscribeAs(store, anEmail(), [aProduct(1)], { market: "uk" }),
    await post("catalog/upsert", { variants: [{ epi: 1, markets: { uk: { pr: 1 } } }] }),
    await post("alerts/plans", { epi: 1, market: "uk" }),
    await subscriptionsOf(store, await store.aGuest()).remove({ epi: "1", market: "uk" }),
  ];
  for (const { status, body } of refused) expect([status, body["type"]]).toEqual([400, "unknown-market"]);
  expect(refused[0]?.body["msg"]).toBe("The store has no market uk. Its markets are eu, us.");
  expect((await subscribeAs(none.store, anEmail(), [aProduct(1)], { market: "uk" })).body["msg"]).toContain("markets");
  expect((await post("settings/update", { markets: [EU, EU] })).body).toMatchObject({ type: "invalid-setting" });
});

test("one person waits in two markets and for the variant, and leaves each by itself", async () => {
  const { store } = await aShop();
  const email = anEmail();
  const person = await store.anAccount(email);
  const mine = subscriptionsOf(store, person);
  for (const more of [{}, { market: "eu" }, { market: "us" }])
    good(await subscribeAs(store, email, [aProduct(1)], more));
  const shown = async () =>
    ((await mine.fetch()).body["subscriptions"] as { epi: number; market?: string; state: string }[])
      .filter(({ state }) => state === "waiting")
      .map(({ epi, market }) => `${epi} ${market ?? "-"}`);
  expect(new Set(await shown())).toEqual(new Set(["1 eu", "1 us", "1 -"]));
  good(await mine.remove({ epi: "1", market: "eu" }));
  good(await mine.remove({ epi: "1" }));
  expect(await shown()).toEqual(["1 us"]);
});

test("a purchase ends the alerts for the variant and all its markets, or only for the market that it names", async () => {
  const { store, post } = await aShop();
  const [somewhere, inEurope] = [anEmail(), anEmail()];
  for (const email of [somewhere, inEurope])
    for (const more of [{}, { market: "eu" }, { market: "us" }])
      good(await subscribeAs(store, email, [aProduct(1)], more));
  const order = (email: string, market?: string) => ({
    id: email,
    currency: "EUR",
    email,
    occurredAt: new Date(Date.now() + 1_000).toISOString(),
    lines: [{ epi: 1, quantity: 1, price: 1, ...(market ? { market } : {}) }],
  });
  good(await post("orders/report", { orders: [order(somewhere), order(inEurope, "eu")] }));
  const open = async (email: string) => {
    const of = subscriptionsOf(store, await store.anAccount(email));
    const { subscriptions } = (await of.fetch()).body as { subscriptions: { market?: string; state: string }[] };
    return subscriptions.filter(({ state }) => state === "waiting");
  };
  expect(await open(somewhere)).toEqual([]);
  expect(await open(inEurope)).toMatchObject([{ market: "us" }]);
});

test("a variant that only shoppers name counts as unknown, and so does its market, until the catalogue has it", async () => {
  const { store, upsert, waits } = await aShop();
  const unknown = async () =>
    (await look<{ unknown: number }>("select unknown from variant_counts where store_id = $1", [store.id]))[0]?.unknown;
  await waits("eu");
  await waits("eu");
  expect(await unknown()).toBe(2);
  await upsert({ pr: 1 });
  expect(await unknown()).toBe(0);
});

test("a market of a variant that only shoppers name needs room among the unknown ones", async () => {
  const { store, upsert } = await aShop([EU, US], {
    lists: { unknownVariantsMax: 2 },
    alerts: { browserDoubleOptIn: false },
  });
  const shopper = subscriptionsOf(store, await store.anAccount());
  const wait = (market: string) => shopper.create(anEmail(), [aProduct(1)], { market });
  good(await wait("eu"));
  good(await wait("eu"));
  const refused = await wait("us");
  expect([refused.status, refused.body["type"]]).toEqual([400, "limit-reached"]);
  expect(await look("select from variants where store_id = $1", [store.id])).toHaveLength(2);
  await upsert({ pr: 1 });
  good(await wait("us"));
});

const LOCATIONS = ["", "berlin", "oslo", "reno"];
const someMarkets = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom("eu", "us", "uk"),
    locations: fc.uniqueArray(fc.constantFrom("berlin", "oslo", "reno")),
  }),
  { selector: ({ name }) => name },
);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ location: fc.constantFrom(...LOCATIONS), quantity: fc.nat(5), second: fc.nat(50) }),
  },
  { weight: 2, arbitrary: fc.record({ waitsIn: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ markets: someMarkets }) },
);

test("however reports, sign-ups and settings follow each other, a market has the newest levels of its locations", async () => {
  await fc.assert(
    fc.asyncProperty(someMarkets, fc.array(step, { maxLength: 12 }), async (first, steps) => {
      const { store, post, waits, setMarkets } = await aShop(first);
      let markets = first;
      const named = new Set<string>();
      const levels = new Map<string, { second: number; quantity: number }>();
      for (const one of steps) {
        if ("markets" in one) {
          markets = one.markets;
          await setMarkets(markets);
        } else if ("waitsIn" in one) {
          const market = markets[one.waitsIn];
          if (!market) continue;
          await waits(market.name);
          named.add(market.name);
        } else {
          const occurredAt = new Date(Date.UTC(2026, 0, 1, 0, 0, one.second)).toISOString();
          const { location, quantity } = one;
          good(await post("inventory/set", { levels: [{ epi: 1, location, quantity, occurredAt }] }));
          if (one.second > (levels.get(location)?.second ?? -1)) levels.set(location, one);
        }
        for (const name of named) {
          const market = markets.find((other) => other.name === name);
          const sells = (location: string) =>
            market !== undefined && (market.locations.length === 0 || new Set<string>(market.locations).has(location));
          const wanted = [...levels].reduce(
            (sum, [location, { quantity }]) => sum + (sells(location) ? quantity : 0),
            0,
          );
          expect((await rowOf(store, name))?.quantity ?? 0).toBe(wanted);
        }
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);

test("reports and first sign-ups in a market at the same time lose no stock", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { store, report, waits } = await aShop();
    await Promise.all([report("berlin", 1), waits("eu"), report("berlin", 2), waits("eu"), report("berlin", 3)]);
    expect((await rowOf(store, "eu"))?.quantity).toBe(3);
  }
});
