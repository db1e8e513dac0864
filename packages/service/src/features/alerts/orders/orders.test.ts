import { expect, test } from "vitest";
import { anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { atOnce } from "../../../../test/fixtures/crowd.ts";
import { anItem, listCalls } from "../../../../test/fixtures/list-calls.ts";
import { findDifferences, rollUp } from "../../../../test/fixtures/roll-up.ts";
import { anEmail, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import {
  aProduct,
  confirmationsOf,
  subscribeAs,
  subscriptionRows,
  subscriptionsOf,
} from "../../../../test/fixtures/subscription-calls.ts";

const shop = await anAlertShop();
const { db } = shop.service.deps;

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

type Line = { epi: string; because: string; amount: string; topic: string | null; plan: string | null };
type Order = { id: string; state: string; lines: Line[] };
const send = (store: TestStore, orders: object[], headers: Record<string, string> = {}) =>
  store.admin("/storeadmin/v3/orders/report", undefined, { json: { orders }, headers });
async function report(store: TestStore, ...orders: object[]) {
  const now = new Date().toISOString();
  const whole = orders.map((order, index) => ({
    id: `o${index}`,
    currency: "EUR",
    occurredAt: now,
    lines: [{ epi: 1, quantity: 1, price: 10 }],
    ...order,
  }));
  return good(await send(store, whole))["orders"] as Order[];
}
const because = (orders: readonly Order[]) => orders.map(({ lines }) => lines.map((line) => line.because));

async function resultsOf(store: TestStore) {
  await rollUp(db);
  expect(await findDifferences(db)).toEqual([]);
  const { body } = await store.admin("/storeadmin/v3/results", undefined, { method: "GET" });
  return body["items"] as { day: string; topic: string; bought: number; units: number; revenue: object[] }[];
}

/** A store with one person who was notified of variant 1. `click` follows the link of their mail. */
async function aNotified(settings: Parameters<typeof shop.aStore>[0] = {}, email = anEmail()) {
  const store = await shop.aStore(settings);
  const variants = [1, 2, 3].map((epi) => ({ epi, dt: `Product ${epi}`, du: `https://shop.example/${epi}` }));
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  good(await subscribeAs(store, email, [aProduct(1)]));
  await stock(store, 5);
  await shop.work();
  const link = /(\/alerts\/go\?token=\S+)/.exec(shop.handed.at(-1)?.mail.text ?? "")?.[1] ?? "";
  const click = () => store.admin(link, undefined, { key: null, method: "GET" });
  return { store, email, click };
}

test("an order after a click is the alert's: its units and revenue are in the results, and the alert has ended", async () => {
  const { store, email, click } = await aNotified();
  await click();
  const [order] = await report(store, { id: "1001", email, lines: [{ epi: 1, quantity: 2, price: 19.99 }] });
  expect(order).toMatchObject({
    id: "1001",
    state: "stored",
    lines: [{ epi: "1", because: "click", topic: "backinstock", amount: "39.98" }],
  });
  expect(await resultsOf(store)).toMatchObject([
    { topic: "backinstock", clicked: 1, bought: 1, units: 2, revenue: [{ currency: "EUR", amount: "39.98" }] },
  ]);
  expect((await subscriptionRows(store, shop.ask)).map(({ state }) => state)).toEqual([4]);
});

test("without a click an order is nobody's, unless the store counts delivered alerts", async () => {
  const { store, email } = await aNotified();
  expect(because(await report(store, { email }))).toEqual([["none"]]);
  expect(await resultsOf(store)).toMatchObject([{ units: 0, revenue: [], bought: 1 }]);
  const wide = await aNotified({ results: { viewThrough: true } });
  expect(because(await report(wide.store, { email: wide.email }))).toEqual([["delivery"]]);
});

test("a click beats a delivered alert, which beats a saved item", async () => {
  const account = anEmail();
  const { store, click } = await aNotified({ results: { viewThrough: true } }, account);
  const lists = listCalls(store, await store.anAccount(account));
  good(await lists.add(await lists.aList(), [anItem(1), anItem(2)]));
  const lines = [1, 2, 3].map((epi) => ({ epi, quantity: 1, price: 1 }));
  expect(because(await report(store, { id: "a", email: account, lines }))).toEqual([["delivery", "save", "none"]]);
  await click();
  expect(because(await report(store, { id: "b", email: account, lines }))).toEqual([["click", "save", "none"]]);
});

test("a saved item of a guest counts by their regid", async () => {
  const { store } = await aNotified();
  const guest = await store.aGuest();
  const lists = listCalls(store, guest);
  good(await lists.add(await lists.aList(), [anItem(2)]));
  const lines = [{ epi: 2, quantity: 3, price: "0.1" }];
  expect(because(await report(store, { regid: guest.regid, lines }))).toEqual([["save"]]);
  expect(await resultsOf(store)).toMatchObject([
    { topic: "backinstock", units: 0 },
    { topic: "", units: 3, revenue: [{ currency: "EUR", amount: "0.3" }] },
  ]);
});

test("an order with an address that has no account is the guest's of its regid", async () => {
  const { store } = await aNotified();
  const guest = await store.aGuest();
  const lists = listCalls(store, guest);
  good(await lists.add(await lists.aList(), [anItem(2)]));
  const lines = [{ epi: 2, quantity: 1, price: 1 }];
  expect(because(await report(store, { email: anEmail(), regid: guest.regid, lines }))).toEqual([["save"]]);
});

test("an equal report is unchanged, also when the guest who bought has an account by now", async () => {
  const { store } = await aNotified();
  const guest = await store.aGuest();
  const lists = listCalls(store, guest);
  const list = await lists.aList();
  good(await lists.add(list, [anItem(2)]));
  const email = anEmail();
  const order = {
    id: "nightly",
    email,
    regid: guest.regid,
    occurredAt: ago(0),
    lines: [{ epi: 2, quantity: 1, price: 1 }],
  };
  expect(because(await report(store, order))).toEqual([["save"]]);
  await store.anAccount(email);
  const [again] = await report(store, order);
  expect([again?.state, again?.lines[0]?.because]).toEqual(["unchanged", "save"]);
  expect(await resultsOf(store)).toMatchObject([{ topic: "backinstock" }, { topic: "", units: 1 }]);
});

test("the account of the address counts, also with the regid of somebody else or of no one", async () => {
  const account = anEmail();
  const { store } = await aNotified({}, account);
  const ofAccount = listCalls(store, await store.anAccount(account));
  good(await ofAccount.add(await ofAccount.aList(), [anItem(2)]));
  const guest = await store.aGuest();
  const ofGuest = listCalls(store, guest);
  good(await ofGuest.add(await ofGuest.aList(), [anItem(3)]));
  const lines = [2, 3].map((epi) => ({ epi, quantity: 1, price: 1 }));
  const orders = [guest.regid, "AAAAAAAAAAAAAAAAAAAAAA"].map((regid, index) => ({
    id: `both-${index}`,
    email: account,
    regid,
    lines,
  }));
  expect(because(await report(store, ...orders))).toEqual([
    ["save", "none"],
    ["save", "none"],
  ]);
});

test("an order with the address of somebody who was erased is the guest's of its regid", async () => {
  const { store } = await aNotified();
  const { useremail: email } = await store.anAccount();
  good(await store.admin("/storeadmin/v3/people/erase", undefined, { json: { email, confirm: "erase" } }));
  const guest = await store.aGuest();
  const lists = listCalls(store, guest);
  good(await lists.add(await lists.aList(), [anItem(2)]));
  const lines = [{ epi: 2, quantity: 1, price: 1 }];
  expect(because(await report(store, { email, regid: guest.regid, lines }))).toEqual([["save"]]);
});

test("only what happened in the days of the window before the order counts, and nothing after it", async () => {
  const { store, email, click } = await aNotified({ results: { windowDays: 3 } });
  await click();
  const at = (days: number) =>
    shop.ask("update clicks set at = now() - make_interval(secs => $2::float8 * 86400) where store_id = $1", [
      store.id,
      days,
    ]);
  const orderOf = async (id: string, days: number) =>
    because(await report(store, { id, email, occurredAt: ago(days) }));
  await at(2.9);
  expect(await orderOf("inside", 0)).toEqual([["click"]]);
  await at(3.1);
  expect(await orderOf("outside", 0)).toEqual([["none"]]);
  expect(await orderOf("long before", 5)).toEqual([["none"]]); // the click came after it
  expect(await orderOf("before", 3)).toEqual([["click"]]);
});

test("the last of several clicks counts", async () => {
  const { store, email, click } = await aNotified();
  await click();
  await shop.ask("update clicks set at = now() - interval '1 day' where store_id = $1", [store.id]);
  await stock(store, 0);
  good(await subscribeAs(store, email, [aProduct(1)]));
  await stock(store, 5);
  await shop.work();
  const link = /(\/alerts\/go\?token=\S+)/.exec(shop.handed.at(-1)?.mail.text ?? "")?.[1] ?? "";
  await store.admin(link, undefined, { key: null, method: "GET" });
  const plans = await shop.ask<{ id: string }>("select id from plans where store_id = $1 order by number desc", [
    store.id,
  ]);
  const [order] = await report(store, { email });
  expect(order?.lines[0]).toMatchObject({ because: "click", plan: plans[0]?.id });
});

test("reporting an order again changes nothing, a correction replaces it, and a cancellation takes it out", async () => {
  const { store, email, click } = await aNotified();
  await click();
  const occurredAt = new Date().toISOString();
  const order = { id: "7", email, occurredAt, lines: [{ epi: 1, quantity: 2, price: "10.10" }] };
  const states = async (...orders: object[]) => (await report(store, ...orders)).map(({ state }) => state);
  const sums = async () => (await resultsOf(store)).map(({ units, revenue }) => [units, revenue])[0];
  expect(await states(order)).toEqual(["stored"]);
  expect(await states(order)).toEqual(["unchanged"]);
  expect(await sums()).toEqual([2, [{ currency: "EUR", amount: "20.2" }]]);
  expect(await states({ ...order, lines: [{ epi: 1, quantity: 1, price: 10.1 }] })).toEqual(["replaced"]);
  expect(await sums()).toEqual([1, [{ currency: "EUR", amount: "10.1" }]]);
  expect(await states({ ...order, currency: "USD" })).toEqual(["replaced"]);
  expect(await sums()).toEqual([2, [{ currency: "USD", amount: "20.2" }]]);
  expect(await states({ ...order, cancelled: true })).toEqual(["cancelled"]);
  expect(await states({ ...order, cancelled: true })).toEqual(["unchanged"]);
  expect((await sums())?.[0]).toBe(0);
});

test("what led to a line is decided once: a click after the first report does not change it", async () => {
  const { store, email, click } = await aNotified();
  const order = { id: "7", email, occurredAt: new Date(Date.now() + 1_000).toISOString() };
  const [first] = await report(store, order);
  expect(first?.lines[0]?.because).toBe("none");
  await click();
  const stored = await shop.ask<{ at: Date }>("select occurred_at as at from orders where store_id = $1", [store.id]);
  const again = { ...order, occurredAt: stored[0]?.at.toISOString(), lines: [{ epi: 1, quantity: 5, price: 1 }] };
  expect((await report(store, again))[0]?.lines[0]?.because).toBe("none");
});

test("ten reports of one order at once count once", async () => {
  const { store, email, click } = await aNotified();
  await click();
  const occurredAt = new Date().toISOString();
  await atOnce(10, () => report(store, { id: "7", email, occurredAt }));
  expect(await resultsOf(store)).toMatchObject([{ bought: 1, units: 1, revenue: [{ currency: "EUR", amount: "10" }] }]);
});

test("a tenth of a cent is not lost: 1,000 lines of 0.0001 and 0.1 add up exactly", async () => {
  const { store, email, click } = await aNotified();
  await click();
  const orders = Array.from({ length: 100 }, (_, n) => ({
    id: `n${n}`,
    email,
    lines: ["0.0001", ...Array<number>(9).fill(0.1)].map((price) => ({ epi: 1, quantity: 1, price })),
  }));
  await report(store, ...orders);
  expect((await resultsOf(store))[0]).toMatchObject({ units: 1_000, revenue: [{ currency: "EUR", amount: "90.01" }] });
});

test("somebody who signs up after the order waits on", async () => {
  const { store, email } = await aNotified();
  const order = { email, occurredAt: ago(1) };
  await report(store, order);
  expect((await subscriptionRows(store, shop.ask)).map(({ state }) => state)).toEqual([3]);
});

test("a person who bought leaves the line, and their offer ends", async () => {
  const { store, email } = await aNotified({ alerts: { offerMinutes: 60 } });
  await report(store, { email });
  expect(await shop.ask("select state from offers where store_id = $1", [store.id])).toEqual([{ state: 5 }]);
  expect((await subscriptionRows(store, shop.ask)).map(({ state }) => state)).toEqual([4]);
});

test("a repeated report of an order in the future changes nothing, also after a click and a correction", async () => {
  const { store, email, click } = await aNotified();
  const order = { id: "7", email, occurredAt: new Date(Date.now() + 3_600_000).toISOString() };
  expect(await report(store, order)).toMatchObject([{ state: "stored", lines: [{ because: "none" }] }]);
  await click();
  expect(await report(store, order)).toMatchObject([{ state: "unchanged", lines: [{ because: "none" }] }]);
  const corrected = { ...order, lines: [{ epi: 1, quantity: 2, price: 10 }] };
  expect(await report(store, corrected)).toMatchObject([{ state: "replaced", lines: [{ because: "none" }] }]);
  expect(await report(store, corrected)).toMatchObject([{ state: "unchanged", lines: [{ because: "none" }] }]);
});

test("a text message that an account or a guest signed up for counts for an order with an email address, and ends", async () => {
  const texting = await anAlertShop(undefined, { KEEPSAKE_SMS_HTTP_URL: "https://sms.example/send" });
  Object.assign(texting.deps, { senders: { sms: texting.sender }, clock: () => Date.UTC(2026, 5, 1, 12) });
  const store = await texting.aStore();
  const account = await store.anAccount();
  const variants = [{ epi: 1, dt: "Boots", du: "https://shop.example/boots" }];
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  const sms = { medium: "sms" };
  good(await subscriptionsOf(store, account).create("+4915112345678", [aProduct(1)], sms));
  const guest = await store.aGuest();
  good(await subscriptionsOf(store, guest).create("+4915112345679", [aProduct(1)], sms));
  for (const { token } of await confirmationsOf(store, texting.ask))
    await store.admin("/alerts/confirm", { token }, { key: null });
  await stock(store, 5);
  await texting.work();
  for (const { mail } of texting.handed)
    await store.admin(/(\/alerts\/go\?token=\S+)/.exec(mail.text)?.[1] ?? "", undefined, { key: null, method: "GET" });
  expect(because(await report(store, { email: account.useremail }))).toEqual([["click"]]);
  expect(await subscriptionRows(store, texting.ask)).toMatchObject([
    { value: "+4915112345678", state: 4 },
    { value: "+4915112345679", state: 3 },
  ]);
  const ofGuest = { id: "guest", email: anEmail(), regid: guest.regid };
  expect(because(await report(store, ofGuest))).toEqual([["click"]]);
  expect((await subscriptionRows(store, texting.ask)).map(({ state }) => state)).toEqual([4, 4]);
});

test("the newest save before the order counts, also if the item was put on another list after it", async () => {
  const account = anEmail();
  const { store } = await aNotified({}, account);
  const lists = listCalls(store, await store.anAccount(account));
  for (const name of ["Summer", "Winter"]) good(await lists.add(await lists.aList(name), [anItem(2)]));
  await shop.ask(
    `update items i set added_at = now() - interval '2 days' from lists l
     where l.id = i.list_id and l.store_id = $1 and l.name = 'Summer'`,
    [store.id],
  );
  const lines = [{ epi: 2, quantity: 1, price: 1 }];
  expect(because(await report(store, { email: account, occurredAt: ago(1), lines }))).toEqual([["save"]]);
  expect(because(await report(store, { id: "older", email: account, occurredAt: ago(3), lines }))).toEqual([["none"]]);
});

test("a purchase counts for its restock, also after many price drops", async () => {
  const { store, email } = await aNotified();
  await shop.ask(
    `insert into plans select (jsonb_populate_record(p, jsonb_build_object('id', p.id + nth, 'topic', 'pricedrop', 'number', nth,
       'created_at', now()))).* from plans p cross join generate_series(1, 20) as nth where store_id = $1`,
    [store.id],
  );
  await report(store, { email });
  const bought = await shop.ask("select topic from plans where store_id = $1 and bought > 0", [store.id]);
  expect(bought).toEqual([{ topic: "backinstock" }]);
});

test("no address is stored", async () => {
  const { store } = await aNotified();
  const email = `only-in-orders-${anEmail()}`;
  await report(store, { email });
  const tables = await shop.ask<{ dump: string }>(
    "select (select string_agg(o::text, '') from orders o where store_id = $1) || (select string_agg(l::text, '') from order_lines l where store_id = $1) || (select string_agg(payload::text, '') from outbox where store_id = $1) as dump",
    [store.id],
  );
  expect(tables[0]?.dump).not.toContain("only-in-orders");
  expect(tables[0]?.dump.length).toBeGreaterThan(100); // control
});

test.each([
  [{ occurredAt: "yesterday" }, "occurredAt must be a time with a zone"],
  [{ email: "no address" }, "email is not a valid address"],
  [{ regid: "AAAAAAAAAAAAAAAAAAAAAA" }, "regid is not one of this store"],
  [{ currency: "euro" }, "currency"],
  [{ lines: [{ epi: 1, quantity: 0, price: 1 }] }, "quantity"],
  [
    { lines: [1, 1].map((epi) => ({ epi, quantity: 600_000, price: 1 })) },
    "its lines of 1 have more than 1000000 units",
  ],
  [{ lines: [{ epi: 1, quantity: 1, price: "1.23456" }] }, "price"],
  [{ lines: [{ epi: 1, quantity: 1, price: -1 }] }, "price"],
])("a wrong order is refused in words, and none of the call is stored: %o", async (wrong, text) => {
  const { store } = await aNotified();
  const right = { id: "right", currency: "EUR", occurredAt: ago(0), lines: [] };
  const answer = await send(store, [right, { ...right, id: "wrong", ...wrong }]);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(text)]);
  expect(await shop.ask("select from orders where store_id = $1", [store.id])).toEqual([]);
});

test("the same Idempotency-Key gets the first answer", async () => {
  const { store, email, click } = await aNotified();
  await click();
  const orders = [{ id: "7", email, currency: "EUR", occurredAt: ago(0), lines: [{ epi: 1, quantity: 1, price: 1 }] }];
  const first = await send(store, orders, { "idempotency-key": "k" });
  const second = await send(store, orders, { "idempotency-key": "k" });
  expect(second.body).toEqual(first.body);
  expect(first.body["orders"]).toMatchObject([{ state: "stored" }]);
});
