import { expect, test } from "vitest";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { atOnce, tally } from "../../../../test/fixtures/crowd.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";

const time = aClock();
const service = aService({ clock: time.clock });
/** The cache keeps a shopper for four seconds. */
const expireCache = () => time.forward(4_001);

async function aPair() {
  const store = await aStore(service);
  const [guest, account] = [await store.aGuest(), await store.anAccount()];
  const merge = async (more = {}) => {
    const merged = good(await store.sync({ regid: guest.regid, useremail: account.useremail, ...more }));
    expireCache();
    return merged;
  };
  return { store, guest, account, ofGuest: listsOf(store, guest), ofAccount: listsOf(store, account), merge };
}
const byEpi = (items: readonly Fields[]) => items.toSorted((one, other) => Number(one.epi) - Number(other.epi));
const snapshot = (store: TestStore) =>
  look(
    `select l.public_id as lid, l.shopper_id, l.name, l.count, l.moved_to,
      (select jsonb_agg(jsonb_build_array(i.variant_id, i.quantity, i.flags, i.details, i.added_at) order by i.variant_id) from items i where i.list_id = l.id) as items
    from lists l where store_id = $1 order by l.id`,
    [store.id],
  );

test("merge: lists with the same name and type are united by variant, and the newer item keeps quantity, note and cprops", async () => {
  const { ofGuest, ofAccount, merge, account } = await aPair();
  const into = await ofAccount.create("My Wishlist");
  await ofAccount.add(into, anItem(1, { qty: 5, note: "account's", cprops: { by: "account" } }), anItem(2));
  const from = await ofGuest.create("my wishlist ");
  await ofGuest.add(
    from,
    anItem(1, { qty: 2, note: "guest's", cprops: { by: "guest" } }),
    anItem(3, { note: "three" }),
  );
  await ofAccount.add(into, anItem(4, { note: "account's" }));
  await merge();

  const lists = await ofAccount.fetchLists();
  expect(lists).toMatchObject([
    { lid: into, lname: "My Wishlist", cnt: 4, cby: account.useremail, uby: account.useremail },
  ]);
  expect(byEpi(await ofAccount.contents(into))).toMatchObject([
    { epi: 1, qty: 2, note: "guest's", cprops: { by: "guest" } },
    { epi: 2 },
    { epi: 3, note: "three" },
    { epi: 4, note: "account's" },
  ]);
  expect(lists[0]?.listcontents).toEqual(await ofAccount.contents(into));
});

test("merge: an item that the account changed later keeps the account's quantity, note and cprops", async () => {
  const { store, ofGuest, ofAccount, merge } = await aPair();
  const from = await ofGuest.create();
  await ofGuest.add(from, anItem(1, { qty: 2, note: "guest's" }));
  await look("update items set added_at = added_at - interval '1 hour' where store_id = $1", [store.id]);
  const into = await ofAccount.create();
  await ofAccount.add(into, anItem(1, { qty: 5, note: "account's" }));
  await merge();
  expect(await ofAccount.contents(into)).toMatchObject([{ epi: 1, qty: 5, note: "account's" }]);
});

test("merge: the lid of a list that was united with another still works, for reading and for writing", async () => {
  const { ofGuest, ofAccount, merge } = await aPair();
  const into = await ofAccount.create();
  const from = await ofGuest.create();
  await ofGuest.add(from, anItem(1));
  await merge();
  for (const lists of [ofGuest, ofAccount]) {
    expect(await lists.record(from)).toMatchObject({ lid: into, cnt: 1 });
    expect(await lists.contents(from)).toMatchObject([{ epi: 1, lid: into }]);
  }
  await ofAccount.add(from, anItem(2));
  good(await ofGuest.change(from, { u: [{ epi: 1, qty: 3 }] }));
  expect(byEpi(await ofAccount.contents(into))).toMatchObject([{ epi: 1, qty: 3 }, { epi: 2 }]);
  expect(good(await ofGuest.post("update", { lid: from, lname: "Renamed" }))).toMatchObject({ lid: into });
  expect((await ofAccount.fetchLists()).map(({ lid }) => lid)).toEqual([into]);
});

