import { expect, test } from "vitest";
import { atOnce } from "../../../../test/fixtures/crowd.ts";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";

const service = aService();

async function aShopper(settings = {}) {
  const store = await aStore(service, { settings });
  return listsOf(store, await store.anAccount());
}
const episOf = (list: Fields = {}) => (list.listcontents as Fields[]).map(({ epi }) => epi);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("fetch-lists returns an array, and [] for a shopper without lists", async () => {
  const store = await aStore(service);
  expect((await listsOf(store, await store.aGuest()).post("fetch-lists")).text).toBe("[]");
  expect((await listsOf(store, await store.anAccount()).post("fetch-lists")).text).toBe("[]");
});

test("fetch-lists returns wishlists first, oldest first, and save-for-later last", async () => {
  const lists = await aShopper({ lists: { types: ["registry"] } });
  await lists.post("sfl/create");
  await lists.create("Registry", { lty: "registry" });
  for (const name of ["First", "Second", "Third"]) await lists.create(name);
  const names = (await lists.fetchLists()).map(({ lname }) => lname);
  expect(names).toEqual(["First", "Second", "Third", "Registry", "Saved for later"]);
  const { status, data } = good(await lists.post("fetch-user-lists"));
  expect(status).toBe("success");
  expect((data as Fields[]).map(({ lname }) => lname)).toEqual(names);
});

test("fetch-lists: lty selects one type", async () => {
  const lists = await aShopper();
  await lists.create("Garden");
  await lists.post("sfl/create");
  expect((await lists.fetchLists({ lty: "sfl" })).map(({ lty }) => lty)).toEqual(["sfl"]);
  expect((await lists.fetchLists({ lty: "wl" })).map(({ lty }) => lty)).toEqual(["wl"]);
  expect((await lists.fetchLists({ lty: "wishlist" })).map(({ lty }) => lty)).toEqual(["wl"]);
  expect(await lists.fetchLists({ lty: "" })).toHaveLength(2);
  expect((await lists.post("fetch-lists", { lty: "registry" })).body.type).toBe("invalid-lty");
});

test("fetch-lists: the preview is the newest 24 items, newest first, and cnt counts all", async () => {
  const lists = await aShopper();
  const lid = await lists.create();
  for (const epi of range(1, 30)) await lists.add(lid, anItem(epi));
  const [list] = await lists.fetchLists();
  expect(list?.cnt).toBe(30);
  expect(episOf(list)).toEqual(range(7, 30).toReversed());

  good(await lists.change(lid, { d: [{ epi: 30 }, { epi: 20 }] }));
  const [after] = await lists.fetchLists();
  expect(after?.cnt).toBe(28);
  expect(episOf(after)).toEqual(
    range(5, 29)
      .filter((epi) => epi !== 20)
      .toReversed(),
  );
});

test("fetch-lists: the preview equals the items after an update and after a repeated add", async () => {
  const lists = await aShopper();
  const lid = await lists.create();
  for (const epi of [1, 2, 3]) await lists.add(lid, anItem(epi));
  await lists.add(lid, anItem(1, { qty: 4, note: "second time" }));
  good(await lists.change(lid, { u: [{ epi: 2, qty: 7, cprops: { size: "m" } }] }));
  const [list] = await lists.fetchLists();
  expect(list?.listcontents).toEqual(await lists.contents(lid));
  expect(list?.listcontents).toMatchObject([
    { epi: 3, qty: 1 },
    { epi: 2, qty: 7, cprops: { size: "m" } },
    { epi: 1, qty: 4, note: "second time" },
  ]);
});

test("fetch-lists: a store may show up to 100 items of a list", async () => {
  const lists = await aShopper({ lists: { previewItems: 100 } });
  const lid = await lists.create();
  await lists.add(lid, ...range(1, 60).map((epi) => anItem(epi)));
  await lists.add(lid, ...range(61, 110).map((epi) => anItem(epi)));
  const [list] = await lists.fetchLists();
  expect(episOf(list)).toHaveLength(100);
  expect(list?.listcontents).toEqual(await lists.contents(lid, { limit: "100" }));
  const few = await aShopper({ lists: { previewItems: 2 } });
  const other = await few.create();
  for (const epi of [1, 2, 3]) await few.add(other, anItem(epi));
  expect(episOf((await few.fetchLists())[0])).toEqual([3, 2]);
});

test("fetch-lists: items added in one call have the same order in the preview and in the contents", async () => {
  const lists = await aShopper();
  const lid = await lists.create();
  await lists.add(lid, ...range(1, 20).map((epi) => anItem(epi)));
  const [list] = await lists.fetchLists();
  expect(list?.listcontents).toEqual(await lists.contents(lid));
});

test("fetch-user-lists returns records without contents", async () => {
  const lists = await aShopper();
  const lid = await lists.create();
  await lists.add(lid, anItem(1));
  const [{ listcontents: _, ...head } = {}] = await lists.fetchLists();
  expect(good(await lists.post("fetch-user-lists"))).toEqual({
    status: "success",
    data: [{ ...head, listcontents: [] }],
  });
});

test("fetch-lists: many shoppers in parallel each get their own lists", async () => {
  const store = await aStore(service);
  const people = await atOnce(30, async (index) => {
    const lists = listsOf(store, await store.anAccount());
    const lid = await lists.create(`List ${index}`);
    await lists.add(lid, anItem(index + 1, { note: `note ${index}` }));
    return { lists, lid };
  });
  const answers = await atOnce(120, async (index) => people[index % 30]?.lists.fetchLists());
  answers.forEach((found, index) => {
    expect(found).toMatchObject([
      {
        lid: people[index % 30]?.lid,
        lname: `List ${index % 30}`,
        listcontents: [{ epi: (index % 30) + 1, note: `note ${index % 30}` }],
      },
    ]);
  });
});
