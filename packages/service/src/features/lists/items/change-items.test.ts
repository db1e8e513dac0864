import { expect, test } from "vitest";
import { atOnce, tally } from "../../../../test/fixtures/crowd.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { aFullItem, anItem, type Fields, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";

const service = aService();

async function aList(settings = {}, ...epis: number[]) {
  const store = await aStore(service, { settings });
  const person = await store.anAccount();
  const lists = listsOf(store, person);
  const lid = await lists.create();
  for (const epi of epis) await lists.add(lid, anItem(epi));
  return { store, person, lists, lid };
}
const episOf = (items: unknown) => (items as Fields[]).map(({ epi }) => epi);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("update-ctx returns only the keys that were sent, each an array of full records", async () => {
  const { lists, lid } = await aList({}, 1, 2);
  expect(Object.keys(good(await lists.change(lid, { a: [anItem(3)] })))).toEqual(["a"]);
  expect(Object.keys(good(await lists.change(lid, { u: [{ epi: 1, qty: 2 }] })))).toEqual(["u"]);
  expect(Object.keys(good(await lists.change(lid, { d: [{ epi: 1 }] })))).toEqual(["d"]);
  const all = good(await lists.change(lid, { a: [anItem(4)], u: [{ epi: 2, qty: 5 }], d: [{ epi: 3 }] }));
  expect(Object.keys(all).toSorted()).toEqual(["a", "d", "u"]);
  const record = Object.keys((await lists.contents(lid))[0] ?? {}).toSorted();
  for (const items of Object.values(all)) expect(Object.keys((items as Fields[])[0] ?? {}).toSorted()).toEqual(record);
});

test("update-ctx applies d, then u, then a", async () => {
  const { lists, lid } = await aList();
  await lists.add(lid, anItem(1, { qty: 9, note: "old" }));
  const answer = good(
    await lists.change(lid, { a: [anItem(1, { qty: 2 })], u: [{ epi: 1, qty: 5 }], d: [{ epi: 1 }] }),
  );
  expect(answer).toMatchObject({ d: [{ epi: 1, qty: 9 }], u: [], a: [{ epi: 1, qty: 2, note: null }] });
  const after = good(await lists.change(lid, { a: [anItem(1, { note: "new" })], u: [{ epi: 1, qty: 5 }] }));
  expect(after).toMatchObject({ u: [{ qty: 5 }], a: [{ qty: 5, note: "new" }] });
  expect(await lists.record(lid)).toMatchObject({ cnt: 1 });
});

test("update-ctx: a is an upsert by variant: fields that are sent replace, the others stay", async () => {
  const { lists, lid } = await aList();
  const [first] = await lists.add(lid, anItem(1, { qty: 4, note: "one", cprops: { a: 1 }, lbls: ["Hall"] }));
  const [again] = await lists.add(lid, anItem(1, { note: "two" }));
  expect(again).toMatchObject({ qty: 4, note: "two", cprops: { a: 1 }, lbls: ["Hall"], cts: first?.cts });
  const [third] = await lists.add(lid, anItem(1, { qty: 1, cprops: { b: 2 }, note: "", lbls: [] }));
  expect(third).toMatchObject({ qty: 1, note: "", cprops: { b: 2 }, lbls: [] });
  expect((await lists.fetchLists())[0]).toMatchObject({ cnt: 1, listcontents: [third] });
});

test("update-ctx: null means not given: an item that is added again keeps what the shopper wrote", async () => {
  const { lists, lid } = await aList();
  const written = { qty: 4, note: "one", cprops: { a: 1 }, lbls: ["Hall"] };
  const nothing = { qty: null, note: null, cprops: null, lbls: null, _av: null, dt: null };
  await lists.add(lid, anItem(1, written));
  const [again] = await lists.add(lid, anItem(1, nothing));
  expect(again).toMatchObject(written);
  expect(good(await lists.change(lid, { u: [{ epi: 1, ...nothing }] })).u).toMatchObject([written]);
});