test("merge: items changed through the lid of a united list have the lid of the list they are on", async () => {
  const { ofGuest, ofAccount, merge } = await aPair();
  const [into, from] = [await ofAccount.create(), await ofGuest.create()];
  await ofGuest.add(from, anItem(1), anItem(2));
  const [sflInto, sflFrom] = [
    await ofAccount.create("Later", { lty: "sfl" }),
    await ofGuest.create("L8r", { lty: "sfl" }),
  ];
  await merge();

  const changed = good(await ofAccount.change(from, { d: [{ epi: 2 }], u: [{ epi: 1, qty: 3 }], a: [anItem(3)] }));
  const alone = good(await ofAccount.change(from, { a: [anItem(4)] }));
  const saved = good(await ofAccount.post("sfl/add", { lid: sflFrom, items: JSON.stringify([anItem(5)]) }));
  const lids = (items: unknown) =>
    (items as Fields[]).map(({ lid, id }) => [lid, String(id).startsWith(`${String(lid)}:`)]);
  for (const items of [changed.d, changed.u, changed.a, alone.a]) expect(lids(items)).toEqual([[into, true]]);
  expect(lids(saved.itemsadded)).toEqual([[sflInto, true]]);
});

test("merge: other lists keep their lid and change owner; cby and uby are the new owner's email", async () => {
  const { ofGuest, ofAccount, account, merge } = await aPair();
  await ofAccount.create("Garden");
  const lid = await ofGuest.create("Kitchen");
  await ofGuest.add(lid, anItem(1));
  await merge();
  const kitchen = (await ofAccount.fetchLists()).find(({ lname }) => lname === "Kitchen");
  expect(kitchen).toMatchObject({
    lid,
    cnt: 1,
    cby: account.useremail,
    uby: account.useremail,
    listcontents: [{ epi: 1, uby: account.useremail }],
  });
  expect(await ofGuest.record(lid)).toMatchObject({ lid, cby: account.useremail });
});

test("merge: save-for-later lists are united, whatever their names", async () => {
  const { ofGuest, ofAccount, merge } = await aPair();
  const into = String((good(await ofAccount.post("sfl/create", { lname: "Later" })).list as Fields).lid);
  const from = String((good(await ofGuest.post("sfl/create")).list as Fields).lid);
  good(await ofGuest.post("sfl/add", { lid: from, items: JSON.stringify([anItem(1)]) }));
  await merge();
  expect(await ofAccount.fetchLists({ lty: "sfl" })).toMatchObject([{ lid: into, cnt: 1 }]);
  expect(good(await ofGuest.post("sfl/fetch", { lid: from }))).toMatchObject({
    list: { lid: into },
    items: [{ epi: 1 }],
  });
});

test("merge: lists with the same name and different types stay separate", async () => {
  const { ofGuest, ofAccount, merge } = await aPair();
  await ofAccount.create("Later");
  await ofGuest.create("Later", { lty: "sfl" });
  await merge();
  expect((await ofAccount.fetchLists()).map(({ lty }) => lty)).toEqual(["wl", "sfl"]);
});

test("merge: limits do not drop items or lists", async () => {
  const store = await aStore(service, { settings: { lists: { itemsMax: 2, listsMax: 1 } } });
  const [guest, account] = [await store.aGuest(), await store.anAccount()];
  const [ofGuest, ofAccount] = [listsOf(store, guest), listsOf(store, account)];
  await ofAccount.add(await ofAccount.create("One"), anItem(1), anItem(2));
  await ofGuest.add(await ofGuest.create("One"), anItem(3), anItem(4));
  good(await store.sync({ regid: guest.regid, useremail: account.useremail }));
  expect(await ofAccount.fetchLists()).toMatchObject([{ cnt: 4 }]);
});

