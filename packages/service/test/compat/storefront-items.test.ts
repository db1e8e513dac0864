import { expect, test } from "vitest";
import { aService, aStore, type TestStore } from "../fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "../fixtures/shopper-lists.ts";

// What existing storefront clients send about lists and items, and what they read from the answers.

const service = aService();

async function aShopper(settings = {}) {
  const store = await aStore(service, { scopes: ["identity", "catalog"], settings });
  return { store, lists: listsOf(store, await store.anAccount()) };
}
const upsert = (store: TestStore, ...variants: object[]) =>
  store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } });

test("every list record has listcontents: empty for a new list, otherwise the newest items", async () => {
  const { lists } = await aShopper();
  const created = good(await lists.post("create", { lname: "My Wishlist" }));
  expect(created.listcontents).toEqual([]);
  const lid = String(created.lid);
  await lists.add(lid, anItem(1), anItem(2));
  const answers = [
    good(await lists.post("create", { lname: "My Wishlist" })),
    good(await lists.post("update", { lid, lnote: "A note" })),
    good(await lists.post("markPublic", { lid })),
    good(await lists.post("markPrivate", { lid })),
    good(await lists.post("fetch-list-with-contents", { lid })).list as Fields,
    (await lists.fetchLists())[0],
  ];
  for (const answer of answers) expect(answer?.listcontents).toMatchObject([{ lid }, { lid }]);
  const { data } = good(await lists.post("fetch-user-lists")) as { data: Fields[] };
  expect(data[0]?.listcontents).toEqual([]);
});

test.each([[{}], [{ lid: "" }]])(
  "save-for-later calls with %j use the shopper's list, and create it if there is none",
  async (given) => {
    const { lists } = await aShopper();
    expect(good(await lists.post("sfl/fetch", given))).toMatchObject({ list: { lty: "sfl", cnt: 0 }, items: [] });
    const items = JSON.stringify([anItem(1)]);
    expect(good(await lists.post("sfl/add", { ...given, items }))).toMatchObject({ itemsadded: [{ epi: 1 }] });
    expect(good(await lists.post("sfl/fetch", given))).toMatchObject({ list: { cnt: 1 }, items: [{ epi: 1 }] });
    expect(good(await lists.post("sfl/remove", { ...given, items }))).toMatchObject({ itemsdeleted: [{ epi: 1 }] });
  },
);

test("a guest's first save-for-later call needs no lid", async () => {
  const store = await aStore(service);
  const lists = listsOf(store, await store.aGuest());
  const items = JSON.stringify([anItem(1)]);
  expect(good(await lists.post("sfl/add", { items }))).toMatchObject({ itemsadded: [{ epi: 1 }] });
});

test.each([
  "//cdn.example/x.jpg",
  "cdn.example/x.jpg",
  "cdn.example:8080/x.jpg",
  "/files/x.jpg",
  "https://cdn.example/x",
])("the picture %s is accepted and returned as sent", async (iu) => {
  const { store, lists } = await aShopper();
  const lid = await lists.create();
  expect((await lists.add(lid, anItem(1, { iu })))[0]?.iu).toBe(iu);
  expect((await upsert(store, { epi: 2, empi: 2, iu })).status).toBe(200);
  expect((await lists.add(lid, anItem(2)))[0]?.iu).toBe(iu);
});

test.each([
  "javascript:alert(1)",
  "javascript:1/alert(1)",
  "data:image/png;base64,x",
  "vbscript:x",
  " javascript:alert(1)",
])("the picture %s is refused", async (iu) => {
  const { store, lists } = await aShopper();
  const lid = await lists.create();
  expect((await lists.change(lid, { a: [anItem(1, { iu })] })).status).toBe(400);
  expect((await upsert(store, { epi: 2, iu })).status).toBe(400);
});

test("a regid or sessionid of another service, up to 2,048 characters, gets sw-badregid", async () => {
  const { store, lists } = await aShopper();
  await lists.create();
  const { regid, sessionid } = await store.anAccount();
  for (const length of [201, 220, 2_048]) {
    const foreign = "x".repeat(length);
    for (const pair of [
      { regid: foreign, sessionid: foreign },
      { regid: foreign, sessionid },
      { regid, sessionid: foreign },
    ]) {
      const answer = await listsOf(store, pair).post("fetch-lists");
      expect([answer.status, answer.body.type]).toEqual([401, "sw-badregid"]);
    }
  }
});

test("a path as du is accepted, and completed with the address of the shop where that is set", async () => {
  const plain = await aShopper();
  const set = await aShopper({ shop: { url: "https://shop.example" } });
  for (const [{ lists }, du] of [
    [plain, "/products/x?variant=1"],
    [set, "https://shop.example/products/x?variant=1"],
  ] as const) {
    const lid = await lists.create();
    expect((await lists.add(lid, anItem(1, { du: "/products/x?variant=1" })))[0]?.du).toBe(du);
  }
});

