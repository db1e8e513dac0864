import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { anEmail, type Params, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { COUNTED_TOGETHER_MAX } from "../../subscriptions/waiting/count-joined-before.ts";

const provider = aProvider(({ mail }) =>
  mail.to.startsWith("bounces") ? { state: "rejected", reason: `550 <${mail.to}> unknown` } : { state: "sent" },
);
const shop = await anAlertShop(provider);

async function read(store: TestStore, path: string, query: Params = {}, key?: string) {
  const options = { method: "GET" as const, query, ...(key ? { key } : {}) };
  return good(await store.admin(`/storeadmin/v3/${path}`, undefined, options));
}
const readPlans = async (store: TestStore, query: Params = {}) =>
  (await read(store, "plans", query)) as { items: Plan[]; next: string | null };
const readPeople = async (store: TestStore, query: Params, key?: string) =>
  (await read(store, "plans/recipients", query, key)) as { items: Recipient[]; next: string | null };
type Plan = {
  plan: string;
  epi: string;
  topic: string;
  state: string;
  notified: number;
  failed: number;
  waves: number;
  selected: number;
  waiting: number | null;
  moreWaiting: boolean;
};
type Recipient = { person: string; address: string; because: string; at: string | null };

test("the plans of all variants are listed, the newest first, with their waves and counts", async () => {
  const store = await shop.aStore();
  await aLine(store, 3);
  await stock(store, 1);
  await shop.work();
  good(await subscribeAs(store, anEmail(), [aProduct(2)], { topics: '["comingsoon"]' }));
  const { plan } = await alertCall(store, "send", { epi: 2, topic: "comingsoon" });
  await alertCall(store, "hold", { plan });
  const { items, next } = await readPlans(store);
  expect(next).toBeNull();
  expect(items).toMatchObject([
    { plan, epi: "2", topic: "comingsoon", state: "held", by: "merchant", notified: 0, waves: 0, lastWaves: [] },
    {
      epi: "1",
      topic: "backinstock",
      state: "done",
      by: "event",
      restock: 1,
      notified: 3,
      failed: 0,
      lastWaves: [{ wave: 1, people: 3 }],
    },
  ]);
  const first = await readPlans(store, { limit: "1" });
  const second = await readPlans(store, { limit: "1", cursor: first.next ?? "" });
  expect([...first.items, ...second.items].map(({ epi }) => epi)).toEqual(["2", "1"]);
  expect((await readPlans(store, { epi: "1" })).items.map(({ epi }) => epi)).toEqual(["1"]);
  expect((await readPlans(store, { state: "open" })).items.map(({ epi }) => epi)).toEqual(["2"]);
  expect((await readPlans(store, { state: "held" })).items.map(({ epi }) => epi)).toEqual(["2"]);
  expect((await readPlans(store, { state: "over" })).items.map(({ epi }) => epi)).toEqual(["1"]);
  expect((await readPlans(store, { plan: String(plan) })).items.map(({ epi }) => epi)).toEqual(["2"]);
  expect((await readPlans(store, { plan: "1" })).items).toEqual([]);
  expect((await readPlans(store, { topic: "pricedrop" })).items).toEqual([]);
});

test("a plan says how many people it has selected, and how many it may still notify", async () => {
  const store = await shop.aStore({ alerts: { audience: "waves", waveSize: 2, waitSeconds: 3_600 } });
  await aLine(store, 5);
  await stock(store, 9);
  await shop.begin();
  const read1 = async () => (await readPlans(store)).items[0];
  expect(await read1(), "selected, but not sent yet").toMatchObject({ notified: 0, selected: 2, waiting: 5 });
  await shop.deliver();
  good(await subscribeAs(store, anEmail())); // belongs to the next restock
  expect(await read1()).toMatchObject({ notified: 2, selected: 2, waiting: 3 });
  await alertCall(store, "cancel", { plan: (await read1())?.plan });
  expect(await read1()).toMatchObject({ notified: 2, selected: 2, waiting: null });
});

test("a page of many plans counts long lines up to an equal share, and a plan that is read alone to the end", async () => {
  const store = await shop.aStore();
  const [long, short] = [[1, 2, 3], 4];
  for (const epi of [...long, short])
    good(await subscribeAs(store, anEmail(), [aProduct(epi)], { topics: '["comingsoon"]' }));
  await shop.ask(
    `with c as (
       insert into contacts (id, store_id, medium, value, address_hash)
       select new_id($1), $1, 1, 'many-' || n || '@example.com', md5(n::text)::uuid from generate_series(1, 2499) as n returning id
     ) insert into subscriptions (id, store_id, variant_id, contact_id, state, topic)
       select new_id($1), $1, v.id, c.id, 1, 'comingsoon' from c, variants v
       where v.store_id = $1 and v.platform_id = any($2)`,
    [store.id, long.map(String)],
  );
  for (const epi of [...long, short]) {
    const { plan } = await alertCall(store, "send", { epi, topic: "comingsoon" });
    await alertCall(store, "hold", { plan });
  }
  await shop.ask(
    `insert into plans (id, store_id, variant_id, topic, number, cause, seed, policy, state, joined_until)
     select new_id(store_id), store_id, variant_id, topic, number + n, cause, seed, policy, state, joined_until
     from plans, generate_series(1, 24) as n where store_id = $1`,
    [store.id],
  );
  const { items } = await readPlans(store, { limit: "100" });
  expect(items).toHaveLength(100);
  const counted = items.map(({ epi, waiting, moreWaiting }) => ({ epi, waiting, moreWaiting }));
  const share = COUNTED_TOGETHER_MAX / 100;
  for (const epi of long.map(String)) expect(counted).toContainEqual({ epi, waiting: share, moreWaiting: true });
  expect(counted).toContainEqual({ epi: "4", waiting: 1, moreWaiting: false });
  const alone = await readPlans(store, { plan: items.find(({ epi }) => epi === "1")?.plan ?? "" });
  expect(alone.items).toMatchObject([{ waiting: 2_500, moreWaiting: false }]);
});

test("a plan's people: who was notified, to whom it could not be sent, and who still waits, each with the reason", async () => {
  const store = await shop.aStore({ alerts: { audience: "per-unit", waitSeconds: 3_600 } });
  const [bounced, heard, waits] = ["bounces@example.com", "ann@example.com", "bob@example.com"];
  for (const email of [bounced, heard, waits]) good(await subscribeAs(store, email));
  await stock(store, 2);
  await shop.work();
  const [plan] = (await readPlans(store)).items;
  expect(plan).toMatchObject({ notified: 2, failed: 1 });
  const of = async (who: string, key?: string) =>
    (await readPeople(store, { plan: plan?.plan ?? "", who }, key)).items.map(
      ({ address, because }) => `${address} ${because}`,
    );
  expect(await of("notified")).toEqual([`${heard} sent`, `${waits} sent`]);
  expect(await of("failed")).toEqual([`${bounced} 550 <${bounced}> unknown`]);
  const { key } = await store.aKey(["people:read"]);
  expect(await of("failed", key)).toEqual(["b…@example.com 550 <b…@example.com> unknown"]);

  good(await subscribeAs(store, anEmail()));
  expect(await of("waiting")).toEqual([]); // joined after the plan
  await stock(store, 0);
  for (const email of ["cy@example.com", "di@example.com"]) good(await subscribeAs(store, email));
  await stock(store, 1);
  await shop.work();
  const [latest] = (await readPlans(store)).items;
  const waiting = await readPeople(store, { plan: latest?.plan ?? "", who: "waiting" });
  expect(waiting.items.map(({ address }) => address)).toEqual(["cy@example.com", "di@example.com"]);
  expect(waiting.items[0]?.because).toMatch(/1 person was selected for the alerts for restock 2\./);
});

test("somebody whose price target is lower is told so", async () => {
  const store = await shop.aStore();
  const price = async (pr: number) =>
    good(
      await store.admin("/storeadmin/v3/catalog/upsert", undefined, {
        json: { variants: [{ epi: 1, pr, currency: "EUR" }] },
      }),
    );
  await price(100);
  const topics = { topics: '["pricedrop"]' };
  good(await subscribeAs(store, "any@example.com", [aProduct(1)], topics));
  good(await subscribeAs(store, "low@example.com", [aProduct(1, { target: 50 })], topics));
  await price(80);
  await shop.work();
  const [plan] = (await readPlans(store)).items;
  const { items } = await readPeople(store, { plan: plan?.plan ?? "", who: "waiting" });
  expect(items.map(({ address, because }) => `${address}: ${because}`)).toEqual([
    "low@example.com: They wait for a price of 50 EUR or less; it fell to 80.",
  ]);
});

test("all pages of a plan's people together are everybody, and CSV has them all", async () => {
  const store = await shop.aStore();
  const emails = await aLine(store, 7);
  await stock(store, 50);
  await shop.work();
  const [plan] = (await readPlans(store)).items;
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: Params = { plan: plan?.plan ?? "", limit: "2", ...(cursor ? { cursor } : {}) };
    const page: { items: Recipient[]; next: string | null } = await readPeople(store, query);
    seen.push(...page.items.map(({ address }) => address));
    cursor = page.next;
  }
  expect(seen.toSorted((a, b) => a.localeCompare(b))).toEqual(emails);
  const csv = await store.admin("/storeadmin/v3/plans/recipients", undefined, {
    method: "GET",
    query: { plan: plan?.plan ?? "" },
    headers: { accept: "text/csv" },
  });
  expect(csv.text.trimEnd().split("\r\n")).toHaveLength(8);
  const audit = (await read(store, "audit")) as {
    items: { action: string; details: { read?: string; rows?: number } }[];
  };
  const shown = audit.items.filter(({ action }) => action.startsWith("people."));
  expect(shown.map(({ action, details }) => [action, details.read, details.rows]).toReversed()).toEqual([
    ["people.shown", "plans/recipients", 2],
    ["people.shown", "plans/recipients", 2],
    ["people.shown", "plans/recipients", 2],
    ["people.shown", "plans/recipients", 1],
    ["people.exported", undefined, undefined],
  ]);
  expect(
    (await store.admin("/storeadmin/v3/plans/recipients", undefined, { method: "GET", query: { plan: "1" } })).status,
  ).toBe(404);
});
