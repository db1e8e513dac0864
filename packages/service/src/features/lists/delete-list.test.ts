import { expect, test } from "vitest";
import { atOnce, tally } from "../../../test/fixtures/crowd.ts";
import { look } from "../../../test/fixtures/database.ts";
import { aService, aStore, aUuid, refusalOf } from "../../../test/fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "../../../test/fixtures/shopper-lists.ts";

const service = aService();

async function aListOf(...epis: number[]) {
  const store = await aStore(service);
  const lists = listsOf(store, await store.anAccount());
  const lid = await lists.create("Garden");
  for (const epi of epis) await lists.add(lid, anItem(epi));
  return { store, lists, lid };
}

test("delete-list returns the record as it was, and 404 the second time", async () => {
  const { store, lists, lid } = await aListOf(1, 2);
  const [before] = await lists.fetchLists();
  const deleted = good(await lists.post("delete-list", { lid }));
  expect(deleted).toEqual(before);
  expect(deleted).toMatchObject({ st: 1, cnt: 2, listcontents: [{ epi: 2 }, { epi: 1 }] });
  const unknown = refusalOf(await lists.post("delete-list", { lid: aUuid() }));
  for (const verb of ["delete-list", "update", "fetch-list-with-contents", "fetch-list-contents", "markPublic"]) {
    expect(refusalOf(await lists.post(verb, { lid, lname: "Again" }))).toEqual(unknown);
  }
  expect(refusalOf(await lists.change(lid, { a: [anItem(3)] }))).toEqual(unknown);
  expect(await look("select 1 from items where store_id = $1", [store.id])).toEqual([]);
  expect(good(await lists.post("contains", { epis: "1,2" })).data).toEqual([]);
});

test("delete-list: the record of an archived list has st 0", async () => {
  const { lists, lid } = await aListOf(1);
  good(await lists.post("update", { lid, st: "0" }));
  expect(good(await lists.post("delete-list", { lid })).st).toBe(0);
});

test.each([
  [{ limit: "2" }, [5, 4]],
  [{ limit: "2", offset: "1" }, [4, 3]],
  [{ offset: "4" }, [1]],
  [{ offset: "9" }, []],
  [{ limit: "0" }, []],
  [{}, [5, 4, 3, 2, 1]],
])("delete-list: %j pages listcontents, and all items are deleted", async (page, epis) => {
  const { store, lists, lid } = await aListOf(1, 2, 3, 4, 5);
  const query = { pid: store.pid, ...page };
  const deleted = good(await lists.post("delete-list", { lid }, { query }));
  expect((deleted.listcontents as Fields[]).map(({ epi }) => epi)).toEqual(epis);
  expect(deleted.cnt).toBe(5);
  expect(await look("select 1 from items where store_id = $1", [store.id])).toEqual([]);
});

test("delete-list: only one of twenty parallel calls deletes the list", async () => {
  const { store, lists, lid } = await aListOf(1);
  const answers = await atOnce(20, () => lists.post("delete-list", { lid }));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 404: 19 });
  const subjects = await look<{ subject: string }>(
    "select subject from outbox where store_id = $1 and subject <> 'store.changed' order by id",
    [store.id],
  );
  expect(subjects.map(({ subject }) => subject)).toEqual([
    "list.created",
    "item.added",
    "item.removed",
    "list.deleted",
  ]);
});
