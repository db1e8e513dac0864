import { expect, test } from "vitest";
import { identitySecret } from "../../src/features/stores/store.ts";
import { signAssertion } from "../fixtures/assertion.ts";
import { aClock } from "../fixtures/clock.ts";
import { anEmail, aService, aStore, personOf } from "../fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "../fixtures/shopper-lists.ts";

// How storefront clients behave when a guest logs in.

const service = aService();

async function aGuestWithItems() {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const lists = listsOf(store, guest);
  const lid = await lists.create("My Wishlist");
  await lists.add(lid, anItem(1, { note: "one" }), anItem(2));
  return { store, guest, lists, lid };
}

test("a client that reads the guest's items, logs in and adds them all again neither doubles nor loses an item", async () => {
  const { store, guest, lists, lid } = await aGuestWithItems();
  const items = await lists.contents(lid);
  const useremail = anEmail();
  const account = personOf(await store.generateRegid({ useremail, uuid: guest.uuid }));
  const after = listsOf(store, account);
  const [list] = await after.fetchLists();
  good(await after.change(String(list?.lid), { a: items }));
  expect(await after.fetchLists()).toMatchObject([{ lname: "My Wishlist", cnt: 2 }]);
  const contents = await after.contents(String(list?.lid));
  expect(contents.find(({ epi }) => epi === 1)).toMatchObject({ note: "one", qty: 1 });
});

test("a client may send the account's regid with the guest's old sessionid", async () => {
  const { store, guest, lid } = await aGuestWithItems();
  const { regid } = personOf(await store.sync({ regid: guest.regid, useremail: anEmail() }));
  const mixed = listsOf(store, { regid, sessionid: guest.sessionid });
  expect(await mixed.fetchLists()).toMatchObject([{ lid, cnt: 2 }]);
  await mixed.add(lid, anItem(3));
  expect(await mixed.record(lid)).toMatchObject({ cnt: 3 });
});

test("a client that keeps the guest's regid and sessionid after the login works on the account", async () => {
  const { store, guest, lists, lid } = await aGuestWithItems();
  const account = personOf(await store.sync({ regid: guest.regid, useremail: anEmail() }));
  expect(await lists.create("My Wishlist")).toBe(lid);
  await lists.add(lid, anItem(3));
  good(await lists.change(lid, { d: [{ epi: 2 }] }));
  expect(await lists.fetchLists()).toMatchObject([{ lid, cnt: 2 }]);
  expect(await listsOf(store, account).fetchLists()).toMatchObject([{ lid, cnt: 2 }]);
  expect(good(await lists.post("contains", { epis: "1,2,3" })).data).toHaveLength(2);
  expect(await lists.record(lid)).toMatchObject({ lid });
});

test("a login on a second device unites its guest's list with the account's", async () => {
  const { store, guest, lists, lid } = await aGuestWithItems();
  const useremail = anEmail();
  personOf(await store.generateRegid({ useremail, uuid: guest.uuid }));
  const second = await store.aGuest();
  const onSecond = listsOf(store, second);
  const old = await onSecond.create("My Wishlist");
  await onSecond.add(old, anItem(2), anItem(5));
  const account = personOf(await store.generateRegid({ useremail, uuid: second.uuid }));
  const found = await listsOf(store, account).fetchLists();
  expect(found).toMatchObject([{ lid, cnt: 3 }]);
  await onSecond.add(old, anItem(6));
  expect(await lists.record(lid)).toMatchObject({ cnt: 4 });
  const epis = (await listsOf(store, account).contents(lid)).map((item: Fields) => item.epi);
  expect(new Set(epis)).toEqual(new Set([1, 2, 5, 6]));
  expect(epis).toHaveLength(4);
});

const HOUR_MS = 3_600_000;

async function aTimedGuest() {
  const { clock, forward } = aClock();
  const store = await aStore(aService({ clock }));
  const guest = await store.aGuest();
  const lists = listsOf(store, guest);
  await lists.add(await lists.create("My Wishlist"), anItem(1));
  return { store, forward, guest, lists };
}

test("the guest's regid stands for the account for an hour after the login; the guest's session works with the account's regid for good", async () => {
  const { store, forward, guest } = await aTimedGuest();
  const account = personOf(await store.generateRegid({ useremail: anEmail(), uuid: guest.uuid }));
  const pairs = {
    old: guest,
    oldRegid: { regid: guest.regid, sessionid: account.sessionid },
    oldSession: { regid: account.regid, sessionid: guest.sessionid },
    account,
  };
  const served = async () => {
    const answers: string[] = [];
    for (const [name, pair] of Object.entries(pairs)) {
      if ((await listsOf(store, pair).post("fetch-lists")).status === 200) answers.push(name);
    }
    return answers;
  };
  expect(await served()).toEqual(["old", "oldRegid", "oldSession", "account"]);
  forward(HOUR_MS - 5_000);
  expect(await served()).toEqual(["old", "oldRegid", "oldSession", "account"]);
  for (let hour = 1; hour < 24; hour += 1) {
    forward(HOUR_MS);
    expect(await served()).toEqual(["oldSession", "account"]);
  }
  expect((await listsOf(store, guest).post("fetch-lists")).body.type).toBe("sw-badregid");
});

