import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import {
  aProduct,
  eventsOf,
  ledgerOf,
  subscribeAs,
  subscriptionRows,
  subscriptionsOf,
} from "../../../../test/fixtures/subscription-calls.ts";

const service = aService();
const aShop = () =>
  aStore(service, { scopes: ["subscriptions", "identity"], settings: { alerts: { browserDoubleOptIn: false } } });
type Fetched = { total: number; limit: number; offset: number; subscriptions: Record<string, unknown>[] };
const fetched = async (calls: ReturnType<typeof subscriptionsOf>, params = {}) =>
  good(await calls.fetch(params)) as Fetched;

test("fetch-subs returns limit, offset, total and the subscriptions, newest first", async () => {
  const store = await aShop();
  const account = await store.anAccount();
  const calls = subscriptionsOf(store, account);
  for (let epi = 1; epi <= 12; epi += 1) good(await calls.create(account.useremail, [aProduct(epi)]));
  const first = await fetched(calls);
  expect([first.limit, first.offset, first.total]).toEqual([10, 0, 12]);
  expect(first.subscriptions.map(({ epi }) => epi)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect(first.subscriptions[0]).toEqual({
    ...first.subscriptions[0],
    bt: null,
    dt: null,
    empi: 100_012,
    du: "https://shop.example/p/12",
    topic: "backinstock",
    medium: "email",
    mediumvalue: account.useremail,
    state: "waiting",
    cts: expect.any(Number),
  });
  const rest = await fetched(calls, { limit: "500", offset: "10" });
  expect([rest.limit, rest.offset, rest.total, rest.subscriptions.length]).toEqual([100, 10, 12, 2]);
  expect((await fetched(calls, { limit: "0" })).subscriptions).toEqual([]);
});

test("ids and URLs that are not in the catalogue are returned as they were sent", async () => {
  const store = await aShop();
  const calls = subscriptionsOf(store, await store.aGuest());
  const products = '[{"epi":"9007199254740993","empi":9007199254740993,"du":"https://shop.example/x"}]';
  good(await calls.create(anEmail(), [], { products }));
  const { text } = await calls.fetch();
  expect(text).toContain('"epi":"9007199254740993","empi":9007199254740993');
  expect(text).toContain('"du":"https://shop.example/x"');
});

test("topic and medium filter the subscriptions", async () => {
  const store = await aShop();
  const calls = subscriptionsOf(store, await store.anAccount());
  good(await calls.create(anEmail(), [aProduct(1)], { topics: '["backinstock","comingsoon"]' }));
  good(await calls.create("+491511234567", [aProduct(2)], { medium: "sms" }));
  expect((await fetched(calls, { topic: "comingsoon" })).total).toBe(1);
  expect((await fetched(calls, { medium: "sms" })).subscriptions).toMatchObject([{ epi: 2, medium: "sms" }]);
  expect((await fetched(calls, { topic: "never" })).total).toBe(0);
  expect((await calls.fetch({ medium: "pigeon" })).body.type).toBe("invalid-medium");
});

test("for a guest the address is masked", async () => {
  const store = await aShop();
  const calls = subscriptionsOf(store, await store.aGuest());
  const email = anEmail();
  good(await calls.create(email));
  const answer = await calls.fetch();
  expect(good(answer).subscriptions).toMatchObject([{ mediumvalue: "XXXXXX" }]);
  expect(answer.text).not.toContain(email);
});

test("an account also sees the sign-ups of its own address by the shop's server; a guest or another account does not", async () => {
  const store = await aShop();
  const account = await store.anAccount();
  good(await subscribeAs(store, account.useremail, [aProduct(5)]));
  expect((await fetched(subscriptionsOf(store, account))).subscriptions).toMatchObject([{ epi: 5, state: "waiting" }]);
  for (const stranger of [await store.aGuest(), await store.anAccount()]) {
    expect((await fetched(subscriptionsOf(store, stranger))).total).toBe(0);
  }
});

test("remove ends one variant and topic, with a ledger entry and an event; a repeated call changes nothing", async () => {
  const store = await aShop();
  const calls = subscriptionsOf(store, await store.anAccount());
  good(await calls.create(anEmail(), [aProduct(1), aProduct(2)], { topics: '["backinstock","comingsoon"]' }));
  expect(good(await calls.remove({ epi: "1", topic: "backinstock" }))).toMatchObject({ removed: 1 });
  const states = async () =>
    (await subscriptionRows(store))
      .map(({ epi, topic, state }) => `${epi} ${topic} ${state}`)
      .toSorted((a, b) => a.localeCompare(b));
  const after = ["1 backinstock 6", "1 comingsoon 1", "2 backinstock 1", "2 comingsoon 1"];
  expect(await states()).toEqual(after);
  expect((await ledgerOf(store)).at(-1)).toBe("6 removed by the shopper");
  expect(await eventsOf(store, "alert.unsubscribed")).toHaveLength(1);
  expect(good(await calls.remove({ epi: "1", topic: "backinstock" }))).toMatchObject({ removed: 0 });
  expect(await states()).toEqual(after);
  expect(await eventsOf(store, "alert.unsubscribed")).toHaveLength(1);
  expect(good(await calls.remove({ epi: "2", medium: "sms" }))).toMatchObject({ removed: 0 });
  expect(good(await calls.remove({ epi: "2" }))).toMatchObject({ removed: 2 });
});

test("remove with an address ends only the alerts for that address", async () => {
  const store = await aShop();
  const calls = subscriptionsOf(store, await store.anAccount());
  const [mistyped, right] = [anEmail(), anEmail()];
  for (const address of [mistyped, right]) good(await calls.create(address, [aProduct(1)]));
  good(await calls.create("+491511234567", [aProduct(1)], { medium: "sms" }));
  const remove = async (mediumvalue: string) => good(await calls.remove({ epi: "1", mediumvalue }))["removed"];
  expect(await remove(anEmail())).toBe(0);
  expect(await remove(mistyped.toUpperCase())).toBe(1);
  expect(await remove("+49 (151) 1234567")).toBe(1);
  const { subscriptions } = await fetched(calls);
  expect(subscriptions.filter(({ state }) => state === "waiting")).toMatchObject([{ mediumvalue: right }]);
  expect((await calls.remove({ epi: "1", mediumvalue: "nobody" })).body.type).toBe("invalid-phone");
});

test("remove by empi ends all variants of a product in the catalogue", async () => {
  const store = await aShop();
  const { regid, sessionid } = await store.anAccount();
  const calls = subscriptionsOf(store, { regid, sessionid });
  good(await calls.create(anEmail(), [aProduct(1), aProduct(2), aProduct(3)]));
  await look("update variants set product_id = '70' where store_id = $1 and platform_id in ('1', '2')", [store.id]);
  const fresh = aService();
  const answer = await fresh.http.inject({
    method: "POST",
    url: `/api/v3/subscriptions/remove?pid=${store.pid}`,
    payload: { regid, sessionid, empi: 70 },
  });
  expect(answer.json()).toMatchObject({ removed: 2 });
  expect((await calls.remove({})).body.type).toBe("missing-epi");
});

test("a shopper cannot remove another shopper's subscriptions", async () => {
  const store = await aShop();
  const email = anEmail();
  good(await subscriptionsOf(store, await store.anAccount()).create(email));
  for (const stranger of [await store.aGuest(), await store.anAccount()]) {
    expect(good(await subscriptionsOf(store, stranger).remove({ epi: "1" }))).toMatchObject({ removed: 0 });
  }
  expect(await subscriptionRows(store)).toMatchObject([{ state: 1 }]);
});

test("subscriptions follow a guest into the account, and back when the merge is undone", async () => {
  const store = await aShop();
  const [guest, account] = [await store.aGuest(), await store.anAccount()];
  good(await subscriptionsOf(store, account).create(anEmail(), [aProduct(2)]));
  good(await subscriptionsOf(store, guest).create(anEmail(), [aProduct(1)]));
  const [, before] = await subscriptionRows(store);
  const preview = await store.sync({ regid: guest.regid, useremail: account.useremail, dryrun: "1" });
  expect(good(preview).moved).toMatchObject({ subscriptions: { moved: 1 } });

  good(await store.sync({ regid: guest.regid, useremail: account.useremail }));
  expect((await fetched(subscriptionsOf(store, account))).subscriptions.map(({ epi }) => epi)).toEqual([1, 2]);
  const [first, second] = await subscriptionRows(store);
  expect(second).toEqual({ ...before, shopperId: first?.shopperId });
  expect((await fetched(subscriptionsOf(store, guest))).total).toBe(2);

  good(await store.undoMerge({ regid: guest.regid }));
  expect((await subscriptionRows(store))[1]).toEqual(before);
});
