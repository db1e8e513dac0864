import { expect, test } from "vitest";
import { look } from "../../../test/fixtures/database.ts";
import { aService, aStore } from "../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../test/fixtures/shopper-lists.ts";

const service = aService();

async function aList() {
  const store = await aStore(service);
  const lists = listsOf(store, await store.anAccount());
  const lid = await lists.create("Garden", { lnote: "old", lprops: '{"a":1}', ldesc: '{"b":2}' });
  return { store, lists, lid };
}

test("update changes the fields that are sent and leaves the others", async () => {
  const { lists, lid } = await aList();
  const changed = good(await lists.post("update", { lid, lname: " Balcony " }));
  expect(changed).toMatchObject({ lid, lname: "Balcony", lnote: "old", lprops: { a: 1 }, ldesc: { b: 2 }, st: 1 });
  const noted = good(await lists.post("update", { lid, lnote: "new", lprops: '{"c":3}' }));
  expect(noted).toMatchObject({ lname: "Balcony", lnote: "new", lprops: { c: 3 }, ldesc: { b: 2 } });
  expect(await lists.record(lid)).toMatchObject({ lname: "Balcony", lnote: "new", lprops: { c: 3 }, ldesc: { b: 2 } });
});

test("update: lnote null or the text null of a form leaves the note, and an empty one clears it", async () => {
  const store = await aStore(service);
  const { regid, sessionid } = await store.anAccount();
  const lists = listsOf(store, { regid, sessionid });
  const lid = await lists.create("Garden", { lnote: "old" });
  const json = { regid, sessionid, lid, lnote: null };
  expect(good(await store.browser("/api/v3/lists/update", {}, { json })).lnote).toBe("old");
  expect(good(await lists.post("update", { lid, lnote: "null" })).lnote).toBe("old");
  expect(good(await lists.post("update", { lid, lnote: "" })).lnote).toBe("");
  expect(good(await lists.post("create", { lname: "Hall", lnote: "null" })).lnote).toBeNull();
});

test("update: st 0 archives a list and st 1 restores it", async () => {
  const { lists, lid } = await aList();
  await lists.add(lid, anItem(1));
  expect(good(await lists.post("update", { lid, st: "0" }))).toMatchObject({ st: 0, cnt: 1 });
  expect(await lists.fetchLists()).toEqual([]);
  expect((good(await lists.post("fetch-user-lists")).data as unknown[]).length).toBe(0);
  expect(await lists.fetchLists({ includeArchived: "1" })).toMatchObject([{ lid, st: 0, cnt: 1 }]);
  expect(await lists.contents(lid)).toHaveLength(1);
  expect((await lists.post("fetch-list-with-contents", { lid, excludeArchived: "true" })).status).toBe(404);
  expect(good(await lists.post("contains", { epis: "1" })).data).toEqual([]);

  expect(good(await lists.post("update", { lid, st: "1" })).st).toBe(1);
  expect(await lists.fetchLists()).toMatchObject([{ lid, st: 1, cnt: 1, listcontents: [{ epi: 1 }] }]);
  expect(good(await lists.post("contains", { epis: "1" })).data).toEqual([{ epi: "1", lids: [lid] }]);
});

test.each(["2", "-1", "x", "00", "true"])("update: st %j is refused", async (st) => {
  const { lists, lid } = await aList();
  expect((await lists.post("update", { lid, st })).status).toBe(400);
});

test("update: a name need not be unique, but must have 3 to 50 characters", async () => {
  const { lists, lid } = await aList();
  await lists.create("Balcony");
  expect(good(await lists.post("update", { lid, lname: "Balcony" })).lname).toBe("Balcony");
  for (const lname of ["ab", "x".repeat(51)])
    expect((await lists.post("update", { lid, lname })).body.type).toBe("invalid-lname");
});

test("update advances uts, leaves cts and announces an event", async () => {
  const { store, lists, lid } = await aList();
  const before = await lists.record(lid);
  const after = good(await lists.post("update", { lid, lname: "Balcony" }));
  expect(after.cts).toBe(before.cts);
  expect(Number(after.uts)).toBeGreaterThanOrEqual(Number(before.uts));
  const events = await look("select 1 from outbox where store_id = $1 and subject = 'list.updated'", [store.id]);
  expect(events).toHaveLength(1);
});