test.each(["//", "/\\", "//[", "//a b/x", "/%"])("a path that is no address, %j, harms no other item", async (du) => {
  const { lists } = await aShopper({ shop: { url: "https://shop.example" } });
  const lid = await lists.create();
  const added = await lists.add(lid, anItem(1, { du }), anItem(2));
  expect(added).toMatchObject([{ epi: 1 }, { epi: 2, du: "https://shop.example/p/2" }]);
  const { status } = await lists.post("sfl/add", { items: JSON.stringify([anItem(1, { du })]) });
  expect(status).toBe(200);
});

test.each(["null", "", "javascript:alert(1)", 7, null])(
  "du %j does not matter when an item is updated or removed",
  async (du) => {
    const { lists } = await aShopper();
    const lid = await lists.create();
    await lists.add(lid, anItem(1));
    expect(good(await lists.change(lid, { u: [{ epi: 1, du, qty: 2 }] })).u).toMatchObject([
      { qty: 2, du: "https://shop.example/p/1" },
    ]);
    expect(good(await lists.change(lid, { d: [{ epi: 1, empi: 100_001, du }] })).d).toMatchObject([{ epi: 1 }]);
  },
);

test("an update of a custom item changes its title, price, picture and compareAtPrice; null changes nothing", async () => {
  const { lists } = await aShopper({ lists: { customItems: true } });
  const lid = await lists.create();
  const [item] = await lists.add(lid, {
    title: "Pen",
    price: 5,
    iu: "https://shop.example/1.jpg",
    compareAtPrice: 9,
    sku: "P",
  });
  const epi = item?.epi;
  const changes = { title: "Golden pen", price: 6, iu: "//shop.example/2.jpg", compareAtPrice: 10 };
  const [updated] = good(await lists.change(lid, { u: [{ epi, ...changes }] })).u as Fields[];
  expect(updated).toMatchObject({ ...changes, dt: "Golden pen", pr: 6, sku: "P", lity: "custom" });
  const none = { title: null, price: null, iu: null, compareAtPrice: null, bundle: null, sku: null };
  const [same] = good(await lists.change(lid, { u: [{ epi, ...none }] })).u as Fields[];
  expect(same).toMatchObject({ ...changes, sku: "P" });
});

test("numbers may be sent as text", async () => {
  const { store, lists } = await aShopper({ lists: { customItems: true } });
  const lid = await lists.create();
  const [item] = await lists.add(lid, anItem(1, { qty: "2", pr: "19.99" }));
  expect(item).toMatchObject({ qty: 2, pr: 19.99 });
  const [custom] = await lists.add(lid, { title: "Pen", price: "5", compareAtPrice: "9.5", qty: "3" });
  expect(custom).toMatchObject({ price: 5, compareAtPrice: 9.5, qty: 3 });
  expect(good(await lists.change(lid, { u: [{ epi: 1, qty: "4" }] })).u).toMatchObject([{ qty: 4 }]);
  expect(
    (await upsert(store, { epi: 9, empi: 9, pr: "12.50", compareAtPrice: "15", stk: "4", currency: "EUR" })).status,
  ).toBe(200);
  expect((await lists.add(lid, anItem(9)))[0]).toMatchObject({ pr: 12.5 });
  const levels = [{ epi: 9, quantity: "7", occurredAt: new Date().toISOString() }];
  expect((await store.admin("/storeadmin/v3/inventory/set", undefined, { json: { levels } })).status).toBe(200);
});

test("sfl/create keeps and returns lnote, lprops and ldesc", async () => {
  const { lists } = await aShopper();
  const sent = { lnote: "For summer", lprops: '{"a":1}', ldesc: '{"b":2}' };
  const kept = { lnote: "For summer", lprops: { a: 1 }, ldesc: { b: 2 } };
  expect(good(await lists.post("sfl/create", sent)).list).toMatchObject(kept);
  expect(good(await lists.post("sfl/create")).list).toMatchObject(kept);
  expect(good(await lists.post("sfl/create", { lnote: "For winter" })).list).toMatchObject({
    ...kept,
    lnote: "For winter",
  });
});

test("list.userinfo of a guest's own list is an object, so that a page may read userinfo.em", async () => {
  const store = await aStore(service);
  const lists = listsOf(store, await store.aGuest());
  const lid = await lists.create();
  const answer = good(await lists.post("fetch-list-with-contents", { lid }));
  expect([(answer.list as Fields).userinfo, answer.userinfo]).toEqual([{}, {}]);
});