test("update-ctx: u changes the fields that are sent and leaves the others", async () => {
  const { lists, lid } = await aList();
  await lists.add(lid, anItem(1, { qty: 4, note: "one", cprops: { a: 1 }, lbls: ["Hall"], _av: true, dt: "Rake" }));
  const { u } = good(await lists.change(lid, { u: [{ epi: 1, note: "two" }] }));
  expect(u).toMatchObject([
    { epi: 1, empi: 100_001, qty: 4, note: "two", cprops: { a: 1 }, lbls: ["Hall"], _av: true, dt: "Rake" },
  ]);
  expect(await lists.contents(lid)).toEqual(u);
  expect((await lists.fetchLists())[0]?.listcontents).toEqual(u);
});

test("update-ctx: a later description of an unknown product changes the fields that are sent, but never the product id", async () => {
  const { lists, lid } = await aList();
  const described = { dt: "Rake", iu: "https://shop.example/rake.jpg", pr: 19.5, sku: "RK-1" };
  const [first] = await lists.add(lid, anItem(1, described));
  const update = async (item: Fields) => (good(await lists.change(lid, { u: [{ epi: 1, ...item }] })).u as Fields[])[0];
  const { uts: _, ...kept } = first ?? {};

  expect(await update({ empi: 100_001 })).toMatchObject(kept);
  expect(await update({ empi: 7, pr: 18 })).toMatchObject({ ...kept, pr: 18 });
  expect(await update({ dt: "Iron rake" })).toMatchObject({ ...kept, pr: 18, dt: "Iron rake" });
  const [again] = await lists.add(lid, { epi: 1, empi: 8, du: "https://shop.example/moved" });
  expect(again).toMatchObject({ ...kept, pr: 18, dt: "Iron rake", du: "https://shop.example/moved" });
  expect(await lists.contents(lid)).toEqual([again]);
  expect((await lists.fetchLists())[0]?.listcontents).toEqual([again]);
});

test("update-ctx: u and d skip items that are not on the list", async () => {
  const { store, lists, lid } = await aList({}, 1);
  const answer = good(
    await lists.change(lid, {
      u: [
        { epi: 8, qty: 2 },
        { epi: 1, qty: 2 },
      ],
      d: [{ epi: 9 }],
    }),
  );
  expect(answer).toMatchObject({ u: [{ epi: 1, qty: 2 }], d: [] });
  expect(await lists.record(lid)).toMatchObject({ cnt: 1 });
  expect(await look("select 1 from variants where store_id = $1 and platform_id in ('8', '9')", [store.id])).toEqual(
    [],
  );
});

test("update-ctx: a variant sent twice in one call is one item, and the last one counts", async () => {
  const { lists, lid } = await aList();
  expect(await lists.add(lid, anItem(1, { qty: 2 }), anItem(1, { qty: 3 }))).toMatchObject([{ epi: 1, qty: 3 }]);
  expect(await lists.record(lid)).toMatchObject({ cnt: 1 });
});

test("update-ctx: a number and a text with the same digits are one variant", async () => {
  const { lists, lid } = await aList({}, 1);
  await lists.add(lid, anItem("1"));
  expect(await lists.contents(lid)).toMatchObject([{ epi: "1" }]);
});

