import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";
import type { OutboxEvent } from "../../../platform/outbox/events.ts";
import { copyListReader } from "./copy-list-reader.ts";

const service = aService();
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

async function aListOf(count: number) {
  const store = await aStore(service);
  const lists = listsOf(store, await store.anAccount());
  const lid = await lists.create("Garden");
  for (let from = 1; from <= count; from += 100)
    await lists.add(
      lid,
      ...range(from, Math.min(from + 99, count)).map((epi) => anItem(epi, { note: "mine", cprops: { a: epi } })),
    );
  return { store, lists, lid };
}

/** Hands the events of this store to the reader, as the worker does. */
async function runWorker(store: TestStore) {
  const events = await look<OutboxEvent>(
    `select id, store_id as "storeId", subject, payload from outbox where store_id = $1 order by id`,
    [store.id],
  );
  const { db } = service.deps;
  await copyListReader({ db }).handle(events);
}

const withoutOwn = (items: readonly Fields[]) => items.map(({ lid: _lid, id: _id, uts: _uts, ...rest }) => rest);

test("fromlid: a small list is copied at once, with quantities, notes, properties and dates", async () => {
  const { lists, lid } = await aListOf(30);
  const created = good(await lists.post("create", { lname: "Garden too", fromlid: lid }));
  expect(created).toMatchObject({ cnt: 30, _cp: false, lname: "Garden too", anonRead: false });
  const copied = await lists.contents(String(created.lid));
  expect(withoutOwn(copied)).toEqual(withoutOwn(await lists.contents(lid)));
  expect((await lists.fetchLists())[1]?.listcontents).toEqual(copied.slice(0, 24));
  good(await lists.change(String(created.lid), { d: [{ epi: 1 }] }));
  expect(await lists.record(lid)).toMatchObject({ cnt: 30 });
});

test("fromlid: a list of more than 200 items has _cp true until the worker has copied it", async () => {
  const { store, lists, lid } = await aListOf(201);
  const created = good(await lists.post("create", { lname: "Garden too", fromlid: lid }));
  expect(created).toMatchObject({ cnt: 0, _cp: true });
  const copy = String(created.lid);
  await lists.add(copy, anItem(1, { note: "added meanwhile" }));
  expect(await lists.record(copy)).toMatchObject({ cnt: 1, _cp: true });
  await runWorker(store);
  expect(await lists.record(copy)).toMatchObject({ cnt: 201, _cp: false });
  const before = await lists.contents(copy, { limit: "1000" });
  expect(before).toHaveLength(201);
  expect(before.find(({ epi }) => epi === 1)?.note).toBe("added meanwhile");
  await runWorker(store);
  expect(await lists.contents(copy, { limit: "1000" })).toEqual(before);
});

test("fromlid: a copy that is deleted before the worker runs stays deleted", async () => {
  const { store, lists, lid } = await aListOf(201);
  const created = good(await lists.post("create", { lname: "Garden too", fromlid: lid }));
  good(await lists.post("delete-list", { lid: String(created.lid) }));
  await runWorker(store);
  expect(await look("select 1 from lists where store_id = $1", [store.id])).toHaveLength(1);
});

test.each([
  ["at once", 3],
  ["by the worker", 201],
])(
  "fromlid: another shopper's copy of a public list, made %s, has no notes, labels or cprops of its owner",
  async (_, count) => {
    const { store, lists, lid } = await aListOf(count);
    good(await lists.post("markPublic", { lid }));
    const stranger = listsOf(store, await store.anAccount());
    const copy = await stranger.create("From a friend", { fromlid: lid });
    await runWorker(store);
    const items = await stranger.contents(copy, { limit: "1000" });
    expect(items).toHaveLength(count);
    for (const item of items) expect(item).toMatchObject({ note: null, cprops: {}, lbls: [] });

    good(await lists.post("markPublic", { lid, showcprops: "1" }));
    const shown = await stranger.create("With properties", { fromlid: lid });
    await runWorker(store);
    expect((await stranger.contents(shown))[0]).toMatchObject({ note: null, cprops: { a: count } });
  },
);

/** A guest's large list, and an account that has a list with the name of the source or of the copy. */
async function aCopyAndAMerge(of: "the source" | "the copy") {
  const store = await aStore(service);
  const [guest, account] = [await store.aGuest(), await store.anAccount()];
  const [ofGuest, ofAccount] = [listsOf(store, guest), listsOf(store, account)];
  const lid = await ofGuest.create("Garden");
  for (const from of [1, 101, 201]) await ofGuest.add(lid, ...range(from, from + 99).map((epi) => anItem(epi)));
  const counterpart = await ofAccount.create(of === "the source" ? "Garden" : "Garden too");
  await ofAccount.add(counterpart, anItem(1_000, { note: "the account's" }));
  const merge = () => store.sync({ regid: guest.regid, useremail: account.useremail }).then(good);
  return { store, ofGuest, ofAccount, lid, merge };
}

test.each(["the source", "the copy"] as const)(
  "fromlid: the worker copies every item even if a merge has united %s with another list meanwhile",
  async (which) => {
    const { store, ofGuest, ofAccount, lid, merge } = await aCopyAndAMerge(which);
    good(await ofGuest.post("create", { lname: "Garden too", fromlid: lid }));
    await merge();
    await runWorker(store);
    const lists = await ofAccount.fetchLists();
    const copy = lists.find(({ lname }) => lname === "Garden too");
    expect(copy).toMatchObject({ cnt: 301, _cp: false });
    expect(await ofAccount.contents(String(copy?.lid), { limit: "1000" })).toHaveLength(301);
    expect(lists).toHaveLength(2);
    expect(await look("select 1 from lists where store_id = $1 and is_copying", [store.id])).toEqual([]);
  },
);

test("fromlid: another shopper's copy of a public list gets nothing from the private list that it was united with", async () => {
  const { store, ofGuest, lid, merge } = await aCopyAndAMerge("the source");
  good(await ofGuest.post("markPublic", { lid }));
  const stranger = listsOf(store, await store.anAccount());
  const copy = await stranger.create("From a friend", { fromlid: lid });
  await merge();
  await runWorker(store);
  expect(await stranger.record(copy)).toMatchObject({ cnt: 0, _cp: false });
});
