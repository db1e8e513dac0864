import { expect, test } from "vitest";
import { look } from "../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, personOf, type TestStore } from "../../../test/fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "../../../test/fixtures/shopper-lists.ts";

const service = aService();

const LID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function aFullRecord() {
  const store = await aStore(service);
  const account = await store.anAccount();
  const lists = listsOf(store, account);
  const lid = await lists.create("Garden", { lnote: "for spring", lprops: '{"a":[1,"x"]}', ldesc: '{"b":{}}' });
  const item = anItem(41, {
    qty: 2,
    note: "red",
    cprops: { size: "m" },
    lbls: ["Kitchen"],
    _av: true,
    dt: "Rake",
    iu: "https://shop.example/rake.jpg",
    pr: 19.5,
    sku: "RK-1",
  });
  await lists.add(lid, item);
  const [list] = await lists.fetchLists();
  if (!list) throw new Error("No list");
  return { store, account, lists, lid, list, item: (list.listcontents as Fields[])[0] ?? {} };
}

/** The fields of a list record. */
const LIST_FIELDS: Record<string, (value: unknown, scene: Awaited<ReturnType<typeof aFullRecord>>) => void> = {
  lid: (value, { lid }) => {
    expect(value).toBe(lid);
    expect(value).toMatch(LID);
  },
  lname: (value) => expect(value).toBe("Garden"),
  lty: (value) => expect(value).toBe("wl"),
  lnote: (value) => expect(value).toBe("for spring"),
  lprops: (value) => expect(value).toEqual({ a: [1, "x"] }),
  cprops: (value) => expect(value).toEqual({}),
  ldesc: (value) => expect(value).toEqual({ b: {} }),
  anonRead: (value) => expect(value).toBe(false),
  cnt: (value) => expect(value).toBe(1),
  _cp: (value) => expect(value).toBe(false),
  listcontents: (value) => expect(value).toHaveLength(1),
  cby: (value, { account }) => expect(value).toBe(account.useremail),
  uby: (value, { account }) => expect(value).toBe(account.useremail),
  cfor: (value) => expect(value).toBeNull(),
  cts: (value) => expect(Math.abs(Date.now() - Number(value))).toBeLessThan(60_000),
  uts: (value, { list }) => expect(Number(value)).toBeGreaterThanOrEqual(Number(list.cts)),
  st: (value) => expect(value).toBe(1),
  di: (value) => expect(value).toMatch(/^[\w-]{22}$/),
  uid: (value, { account }) => expect(value).toBe(account.regid),
  pid: (value, { store }) => expect(value).toBe(store.pid),
  id: (value) => expect(typeof value).toBe("string"),
  lhash: (value) => expect(Buffer.from(String(value), "base64").toString("base64")).toBe(value),
  itemcmnts: (value) => expect(value).toBe(0),
  _pkey: (value) => expect(typeof value).toBe("string"),
  _t: (value) => expect(Number.isInteger(value)).toBe(true),
  userinfo: (value, { account }) => expect(value).toMatchObject({ em: account.useremail }),
};

test("a list record has every documented field, and no other", async () => {
  const scene = await aFullRecord();
  for (const [field, check] of Object.entries(LIST_FIELDS)) {
    expect(Object.keys(scene.list), `for ${field}`).toContain(field);
    check(scene.list[field], scene);
  }
  expect(Object.keys(scene.list).filter((field) => !LIST_FIELDS[field])).toEqual([]);
});

test("create, update, delete-list, markPublic and fetch-list-with-contents return the same record", async () => {
  const { lists, lid, list } = await aFullRecord();
  expect(list.listcontents).toHaveLength(1);
  const same = { ...list, uts: expect.any(Number) };
  expect(good(await lists.post("create", { lname: "Garden" }))).toEqual(same);
  expect(good(await lists.post("update", { lid }))).toEqual(same);
  expect(await lists.record(lid)).toEqual(same);
  expect(good(await lists.post("markPrivate", { lid }))).toEqual(same);
  const shared = good(await lists.post("markPublic", { lid }));
  expect(shared).toEqual({ ...same, anonRead: true, lhash: expect.not.stringMatching(String(list.lhash)) });
  expect(good(await lists.post("delete-list", { lid }))).toEqual({ ...shared, uts: expect.any(Number) });
});