test.each([
  ["none of the three", {}],
  ["empty arrays", { a: "[]", u: "[]", d: "[]" }],
  ["empty texts", { a: "", u: "", d: "" }],
  ["JSON cut short", { a: '[{"epi":1' }],
  ["an object", { a: '{"epi":1}' }],
  ["a text", { a: '"x"' }],
  ["null in the array", { a: "[null]" }],
  ["no epi", { a: '[{"empi":1,"du":"https://a.example"}]' }],
  ["no empi", { a: '[{"epi":1,"du":"https://a.example"}]' }],
  ["no du", { a: '[{"epi":1,"empi":1}]' }],
  ["a du that is a script", { a: '[{"epi":1,"empi":1,"du":"javascript:alert(1)"}]' }],
  ["u without epi", { u: '[{"qty":1}]' }],
  ["d without epi", { d: "[{}]" }],
  ["qty 0", { a: JSON.stringify([anItem(1, { qty: 0 })]) }],
  ["qty -1", { u: '[{"epi":1,"qty":-1}]' }],
  ["qty 1.5", { a: JSON.stringify([anItem(1, { qty: 1.5 })]) }],
  ["qty 100000", { a: JSON.stringify([anItem(1, { qty: 100_000 })]) }],
  ["two labels", { a: JSON.stringify([anItem(1, { lbls: ["a", "b"] })]) }],
  ["cprops that are no object", { a: JSON.stringify([anItem(1, { cprops: "x" })]) }],
  ["101 items", { a: JSON.stringify(range(1, 101).map((epi) => anItem(epi))) }],
  [
    "101 items over three keys",
    {
      a: JSON.stringify(range(1, 34).map((epi) => anItem(epi))),
      u: JSON.stringify(range(35, 68).map((epi) => ({ epi }))),
      d: JSON.stringify(range(69, 101).map((epi) => ({ epi }))),
    },
  ],
])("update-ctx: %s is refused with 400 and changes nothing", async (_, params: Record<string, string>) => {
  const { lists, lid } = await aList({}, 7);
  const before = await lists.fetchLists();
  const answer = await lists.post("update-ctx", { lid, ...params });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toBe(true);
  expect(await lists.fetchLists()).toEqual(before);
});

test("update-ctx: an item has one label or none", async () => {
  const { lists, lid } = await aList();
  expect(await lists.add(lid, anItem(1, { lbls: [] }), anItem(2, { lbls: ["Hall"] }))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ epi: 1, lbls: [] }),
      expect.objectContaining({ epi: 2, lbls: ["Hall"] }),
    ]),
  );
});

test("update-ctx accepts a hundred complete items in one call, and refuses one more", async () => {
  const { lists, lid } = await aList();
  const items = range(1, 100).map(aFullItem);
  expect(JSON.stringify(items).length).toBeGreaterThan(64 * 1024);
  expect(await lists.add(lid, ...items)).toMatchObject(items);
  expect(await lists.contents(lid)).toHaveLength(100);
  const { u } = good(await lists.change(lid, { u: items.map((item) => ({ ...item, qty: 3 })) }));
  expect(u).toMatchObject(items.map((item) => ({ ...item, qty: 3 })));
  const { d } = good(await lists.change(lid, { d: items }));
  expect(d).toHaveLength(100);
  const answer = await lists.change(lid, { a: range(1, 101).map(aFullItem) });
  expect([answer.status, answer.body.type]).toEqual([400, "invalid-items"]);
});

test("update-ctx accepts null for fields without a value", async () => {
  const { lists, lid } = await aList();
  const items = range(1, 100).map((epi) => anItem(epi, { note: null, qty: null, cprops: null, lbls: null, _av: null }));
  expect(await lists.add(lid, ...items)).toHaveLength(100);
  expect(await lists.record(lid)).toMatchObject({ cnt: 100 });
  const { d } = good(await lists.change(lid, { d: range(1, 100).map((epi) => ({ epi, du: "" })) }));
  expect(d).toHaveLength(100);
  expect((await lists.fetchLists())[0]).toMatchObject({ cnt: 0, listcontents: [] });
});

test("update-ctx: arrays in a JSON body do the same as JSON text in a form", async () => {
  const { store, person, lid } = await aList();
  const { regid, sessionid } = person;
  const json = { regid, sessionid, lid, a: [anItem(1, { qty: 2 })] };
  expect(good(await store.browser("/api/v3/lists/update-ctx", {}, { json }))).toMatchObject({
    a: [{ epi: 1, qty: 2 }],
  });
});