test("merge: dryrun=1 changes nothing and returns what the merge would do", async () => {
  const { store, ofGuest, ofAccount, merge } = await aPair();
  await ofAccount.add(await ofAccount.create(), anItem(1));
  await ofGuest.add(await ofGuest.create(), anItem(1), anItem(2));
  await ofGuest.create("Kitchen");
  const before = await snapshot(store);
  const preview = await merge({ dryrun: "1" });
  expect(preview.moved).toMatchObject({ lists: { moved: 1, united: 1, itemsUnited: 2 } });
  expect(await snapshot(store)).toEqual(before);
  expect((await merge()).moved ?? preview.moved).toEqual(preview.moved);
  expect(await snapshot(store)).not.toEqual(before);
});

test("merge: an undo gives the guest and the account exactly the lists they had", async () => {
  const { store, guest, ofGuest, ofAccount, merge } = await aPair();
  await ofAccount.add(await ofAccount.create(), anItem(1, { qty: 5, note: "account's" }), anItem(2));
  await ofGuest.add(await ofGuest.create(), anItem(1, { qty: 2, note: "guest's" }), anItem(3));
  await ofGuest.add(await ofGuest.create("Kitchen"), anItem(4));
  good(await ofGuest.post("sfl/create"));
  const before = await snapshot(store);
  const [guestLists, accountLists] = [await ofGuest.fetchLists(), await ofAccount.fetchLists()];
  await merge();
  expect(await ofAccount.fetchLists()).toHaveLength(3);
  good(await store.undoMerge({ regid: guest.regid }));
  expireCache();
  expect(await snapshot(store)).toEqual(before);
  const content = (lists: readonly Fields[]) => lists.map(({ lid, cnt, listcontents }) => ({ lid, cnt, listcontents }));
  expect(content(await ofGuest.fetchLists())).toEqual(content(guestLists));
  expect(content(await ofAccount.fetchLists())).toEqual(content(accountLists));
});

test("merge: items that the account added after the merge stay with the account after an undo", async () => {
  const { store, guest, ofGuest, ofAccount, merge } = await aPair();
  const into = await ofAccount.create();
  await ofGuest.add(await ofGuest.create(), anItem(1));
  await merge();
  await ofAccount.add(into, anItem(2));
  good(await store.undoMerge({ regid: guest.regid }));
  expireCache();
  expect(await ofAccount.fetchLists()).toMatchObject([{ cnt: 1, listcontents: [{ epi: 2 }] }]);
  expect(await ofGuest.fetchLists()).toMatchObject([{ cnt: 1, listcontents: [{ epi: 1 }] }]);
});

test("merge: items that a guest adds during the merge are on the account's list afterwards", async () => {
  const { store, ofGuest, ofAccount, merge } = await aPair();
  const into = await ofAccount.create();
  const from = await ofGuest.create();
  const [answers] = await Promise.all([
    atOnce(30, (index) => ofGuest.change(from, { a: [anItem(index + 1)] })),
    merge(),
  ]);
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 30 });
  expect(await ofAccount.record(into)).toMatchObject({ cnt: 30 });
  const [orphans] = await look<{ count: number }>(
    "select count(*)::int from items i join lists l on l.id = i.list_id where l.store_id = $1 and l.moved_to is not null",
    [store.id],
  );
  expect(orphans?.count).toBe(0);
});

test("merge: a repeated merge changes nothing", async () => {
  const { store, ofGuest, ofAccount, merge } = await aPair();
  await ofAccount.add(await ofAccount.create(), anItem(1));
  await ofGuest.add(await ofGuest.create(), anItem(2));
  await merge();
  const before = await snapshot(store);
  await merge();
  expect(await snapshot(store)).toEqual(before);
});

test("merge: two guests can both merge their lists into one account", async () => {
  const { store, account, ofAccount } = await aPair();
  for (const epi of [1, 2]) {
    const guest = await store.aGuest();
    const lists = listsOf(store, guest);
    await lists.add(await lists.create(), anItem(epi));
    good(await store.sync({ regid: guest.regid, useremail: account.useremail }));
  }
  expect(await ofAccount.fetchLists()).toMatchObject([{ cnt: 2 }]);
});
