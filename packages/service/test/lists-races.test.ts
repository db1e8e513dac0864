import { beforeAll, expect, test } from "vitest";
import { atOnce, tally } from "./fixtures/crowd.ts";
import { look } from "./fixtures/database.ts";
import { anItem, type ListCalls, listCalls, served } from "./fixtures/list-calls.ts";
import { countDeadlocks, findBroken } from "./fixtures/list-invariants.ts";
import { type Answer, aService, aStore, asStore, type TestStore } from "./fixtures/service.ts";

const service = aService();
const other = aService();
const WRITERS = 64;

let deadlocks = 0;
beforeAll(async () => {
  deadlocks = await countDeadlocks();
});

/** The same shopper through two services. */
async function aShopper(store: TestStore) {
  const person = await store.anAccount();
  const through = [listCalls(store, person), listCalls(asStore(other, store), person)] as const;
  const lid = await through[0].aList();
  return { person, lid, of: (index: number): ListCalls => through[index % 2 === 0 ? 0 : 1] };
}
const statuses = (answers: readonly Answer[]) => tally(answers.map(({ status }) => status));

test("64 parallel writers on one list through two services: the count equals the rows, and every item is there once", async () => {
  const store = await aStore(service);
  const { lid, of } = await aShopper(store);
  const answers = await atOnce(WRITERS, (index) =>
    of(index).add(lid, [anItem(index * 2), anItem(index * 2 + 1), anItem(9_999, { qty: index + 1 })]),
  );

  expect(statuses(answers)).toEqual({ 200: WRITERS });
  const items = await of(0).items(lid);
  expect(items.length).toBe(WRITERS * 2 + 1);
  expect(new Set(items.map(({ epi }) => epi)).size).toBe(WRITERS * 2 + 1);
  expect((await of(1).fetchLists()).map(({ cnt }) => cnt)).toEqual([WRITERS * 2 + 1]);
  expect(await findBroken(store.id)).toEqual([]);
});

test("64 parallel writers that add, change and remove by the fast and the locked path leave count and preview equal to the rows", async () => {
  const store = await aStore(service);
  const { lid, of } = await aShopper(store);
  served(
    await of(0).add(
      lid,
      Array.from({ length: 40 }, (_, epi) => anItem(epi)),
    ),
  );
  for (let wave = 0; wave < 4; wave += 1) {
    const answers = await atOnce(WRITERS, (index) => {
      const epi = (index * 7 + wave) % 60;
      const calls = of(index >> 2);
      if (index % 4 === 0) return calls.remove(lid, [epi, epi + 1]);
      if (index % 4 === 1) return calls.change(lid, { u: [{ epi, qty: (index % 9) + 1 }] });
      if (index % 4 === 2) return calls.change(lid, { d: [{ epi }], a: [anItem(epi + 1), anItem(epi + 2)] });
      return calls.add(lid, [anItem(epi), anItem(epi + 3, { note: "n" })]);
    });
    expect(statuses(answers)).toEqual({ 200: WRITERS });
    expect(await findBroken(store.id)).toEqual([]);
  }
});

test("control: the check of these tests detects a wrong count, a preview out of order and items on a moved list", async () => {
  const store = await aStore(service);
  const { lid, of } = await aShopper(store);
  served(await of(0).add(lid, [anItem(1), anItem(2)]));
  const spoil = async (change: string) => {
    await look(`update lists set ${change} where public_id = $1`, [lid]);
    const found = (await findBroken(store.id)).map(({ problem }) => problem);
    await look("update lists set count = 2, moved_to = null, preview = preview_of(id, 24) where public_id = $1", [lid]);
    return found;
  };

  expect(await spoil("count = 3")).toContain("count 3, rows 2");
  expect(await spoil("preview = preview[4:6] || preview[1:3]")).toContain("preview is not the newest");
  expect(await spoil("preview = preview[1:3]")).toContain("preview of 1 items");
  expect(await spoil("moved_to = id")).toContain("items on a list that moved");
  expect(await findBroken(store.id)).toEqual([]);
});