test("update-ctx is all or nothing: if a exceeds the limit, d and u change nothing", async () => {
  const { lists, lid } = await aList({ lists: { itemsMax: 2 } }, 1, 2);
  const before = await lists.fetchLists();
  const answer = await lists.change(lid, { a: [anItem(3), anItem(4)], u: [{ epi: 2, qty: 9 }], d: [{ epi: 1 }] });
  expect([answer.status, answer.body.type]).toEqual([400, "limit-reached"]);
  expect(await lists.fetchLists()).toEqual(before);
  expect(good(await lists.change(lid, { a: [anItem(3)], d: [{ epi: 1 }] }))).toMatchObject({ a: [{ epi: 3 }] });
});

test("a list never has more items than the store allows, even under parallel calls", async () => {
  const { lists, lid } = await aList({ lists: { itemsMax: 10 } });
  const answers = await atOnce(30, (index) => lists.change(lid, { a: [anItem(index + 1)] }));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 10, 400: 20 });
  expect(answers.find(({ status }) => status === 400)?.body.type).toBe("limit-reached");
  const [list] = await lists.fetchLists();
  expect(list?.cnt).toBe(10);
  const [present] = episOf(list?.listcontents);
  expect(good(await lists.change(lid, { a: [anItem(Number(present), { qty: 5 })] }))).toMatchObject({
    a: [{ qty: 5 }],
  });
});

test("a list can have 1,000 items by default", async () => {
  const { lists, lid } = await aList();
  for (let page = 0; page < 10; page += 1)
    await lists.add(lid, ...range(page * 100 + 1, page * 100 + 100).map((epi) => anItem(epi)));
  expect((await lists.change(lid, { a: [anItem(5_000)] })).body.type).toBe("limit-reached");
  expect(await lists.add(lid, ...range(901, 1_000).map((epi) => anItem(epi)))).toHaveLength(100);
  expect(await lists.record(lid)).toMatchObject({ cnt: 1_000 });
});

test("cnt and the preview stay right under parallel adds, updates and removals", async () => {
  const { store, lists, lid } = await aList({}, 1, 2, 3, 4, 5);
  const answers = await atOnce(60, (index) => {
    const epi = (index % 10) + 1;
    if (index % 3 === 0) return lists.change(lid, { d: [{ epi }] });
    if (index % 3 === 1) return lists.change(lid, { a: [anItem(epi), anItem(epi + 20)] });
    return lists.change(lid, { u: [{ epi, qty: (index % 9) + 1 }] });
  });
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 60 });
  const [rows] = await look<{ count: number }>("select count(*)::int from items where store_id = $1", [store.id]);
  const [list] = await lists.fetchLists();
  expect(list?.cnt).toBe(rows?.count);
  expect(list?.listcontents).toEqual(await lists.contents(lid));
});

test("every change of items is an event in the outbox, with its list, variants and products", async () => {
  const { store, lists, lid } = await aList();
  await lists.add(lid, anItem(1), anItem(2));
  await lists.add(lid, anItem(1, { qty: 3 }));
  good(await lists.change(lid, { u: [{ epi: 1, qty: 2 }] }));
  good(await lists.change(lid, { d: [{ epi: 2 }, { epi: 1 }] }));
  const events = await look<{ subject: string; productIds: string[] }>(
    `select subject, payload -> 'productIds' as "productIds" from outbox where store_id = $1 and subject like 'item.%' order by id`,
    [store.id],
  );
  expect(events.map(({ subject, productIds }) => [subject, productIds.toSorted()])).toEqual([
    ["item.added", ["100001", "100002"]],
    ["item.updated", ["100001"]],
    ["item.updated", ["100001"]],
    ["item.removed", ["100001", "100002"]],
  ]);
});

test("update-ctx: a repeated call with the same Idempotency-Key gets the first answer and changes nothing", async () => {
  const { lists, lid } = await aList();
  const headers = { "idempotency-key": "once" };
  const params = { lid, a: JSON.stringify([anItem(1, { qty: 2 })]) };
  const first = await lists.post("update-ctx", params, { headers });
  good(await lists.change(lid, { d: [{ epi: 1 }] }));
  const again = await lists.post("update-ctx", params, { headers });
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(await lists.contents(lid)).toEqual([]);
});
