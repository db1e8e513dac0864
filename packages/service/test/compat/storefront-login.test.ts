import { expect, test } from "vitest";
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
