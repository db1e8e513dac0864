import { expect, test } from "vitest";
import type { StoreSettings } from "../../src/features/stores/settings/settings.ts";
import { anAlertShop } from "../fixtures/alert-shop.ts";
import type { TestStore } from "../fixtures/service.ts";
import { good } from "../fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "../fixtures/subscription-calls.ts";

const shop = await anAlertShop();
const MARKETS = [
  { name: "eu", currency: "EUR", locations: ["berlin", "paris"] },
  { name: "us", currency: "USD", url: "https://shop.example/en-us", locations: ["reno"] },
];

const post = async (store: TestStore, path: string, json: object) =>
  good(await store.admin(`/storeadmin/v3/${path}`, undefined, { json }));

/** Boots that cost 100 EUR, 120 EUR in the market eu and 130 USD in the market us. */
async function aShopWithMarkets(alerts: StoreSettings["alerts"] = {}) {
  const store = await shop.aStore({ alerts: { trackClicks: false, ...alerts }, markets: MARKETS });
  let second = 0;
  const report = (location: string, quantity: number) =>
    post(store, "inventory/set", {
      levels: [
        { epi: 1, location, quantity, occurredAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second++)).toISOString() },
      ],
    });
  await post(store, "catalog/upsert", {
    variants: [
      {
        epi: 1,
        empi: 100_001,
        dt: "Boots",
        du: "https://shop.example/boots",
        pr: 100,
        currency: "EUR",
        markets: { eu: { pr: 120, du: "https://eu.shop.example/boots" }, us: { pr: "130" } },
      },
    ],
  });
  await report("berlin", 0);
  await report("reno", 0);
  const waits = async (email: string, market?: string) =>
    good(await subscribeAs(store, email, [aProduct(1)], market === undefined ? {} : { market }));
  /** Who was notified since the last call, with the mail. */
  const notified = async () => {
    await shop.work();
    return new Map(shop.handed.splice(0).map(({ mail }) => [mail.to, `${mail.html} ${mail.text}`]));
  };
  return { store, report, waits, notified };
}

test("who waits in a market hears of stock there, at its price and with its link; who waits without one hears of any", async () => {
  const { store, report, waits, notified } = await aShopWithMarkets();
  await waits("a@example.com", "eu");
  await waits("b@example.com", "us");
  await waits("c@example.com");

  await report("paris", 4);
  const inEurope = await notified();
  expect([...inEurope.keys()].toSorted()).toEqual(["a@example.com", "c@example.com"]);
  expect(inEurope.get("a@example.com")).toContain("€120.00");
  expect(inEurope.get("a@example.com")).toContain("https://eu.shop.example/boots");
  expect(inEurope.get("c@example.com")).toContain("€100.00");
  expect(inEurope.get("c@example.com")).toContain("https://shop.example/boots");

  const about = { epi: 1, market: "us", medium: "email", mediumvalue: "b@example.com" };
  expect(await post(store, "alerts/explain", about)).toMatchObject({
    because: expect.stringContaining("first in line"),
  });

  await report("reno", 2);
  const inAmerica = await notified();
  expect([...inAmerica.keys()]).toEqual(["b@example.com"]);
  expect(inAmerica.get("b@example.com")).toContain("$130.00");
  expect(inAmerica.get("b@example.com")).toContain("https://shop.example/en-us/boots");
});

test("plans, lines, people, exports and CSV name the platform's id with the market beside it", async () => {
  const { store, report, waits, notified } = await aShopWithMarkets();
  await waits("a@example.com", "eu");
  await report("berlin", 1);
  await notified();
  const get = async (path: string, query: Record<string, string> = {}) =>
    good(await store.admin(`/storeadmin/v3/${path}`, {}, { method: "GET", query }));
  const inEurope = { epi: "1", market: "eu" };
  const { items: plans } = await get("plans", inEurope);
  expect(plans).toMatchObject([{ ...inEurope, dt: "Boots", notified: 1 }]);
  expect(await get("lines", inEurope)).toMatchObject({ items: [] });
  const person = await post(store, "people/show", { address: "a@example.com" });
  expect(person).toMatchObject({ alerts: [{ ...inEurope, topic: "backinstock" }] });
  const exported = await store.admin("/storeadmin/v3/people/export", {}, { json: { email: "a@example.com" } });
  expect(exported.text).toMatch(/"platformId":"1","market":"eu"/);
  const csv = await store.admin(
    "/storeadmin/v3/plans",
    {},
    { method: "GET", query: inEurope, headers: { accept: "text/csv" } },
  );
  expect(csv.text.split("\r\n")[1]).toMatch(/^\d+,1,Boots,.*,eu$/);
  for (const { text } of [exported, csv, { text: JSON.stringify(person) }])
    expect([text.includes("\u001f"), text.includes("\\u001f")]).toEqual([false, false]);
});

test("an accepted offer of a market names the locations to reserve at; one of the variant as a whole names none", async () => {
  const { store, report, waits, notified } = await aShopWithMarkets({ offerMinutes: 30 });
  await post(store, "connectors/report", { name: "medusa", reserves: true });
  await waits("a@example.com", "us");
  await waits("b@example.com");
  await report("reno", 2);
  for (const text of (await notified()).values()) {
    const token = /\/alerts\/offer\?token=([\w.-]+)/.exec(text)?.[1] ?? "";
    expect((await store.browser("/alerts/offer", { token, answer: "yes" })).status).toBe(200);
  }
  const { holds } = good(await store.admin("/storeadmin/v3/offers/holds", undefined, { method: "GET" }));
  expect(holds).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ epi: "1", market: "us", locations: ["reno"] }),
      expect.not.objectContaining({ market: expect.anything() }),
    ]),
  );
  expect((holds as object[]).filter((hold) => "locations" in hold)).toHaveLength(1);
});
