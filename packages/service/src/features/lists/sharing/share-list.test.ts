import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";

const service = aService();

async function aList() {
  const store = await aStore(service);
  const lists = listsOf(store, await store.anAccount());
  return { store, lists, lid: await lists.create() };
}

test("markPublic and markPrivate return the record; only making a list public announces list.shared", async () => {
  const { store, lists, lid } = await aList();
  expect(good(await lists.post("markPublic", { lid }))).toMatchObject({ lid, anonRead: true });
  expect(good(await lists.post("markPublic", { lid }))).toMatchObject({ lid, anonRead: true });
  expect(good(await lists.post("markPrivate", { lid }))).toMatchObject({ lid, anonRead: false });
  const events = await look("select 1 from outbox where store_id = $1 and subject = 'list.shared'", [store.id]);
  expect(events).toHaveLength(1);
});

test("markPublic keeps lprops and ldesc", async () => {
  const { store } = await aList();
  const lists = listsOf(store, await store.anAccount());
  const lid = await lists.create("Garden", { lprops: '{"a":1}', ldesc: '{"b":2}' });
  expect(good(await lists.post("markPublic", { lid, fname: "Ann" }))).toMatchObject({
    lprops: { a: 1 },
    ldesc: { b: 2 },
  });
  expect(good(await lists.post("update", { lid, lprops: '{"c":3}' }))).toMatchObject({
    lprops: { c: 3 },
    ldesc: { b: 2 },
  });
  const { list } = good(await store.browser("/api/v3/lists/fetch-list-with-contents", { lid }));
  expect(list).toMatchObject({ userinfo: { fname: "Ann" } });
});

test("reportShare returns the lid and counts the share of an own list and of a public one", async () => {
  const { store, lists, lid } = await aList();
  const stranger = listsOf(store, await store.anAccount());
  expect(good(await lists.post("reportShare", { lid, fromname: "Ann", medium: "facebook" }))).toEqual({ lid });
  expect((await stranger.post("reportShare", { lid })).status).toBe(404);
  good(await lists.post("markPublic", { lid }));
  good(await stranger.post("reportShare", { lid }));
  expect(await look("select shares from lists where store_id = $1", [store.id])).toEqual([{ shares: 2 }]);
});

test("lids cannot be guessed: two lists created one after the other have nothing in common", async () => {
  const { lists, lid } = await aList();
  const next = await lists.create("Next");
  expect(lid.split("-").filter((part) => next.split("-").includes(part))).toEqual([]);
});
