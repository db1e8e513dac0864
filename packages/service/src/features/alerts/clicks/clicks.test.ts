import { expect, test } from "vitest";
import { aLine, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { rollUp } from "../../../../test/fixtures/roll-up.ts";
import { aService, asStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { prunePlans } from "../retention/prune-plans.ts";

const ENV = { KEEPSAKE_PUBLIC_URL: "https://alerts.example" };
const shop = await anAlertShop(undefined, ENV);
const { db } = shop.service.deps;
const PRODUCT = "https://shop.example/boots?size=42";

/** A store whose people were notified, and the link in the mail of each. */
async function aNotifiedLine(people: number, settings: Parameters<typeof shop.aStore>[0] = {}) {
  const store = await shop.aStore(settings);
  const variants = [{ epi: 1, dt: "Boots", du: "https://shop.example/boots", uri: PRODUCT }];
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  const before = shop.handed.length;
  await aLine(store, people);
  await stock(store, people);
  await shop.work();
  const mails = shop.handed.slice(before).map(({ mail }) => mail);
  return {
    store,
    mails,
    links: mails.map(({ text }) => /https:\/\/alerts\.example(\/alerts\/go\?token=\S+)/.exec(text)?.[1] ?? ""),
  };
}
const follow = (
  store: TestStore,
  url: string,
  options: { method?: "GET" | "HEAD"; headers?: Record<string, string> } = {},
) => store.admin(url, undefined, { key: null, method: "GET", ...options });
const clicksOf = (store: TestStore) => shop.ask("select from clicks where store_id = $1", [store.id]);
const events = (store: TestStore) =>
  shop.ask<{ payload: object }>("select payload from outbox where store_id = $1 and subject = 'alert.clicked'", [
    store.id,
  ]);

test("the link of an alert leads to the product, and counts once for each person and alert", async () => {
  const { store, links, mails } = await aNotifiedLine(2);
  for (const mail of mails) {
    expect(mail.html).toContain("/alerts/go?token=");
    expect(mail.html).not.toContain(PRODUCT);
  }
  const [mine = "", other = ""] = links;
  expect(mine).not.toBe(other);
  const answer = await follow(store, mine);
  expect([answer.status, answer.headers["location"]]).toEqual([302, PRODUCT]);
  expect(answer.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  await follow(store, mine);
  expect(await clicksOf(store)).toHaveLength(1);
  await follow(store, other);
  expect(await clicksOf(store)).toHaveLength(2);
  const [event] = await events(store);
  expect(event?.payload).toMatchObject({ topic: "backinstock", subscriptionIds: [expect.any(String)] });
  expect(await events(store)).toHaveLength(2);
  await rollUp(db);
  const { body } = await store.admin("/storeadmin/v3/results", undefined, { method: "GET" });
  expect(body["items"]).toMatchObject([{ notified: 2, clicked: 2 }]);
});

test("a HEAD and a prefetch lead to the product and do not count", async () => {
  const { store, links } = await aNotifiedLine(1);
  const [link = ""] = links;
  const answers = [
    await follow(store, link, { method: "HEAD" }),
    await follow(store, link, { headers: { "sec-purpose": "prefetch;prerender" } }),
    await follow(store, link, { headers: { purpose: "prefetch" } }),
    await follow(store, link, { headers: { "x-moz": "prefetch" } }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers["location"]])).toEqual(
    answers.map(() => [302, PRODUCT]),
  );
  expect(await clicksOf(store)).toEqual([]);
  await follow(store, link); // control
  expect(await clicksOf(store)).toHaveLength(1);
});

test("with alerts.trackClicks off, mails link to the product itself", async () => {
  const { mails } = await aNotifiedLine(1, { alerts: { trackClicks: false } });
  expect(mails[0]?.text).toContain(PRODUCT);
  expect(mails[0]?.text).not.toContain("/alerts/go");
  expect(mails[0]?.html).not.toContain("/alerts/go");
});

test("a URL in the query changes nothing: the link leads to the product and nowhere else", async () => {
  const { store, links } = await aNotifiedLine(1);
  for (const more of ["&url=https://thief.example", "&du=https://thief.example", "&to=//thief.example"])
    expect((await follow(store, `${links[0]}${more}`)).headers["location"]).toBe(PRODUCT);
});

test("forged, cut and swapped tokens all get the same page, without a word about any store", async () => {
  const { store, links } = await aNotifiedLine(1);
  const token = links[0]?.split("token=")[1] ?? "";
  const [purpose, ...numbers] = token.split(".");
  const offer = shop.deps.links.offerUrl({ storeId: store.id, planId: "1" as never, subscriptionId: "1" as never });
  const forged = [
    "",
    "x",
    token.slice(0, -1),
    `${token}x`,
    ["o", ...numbers].join("."),
    [purpose, "1", ...numbers.slice(1)].join("."),
    [purpose, numbers[0], numbers[1], "zz", ...numbers.slice(3)].join("."),
    offer.split("token=")[1] ?? "",
  ];
  const pages = new Set<string>();
  for (const wrong of forged) {
    const answer = await follow(store, `/alerts/go?token=${encodeURIComponent(wrong)}`);
    expect(answer.status).toBe(404);
    expect(answer.headers).not.toHaveProperty("location");
    pages.add(answer.text);
  }
  expect(pages.size).toBe(1);
  expect([...pages][0]).not.toContain("shop.example");
  expect(await clicksOf(store)).toEqual([]);
});

test("after 90 days the link still leads to the product, and no longer counts", async () => {
  const { store, links } = await aNotifiedLine(1);
  const [link = ""] = links;
  const { clock, forward } = aClock();
  const later = asStore(aService({ clock, env: { ...ENV, DATABASE_URL: shop.url } }), store);
  forward(89 * 86_400_000);
  forward(3 * 86_400_000);
  expect((await follow(later, link)).headers["location"]).toBe(PRODUCT);
  expect(await clicksOf(store)).toEqual([]);
  expect((await follow(store, link)).status).toBe(302); // control
  expect(await clicksOf(store)).toHaveLength(1);
});

test("the link leads to the product and counts, also when its plan is kept no longer", async () => {
  const { store, links } = await aNotifiedLine(1, { alerts: { historyDays: 30 } });
  await shop.ask("update plans set keep_until = now() where store_id = $1", [store.id]);
  await prunePlans(db);
  expect(await shop.ask("select from plans where store_id = $1", [store.id])).toEqual([]);
  expect((await follow(store, links[0] ?? "")).headers["location"]).toBe(PRODUCT);
  expect(await clicksOf(store)).toHaveLength(1);
  expect(await events(store)).toMatchObject([{ payload: { topic: "backinstock" } }]);
});

test("the link of somebody who was erased leads to the shop, and leaves no trace", async () => {
  const { store, links } = await aNotifiedLine(1, { shop: { url: "https://shop.example" } });
  const erase = { email: "p0001@example.com", confirm: "erase" };
  good(await store.admin("/storeadmin/v3/people/erase", undefined, { json: erase }));
  expect((await follow(store, links[0] ?? "")).headers["location"]).toBe("https://shop.example");
  expect(await clicksOf(store)).toEqual([]);
  expect(await events(store)).toEqual([]);
});

test("a product without a page has no link, and one whose page is gone leads to the shop", async () => {
  const store = await shop.aStore({ shop: { url: "https://shop.example" } });
  good(await subscribeAs(store, "ann@example.com", [aProduct(1)]));
  await stock(store, 1);
  await shop.work();
  const link = /(\/alerts\/go\?token=\S+)/.exec(shop.handed.at(-1)?.mail.text ?? "")?.[1] ?? "";
  expect((await follow(store, link)).headers["location"]).toBe("https://shop.example/p/1");
  await shop.ask("update subscriptions set client_product = null where store_id = $1", [store.id]);
  expect((await follow(store, link)).headers["location"]).toBe("https://shop.example");
});

test("accepting an offer counts as a click", async () => {
  const store = await shop.aStore({ alerts: { offerMinutes: 30 } });
  await aLine(store, 1);
  await stock(store, 1);
  await shop.work();
  const link = /(\/alerts\/offer\?token=\S+)/.exec(shop.handed.at(-1)?.mail.text ?? "")?.[1] ?? "";
  expect((await follow(store, link)).status).toBe(200);
  expect(await clicksOf(store)).toEqual([]);
  const token = link.split("token=")[1] ?? "";
  expect((await store.admin("/alerts/offer", { token, answer: "yes" }, { key: null })).status).toBe(200);
  expect(await clicksOf(store)).toHaveLength(1);
});
