import { expect, test } from "vitest";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";

const service = aService();

async function aList(customItems = true) {
  const store = await aStore(service, { settings: { lists: { customItems } } });
  const lists = listsOf(store, await store.anAccount());
  return { store, lists, lid: await lists.create() };
}

const CUSTOM = {
  title: "Engraved pen",
  du: "https://shop.example/pens/custom",
  price: 12.5,
  iu: "https://shop.example/pen.jpg",
  sku: "PEN",
  compareAtPrice: 15,
  qty: 2,
  platformitemid: 12345,
  cprops: { engraving: "Ann" },
};
const BUNDLE = [
  { title: "Pen", price: 5, empi: 1, epi: 2, iu: "https://shop.example/1.jpg", uri: "/1", vendor: "Acme" },
  { title: "Ink", price: 7.5, empi: "3", epi: "4", iu: "https://shop.example/2.jpg", uri: "/2", vendor: "Acme" },
];

test("a custom item is refused as custom-items-disabled if the store has not enabled custom items", async () => {
  const { lists, lid } = await aList(false);
  const answer = await lists.change(lid, { a: [anItem(1), CUSTOM] });
  expect([answer.status, answer.body.type]).toEqual([403, "custom-items-disabled"]);
  expect(await lists.contents(lid)).toEqual([]);
});

test("every field of a custom item is returned; the service sets epi, empi and lity", async () => {
  const { lists, lid } = await aList();
  const [item] = await lists.add(lid, { ...CUSTOM, lity: "customBundle", empi: "mine" });
  expect(item).toMatchObject({ ...CUSTOM, lity: "custom", dt: "Engraved pen", pr: 12.5 });
  expect(item?.epi).toMatch(/^ci_/);
  expect(typeof item?.empi).toBe("string");
  expect(item?.empi).not.toBe("mine");
  expect(await lists.contents(lid)).toEqual([item]);
  expect((await lists.fetchLists())[0]?.listcontents).toEqual([item]);
});

test("a bundle gives a custom item the lity customBundle, an empty bundle custom", async () => {
  const { lists, lid } = await aList();
  const [item] = await lists.add(lid, { ...CUSTOM, bundle: BUNDLE });
  expect(item).toMatchObject({ lity: "customBundle", bundle: BUNDLE });
  const [plain] = await lists.add(lid, { ...CUSTOM, bundle: [] });
  expect(plain?.lity).toBe("custom");
});

test("a bundle has up to 16,384 characters of JSON, and not one more", async () => {
  const { lists, lid } = await aList();
  const send = (characters: number) => {
    const bundle = [{ x: "x".repeat(characters - '[{"x":""}]'.length) }];
    return lists.change(lid, { a: [{ ...CUSTOM, bundle }] });
  };
  expect((await send(16_384)).status).toBe(200);
  expect(await send(16_385)).toMatchObject({ status: 400, body: { type: "invalid-items" } });
});

test("two custom items with the same title are two items", async () => {
  const { lists, lid } = await aList();
  await lists.add(lid, CUSTOM, CUSTOM);
  await lists.add(lid, CUSTOM);
  expect(await lists.record(lid)).toMatchObject({ cnt: 3 });
});

test("u and d find a custom item by the epi that the service returned", async () => {
  const { lists, lid } = await aList();
  const [item] = await lists.add(lid, CUSTOM);
  const { u } = good(await lists.change(lid, { u: [{ epi: item?.epi, qty: 7, note: "soon" }] }));
  expect(u).toMatchObject([{ ...CUSTOM, epi: item?.epi, empi: item?.empi, lity: "custom", qty: 7, note: "soon" }]);
  const { d } = good(await lists.change(lid, { d: [{ epi: item?.epi }] }));
  expect(d).toMatchObject([{ epi: item?.epi, title: "Engraved pen" }]);
  expect(await lists.contents(lid)).toEqual([]);
});

const CHANGES = {
  title: "Golden pen",
  price: 13,
  iu: "//shop.example/golden.jpg",
  sku: "GOLD",
  compareAtPrice: 16,
  qty: 3,
  note: "for Ann",
  platformitemid: "v-9",
  cprops: { engraving: "Bo" },
  lbls: ["Office"],
  bundle: BUNDLE,
};

test.each(Object.entries(CHANGES))("u changes %s of a custom item and nothing else", async (field, value) => {
  const { lists, lid } = await aList();
  const [item] = await lists.add(lid, { ...CUSTOM, note: "soon", lbls: ["Home"] });
  const { u } = good(await lists.change(lid, { u: [{ epi: item?.epi, [field]: value }] }));
  const derived = { title: { dt: value }, price: { pr: value }, bundle: { lity: "customBundle" } } as Record<
    string,
    object
  >;
  const expected = { ...item, [field]: value, ...derived[field], uts: expect.any(Number) };
  expect(u).toEqual([expected]);
  expect(await lists.contents(lid)).toEqual([expected]);
  expect((await lists.fetchLists())[0]?.listcontents).toEqual([expected]);
});

test("on a public list, other people see title, link, picture and price of a custom item", async () => {
  const { store, lists, lid } = await aList();
  await lists.add(lid, { ...CUSTOM, bundle: BUNDLE });
  good(await lists.post("markPublic", { lid }));
  const { items } = good(await store.browser("/api/v3/lists/fetch-list-with-contents", { lid }));
  expect(items).toMatchObject([{ dt: "Engraved pen", pr: 12.5, du: CUSTOM.du, iu: CUSTOM.iu, qty: 2 }]);
  expect(JSON.stringify(items)).not.toContain("Ann");
});

test("an item with neither title nor epi is refused with 400", async () => {
  const { lists, lid } = await aList();
  for (const item of [{ price: 1 }, { title: null }, { title: "x".repeat(501) }, { ...CUSTOM, price: -1 }]) {
    expect((await lists.change(lid, { a: [item] })).status).toBe(400);
  }
});