test("a device that logs out and in all day is a new guest after each logout, with the regid of its uuid", async () => {
  const { store, forward, guest } = await aTimedGuest();
  const useremail = anEmail();
  let account = personOf(await store.generateRegid({ useremail, uuid: guest.uuid }));
  for (let hour = 2; hour < 24; hour += 4) {
    forward(2 * HOUR_MS);
    const fresh = personOf(await store.generateRegid({ uuid: guest.uuid }));
    expect(fresh.regid).toBe(guest.regid);
    expect(await listsOf(store, fresh).fetchLists()).toEqual([]); // nothing of the account
    expect((await listsOf(store, guest).post("fetch-lists")).status).toBe(401); // a session from before the login
    const lists = listsOf(store, fresh);
    await lists.add(await lists.create("My Wishlist"), anItem(100 + hour));
    forward(2 * HOUR_MS);
    account = personOf(await store.generateRegid({ useremail, uuid: guest.uuid }));
    expect(await listsOf(store, account).fetchLists()).toMatchObject([{ cnt: 1 + (hour + 2) / 4 }]);
  }
});

test("a device that logs out minutes after its login is a new guest at once; other tabs go on with the account's regid", async () => {
  const { store, forward, guest } = await aTimedGuest();
  const useremail = anEmail();
  const account = personOf(await store.generateRegid({ useremail, uuid: guest.uuid }));
  const otherTab = listsOf(store, { regid: account.regid, sessionid: guest.sessionid });
  for (let logouts = 1; logouts <= 2; logouts += 1) {
    forward(600_000);
    const fresh = personOf(await store.generateRegid({ uuid: guest.uuid }));
    expect(fresh.regid).toBe(guest.regid);
    expect(await listsOf(store, fresh).fetchLists()).toEqual([]);
    expect((await listsOf(store, { ...account, sessionid: fresh.sessionid }).post("fetch-lists")).status).toBe(401);
    expect((await listsOf(store, guest).post("fetch-lists")).body.type).toBe("sw-badregid");
    expect(await otherTab.fetchLists()).toMatchObject([{ cnt: logouts }]);
    const lists = listsOf(store, fresh);
    await lists.add(await lists.create("My Wishlist"), anItem(100 + logouts));
    await store.sync({ regid: fresh.regid, useremail });
  }
  await store.revokeSessions({ useremail });
  forward(5_000);
  expect((await otherTab.post("fetch-lists")).body.type).toBe("sw-badregid");
});

test("a browser that asks for a new session of its guest after a login gets a new guest", async () => {
  const store = await aStore(service);
  const visitor = await store.register();
  const { uuid, sessionid } = visitor.body as { uuid: string; sessionid: string };
  const lists = listsOf(store, personOf(visitor));
  await lists.add(await lists.create("My Wishlist"), anItem(1));
  await store.generateRegid({ useremail: anEmail(), uuid });
  expect((await store.register({ uuid })).body.type).toBe("sw-badregid");
  expect(await listsOf(store, personOf(await store.register({ uuid, sessionid }))).fetchLists()).toEqual([]);
});

test("a browser that registers itself and logs in with the shop's token works for a day, and again after it logged out", async () => {
  const { clock, forward } = aClock();
  const store = await aStore(aService({ clock }));
  const email = anEmail();
  const assertion = async () => signAssertion(identitySecret(await store.record()), { email }, { now: clock() });
  const visitor = await store.register();
  const { uuid, sessionid } = visitor.body as { uuid: string; sessionid: string };
  const guest = listsOf(store, personOf(visitor));
  await guest.add(await guest.create("My Wishlist"), anItem(1));
  let account = personOf(await store.register({ assertion: await assertion(), uuid, sessionid }));
  for (let hour = 0; hour < 24; hour += 1) {
    forward(HOUR_MS);
    // A client that kept the uuid logs in again with it, though the guest's session is no longer valid.
    if (hour % 6 === 5) account = personOf(await store.register({ assertion: await assertion(), uuid, sessionid }));
    expect(await listsOf(store, account).fetchLists()).toMatchObject([{ cnt: 1 }]);
  }
  expect(await guest.post("fetch-lists")).toMatchObject({ status: 401, body: { type: "sw-badregid" } });
  const again = await store.register({ uuid, sessionid });
  expect([again.status, again.body.type]).toEqual([401, "sw-badregid"]);
  expect(await listsOf(store, personOf(await store.register())).fetchLists()).toEqual([]);
});