/** The fields of an item record. */
const ITEM_FIELDS: Record<string, (value: unknown, scene: Awaited<ReturnType<typeof aFullRecord>>) => void> = {
  epi: (value) => expect(value).toBe(41),
  empi: (value) => expect(value).toBe(100_041),
  du: (value) => expect(value).toBe("https://shop.example/p/41"),
  qty: (value) => expect(value).toBe(2),
  note: (value) => expect(value).toBe("red"),
  cprops: (value) => expect(value).toEqual({ size: "m" }),
  lbls: (value) => expect(value).toEqual(["Kitchen"]),
  _av: (value) => expect(value).toBe(true),
  di: (value, { list }) => expect(value).toBe(list.di),
  bt: (value) => expect(value).toBeNull(),
  dt: (value) => expect(value).toBe("Rake"),
  cts: (value) => expect(Math.abs(Date.now() - Number(value))).toBeLessThan(60_000),
  sku: (value) => expect(value).toBe("RK-1"),
  lid: (value, { lid }) => expect(value).toBe(lid),
  pid: (value) => expect(value).toMatch(/^[\w-]{22}$/),
  id: (value) => expect(typeof value).toBe("string"),
  uts: (value, { item }) => expect(Number(value)).toBeGreaterThanOrEqual(Number(item.cts)),
  uby: (value, { account }) => expect(value).toBe(account.useremail),
  iu: (value) => expect(value).toBe("https://shop.example/rake.jpg"),
  pr: (value) => expect(value).toBe(19.5),
  vi: (value) => expect(value).toBeNull(),
  stk: (value) => expect(value).toBeNull(),
  savedpr: (value) => expect(value).toBeNull(),
  _pkey: (value) => expect(typeof value).toBe("string"),
  _t: (value) => expect(Number.isInteger(value)).toBe(true),
};

test("an item record has every documented field, and no other", async () => {
  const scene = await aFullRecord();
  for (const [field, check] of Object.entries(ITEM_FIELDS)) {
    expect(Object.keys(scene.item), `for ${field}`).toContain(field);
    check(scene.item[field], scene);
  }
  expect(Object.keys(scene.item).filter((field) => !ITEM_FIELDS[field])).toEqual([]);
});

test("an item sent with only epi, empi and du has qty 1, no note, no cprops and no labels", async () => {
  const { lists, lid } = await aFullRecord();
  const [item] = await lists.add(lid, anItem("abc"));
  expect(item).toMatchObject({
    epi: "abc",
    empi: "p-abc",
    qty: 1,
    note: null,
    cprops: {},
    lbls: [],
    _av: false,
    dt: null,
    iu: null,
    pr: null,
    sku: null,
  });
});

test("the owner's userinfo has the documented fields and no other; a guest has none", async () => {
  const { store, account, list } = await aFullRecord();
  const [row] = await look<{ cts: number }>(
    "select (extract(epoch from created_at) * 1000)::bigint::float8 as cts from shoppers where store_id = $1",
    [store.id],
  );
  const { lastlogin } = list.userinfo as { lastlogin: string };
  expect(new Date(lastlogin).toISOString()).toBe(lastlogin);
  expect(Math.abs(Date.now() - Date.parse(lastlogin))).toBeLessThan(60_000);
  expect(list.userinfo).toEqual({
    em: account.useremail,
    fname: "",
    lname: "",
    uid: account.regid,
    pid: store.pid,
    m: null,
    lastlogin,
    cts: row?.cts,
    uts: row?.cts,
    sw_mkt: null,
    ut: null,
    acc_mkt: false,
    extags: [],
    prefs: {},
    pd: {},
  });
  const guest = listsOf(store, await store.aGuest());
  const record = good(await guest.post("create", { lname: "My Wishlist" }));
  expect([record.userinfo, record.cby, record.uby]).toEqual([null, null, null]);
});

test("userinfo describes the account, not the guest whose session the call used", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const ofGuest = listsOf(store, guest);
  const lid = await ofGuest.create();
  await look("update shoppers set created_at = created_at - interval '1 day' where store_id = $1", [store.id]);
  const account = personOf(await store.sync({ regid: guest.regid, useremail: anEmail() }));
  const own = (await listsOf(store, account).record(lid)).userinfo as Fields;
  const paired = (await listsOf(store, { ...guest, regid: account.regid }).record(lid)).userinfo as Fields;
  expect(Math.abs(Date.now() - Number(own.cts))).toBeLessThan(60_000);
  expect([paired.cts, paired.em]).toEqual([own.cts, own.em]);
});