test("64 parallel writers on a nearly full list: it never exceeds its limit and is filled completely", async () => {
  const store = await aStore(service);
  const { lid, of } = await aShopper(store);
  for (let page = 0; page < 10; page += 1) {
    const size = page < 9 ? 100 : 80;
    served(
      await of(0).add(
        lid,
        Array.from({ length: size }, (_, n) => anItem(page * 100 + n)),
      ),
    );
  }
  const answers = await atOnce(WRITERS, (index) => of(index).add(lid, [anItem(5_000 + index)]));

  expect(statuses(answers)).toEqual({ 200: 20, 400: WRITERS - 20 });
  expect(new Set(answers.filter(({ status }) => status === 400).map(({ body }) => body.type))).toEqual(
    new Set(["limit-reached"]),
  );
  expect((await of(0).fetchLists()).map(({ cnt }) => cnt)).toEqual([1_000]);
  // Items that are already on the list can still be changed.
  expect((await of(0).add(lid, [anItem(7, { qty: 3 })])).status).toBe(200);
  expect(await findBroken(store.id)).toEqual([]);
});

test("50 parallel creates of one list name make one list, and every caller gets that list", async () => {
  const store = await aStore(service);
  const rounds = process.env["KEEPSAKE_TESTS"] === "full" ? 200 : 50;
  for (let round = 0; round < rounds; round += 1) {
    const person = round % 2 ? await store.anAccount() : await store.aGuest();
    const through = [listCalls(store, person), listCalls(asStore(other, store), person)];
    const names = ["My Wishlist", "my wishlist", " MY WISHLIST "];
    const answers = await atOnce(50, (index) => {
      const calls = through[index % 2] ?? listCalls(store, person);
      return calls.create(names[index % 3] ?? "My Wishlist");
    });
    expect(statuses(answers)).toEqual({ 200: 50 });
    expect(new Set(answers.map(({ body }) => body.lid)).size).toBe(1);
  }
  const [made] = await look<{ count: number }>("select count(*)::int from lists where store_id = $1", [store.id]);
  expect(made?.count).toBe(rounds);
});

test("the limit on the number of lists is exact for 64 parallel creates", async () => {
  const store = await aStore(service, { settings: { lists: { listsMax: 10 } } });
  const { of } = await aShopper(store);
  const answers = await atOnce(WRITERS, (index) => of(index).create(`List ${index}`));

  expect(statuses(answers)).toEqual({ 200: 9, 400: WRITERS - 9 });
  expect((await of(0).fetchLists()).length).toBe(10);
});

test("50 parallel calls that open save for later create one list", async () => {
  const store = await aStore(service);
  const { of } = await aShopper(store);
  const answers = await atOnce(50, (index) =>
    index % 3 === 2 ? of(index).create("Later on", { lty: "sfl" }) : of(index).call("sfl/create"),
  );

  expect(statuses(answers)).toEqual({ 200: 50 });
  expect((await of(0).fetchLists({ lty: "sfl" })).length).toBe(1);
});

test("a list that is deleted during adds leaves no item behind, and no call gets a 500", async () => {
  const store = await aStore(service);
  const seen: number[] = [];
  await atOnce(16, async (lane) => {
    const { person } = await aShopper(store);
    const calls = listCalls(lane % 2 ? store : asStore(other, store), person);
    for (let round = 0; round < 25; round += 1) {
      const lid = await calls.aList(`Round ${round}`);
      const answers = await Promise.all([
        calls.add(lid, [anItem(1), anItem(2)]),
        calls.change(lid, { u: [{ epi: 1, qty: 2 }], a: [anItem(3)] }),
        calls.call("delete-list", { lid }),
        calls.add(lid, [anItem(4)]),
        calls.call("update", { lid, lnote: "n" }),
        calls.call("fetch-list-with-contents", { lid }),
      ]);
      seen.push(...answers.map(({ status }) => status));
      expect((await calls.call("fetch-list-contents", { lid })).status).toBe(404);
    }
  });

  expect(Object.keys(tally(seen)).toSorted()).toEqual(["200", "404"]);
  expect(await findBroken(store.id)).toEqual([]);
  const [left] = await look<{ count: number }>("select count(*)::int from items where store_id = $1", [store.id]);
  expect(left?.count).toBe(0);
});

test("no test of this file caused a deadlock", async () => {
  expect(await countDeadlocks()).toBe(deadlocks);
});