test("di does not reveal the uuid, and differs between shoppers", async () => {
  const store = await aStore(service);
  const [one, other] = [await store.aGuest(), await store.aGuest()];
  const dis = await Promise.all(
    [one, other].map(async (guest) => {
      const lists = listsOf(store, guest);
      return (await lists.record(await lists.create())).di;
    }),
  );
  expect(new Set([...dis, one.uuid, other.uuid]).size).toBe(4);
});

/** A product as the store's server sent it. */
const insertProduct = (store: TestStore, epi: string, empi: string, product: object) =>
  store.inStore(
    (tx) => tx`insert into variants (id, store_id, platform_id, product_id, product)
      values (new_id(${store.id}), ${store.id}, ${epi}, ${empi}, ${JSON.stringify(product)})`,
  );

test("the catalogue's product data wins over what the client sent", async () => {
  const store = await aStore(service);
  const lists = listsOf(store, await store.anAccount());
  await insertProduct(store, "7", "70", {
    brand: "Tools",
    title: "Rake",
    sku: "RK",
    url: "https://shop.example/rake",
    imageUrl: "https://shop.example/rake.jpg",
    price: 19.5,
    variantTitle: "Red",
  });
  const lid = await lists.create();
  const [added] = await lists.add(
    lid,
    anItem(7, { dt: "Free", pr: 0, sku: "X", iu: "https://thief.example/x.jpg", du: "https://thief.example" }),
  );
  expect(added).toMatchObject({
    epi: 7,
    empi: 70,
    bt: "Tools",
    dt: "Rake",
    sku: "RK",
    du: "https://shop.example/rake",
    iu: "https://shop.example/rake.jpg",
    pr: 19.5,
    vi: "Red",
  });
  expect((await lists.fetchLists())[0]?.listcontents).toEqual([added]);
  expect(await lists.contents(lid)).toEqual([added]);
});

const OF_CATALOGUE = {
  title: "Rake",
  sku: "RK",
  url: "https://shop.example/rake",
  imageUrl: "//shop.example/r.jpg",
  price: 19.5,
};
const SHOWN = { dt: "Rake", sku: "RK", du: "https://shop.example/rake", iu: "//shop.example/r.jpg", pr: 19.5 };
const OF_CLIENT = {
  dt: "My rake",
  sku: "X",
  du: "https://shop.example/mine",
  iu: "https://shop.example/m.jpg",
  pr: 18,
};
const FIELDS = { dt: "title", sku: "sku", du: "url", iu: "imageUrl", pr: "price" } as const;

test.each(Object.entries(FIELDS))(
  "of a product of which the catalogue knows only %s, the other fields are the client's",
  async (shownAs, field) => {
    const store = await aStore(service);
    const lists = listsOf(store, await store.anAccount());
    await insertProduct(store, "7", "70", { [field]: OF_CATALOGUE[field] });
    const lid = await lists.create();
    const [added] = await lists.add(lid, anItem(7, OF_CLIENT));
    const merged = { ...OF_CLIENT, [shownAs]: SHOWN[shownAs as keyof typeof SHOWN] };
    expect(added).toMatchObject({ empi: 70, ...merged });
    expect((await lists.fetchLists())[0]?.listcontents).toEqual([added]);
    expect(await lists.contents(lid)).toEqual([added]);
  },
);

test("what one shopper's browser sends about an unknown product never shows on another shopper's item", async () => {
  const store = await aStore(service);
  const [one, other] = [listsOf(store, await store.anAccount()), listsOf(store, await store.anAccount())];
  const [lidOfOne, lidOfOther] = [await one.create(), await other.create()];
  await one.add(lidOfOne, anItem(7, { dt: "Described by one", pr: 1, iu: "https://thief.example/x.jpg", sku: "X" }));
  const [item] = await other.add(lidOfOther, { epi: 7, empi: 8, du: "https://shop.example/other" });
  expect(item).toMatchObject({
    epi: 7,
    empi: 8,
    du: "https://shop.example/other",
    dt: null,
    pr: null,
    iu: null,
    sku: null,
  });
  expect((await other.post("fetch-lists")).text).not.toContain("Described by one");
  expect(await one.contents(lidOfOne)).toMatchObject([{ dt: "Described by one", empi: 100_007 }]);
});
