import { expect, test } from "vitest";
import { aService, aStore, aUuid, refusalOf } from "../../../../test/fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";

const service = aService();

async function aListOf(...epis: number[]) {
  const store = await aStore(service);
  const account = await store.anAccount();
  const lists = listsOf(store, account);
  const lid = await lists.create("Garden", { lnote: "for me", lprops: '{"secret":1}', ldesc: '{"secret":2}' });
  for (const epi of epis) await lists.add(lid, anItem(epi));
  return { store, account, lists, lid };
}

test("fetch-list-with-contents returns list, items, userinfo and pagination to the owner", async () => {
  const { account, lists, lid } = await aListOf(1, 2, 3);
  const answer = good(await lists.post("fetch-list-with-contents", { lid }));
  expect(Object.keys(answer).toSorted()).toEqual(["items", "list", "pagination", "userinfo"]);
  expect(answer).toMatchObject({
    list: { lid, cnt: 3, lnote: "for me" },
    items: [{ epi: 3 }, { epi: 2 }, { epi: 1 }],
    userinfo: { em: account.useremail },
    pagination: { totalcount: 3, next: null },
  });
  expect(await lists.contents(lid)).toEqual(answer.items);
});

test.each([
  [{ limit: "2" }, [5, 4], { totalcount: 5, next: 2, limit: 2 }],
  [{ limit: "2", offset: "2" }, [3, 2], { totalcount: 5, next: 4, limit: 2 }],
  [{ limit: "2", offset: "4" }, [1], { totalcount: 5, next: null, limit: 2 }],
  [{ limit: "5" }, [5, 4, 3, 2, 1], { totalcount: 5, next: null, limit: 5 }],
  [{ offset: "99" }, [], { totalcount: 5, next: null, limit: 100 }],
])("fetch-list-with-contents pages by %j", async (page, epis, pagination) => {
  const { lists, lid } = await aListOf(1, 2, 3, 4, 5);
  const answer = good(await lists.post("fetch-list-with-contents", { lid, ...page }));
  expect((answer.items as Fields[]).map(({ epi }) => epi)).toEqual(epis);
  expect(answer.pagination).toEqual(pagination);
  expect((await lists.contents(lid, page)).map(({ epi }) => epi)).toEqual(epis);
});

test.each(["-1", "9223372036854775808", "1e3", "x", "1.5", " 1", "0x10"])(
  "limit and offset %j are refused",
  async (value) => {
    const { lists, lid } = await aListOf(1);
    for (const verb of ["fetch-list-with-contents", "fetch-list-contents", "delete-list", "sfl/fetch"]) {
      for (const field of ["limit", "offset"]) {
        expect((await lists.post(verb, { lid, [field]: value })).status, `${verb} ${field}`).toBe(400);
      }
    }
    expect((await lists.post("sfl/create", { limit: value })).status).toBe(400);
    expect(await lists.contents(lid)).toHaveLength(1);
  },
);

test("another shopper's private list and an unknown list get the same 404, byte for byte except the requestId", async () => {
  const { store, lid } = await aListOf(1);
  const [stranger, guest] = [listsOf(store, await store.anAccount()), listsOf(store, await store.aGuest())];
  const textOf = async (who: typeof stranger, sought: string, verb: string) => {
    const { status, text } = await who.post(verb, { lid: sought });
    return `${status} ${text.replace(/"requestId":"[^"]+"/, "")}`;
  };
  for (const verb of ["fetch-list-with-contents", "fetch-list-contents"]) {
    const unknown = await textOf(stranger, aUuid(), verb);
    expect(unknown).toContain("404");
    expect(unknown).toContain("unknown-list");
    expect(await textOf(stranger, lid, verb)).toBe(unknown);
    expect(await textOf(guest, lid, verb)).toBe(unknown);
    const anonymous = await store.browser(`/api/v3/lists/${verb}`, { lid });
    expect(`404 ${anonymous.text.replace(/"requestId":"[^"]+"/, "")}`).toBe(unknown);
  }
});

/** An item with every field that a shopper can fill. */
const FULL = anItem(1, {
  qty: 3,
  note: "secret note",
  cprops: { gift: "secret props" },
  lbls: ["secret label"],
  _av: true,
  dt: "Rake",
  iu: "https://shop.example/rake.jpg",
  pr: 19.5,
  sku: "secret-sku",
});

test("listcontents has the newest items, whatever page is asked for", async () => {
  const { store, lists, lid } = await aListOf();
  for (const epi of [1, 2, 3]) await lists.add(lid, anItem(epi));
  good(await lists.post("markPublic", { lid }));
  const newest = [{ epi: 3 }, { epi: 2 }, { epi: 1 }];
  for (const page of [{}, { limit: "1" }, { limit: "1", offset: "1" }, { limit: "0" }, { offset: "9" }]) {
    const path = "/api/v3/lists/fetch-list-with-contents";
    for (const answer of [
      await lists.post("fetch-list-with-contents", { lid, ...page }),
      await store.browser(path, { lid, ...page }),
    ])
      expect((good(answer).list as Fields).listcontents).toMatchObject(newest);
  }
  const sfl = good(await lists.post("sfl/create")).list as Fields;
  good(await lists.post("sfl/add", { items: JSON.stringify([anItem(4), anItem(5)]) }));
  for (const verb of ["sfl/fetch", "sfl/create"])
    for (const page of [{ limit: "1" }, { offset: "1" }]) {
      const { list } = good(await lists.post(verb, page));
      expect(list).toMatchObject({ lid: sfl.lid, listcontents: [{ epi: 5 }, { epi: 4 }] });
    }
});

test("another person sees only the allowed fields of a public list and its items", async () => {
  const { store, account, lists, lid } = await aListOf();
  await lists.add(lid, FULL);
  good(await lists.post("markPublic", { lid }));
  const answer = await store.browser("/api/v3/lists/fetch-list-with-contents", { lid });
  const items = [
    {
      epi: 1,
      empi: 100_001,
      dt: "Rake",
      du: "https://shop.example/p/1",
      iu: "https://shop.example/rake.jpg",
      pr: 19.5,
      vi: null,
      qty: 3,
    },
  ];
  expect(answer.body).toEqual({
    list: { lid, lname: "Garden", lty: "wl", cnt: 1, userinfo: {}, listcontents: items },
    items,
    userinfo: {},
    pagination: { totalcount: 1, next: null, limit: 100 },
  });
  expect(answer.text).not.toContain("secret");
  expect(answer.text).not.toContain(account.regid);
  expect(answer.headers["x-robots-tag"]).toBe("noindex");
  const contents = await store.browser("/api/v3/lists/fetch-list-contents", { lid });
  expect(contents.body).toEqual(items);
  const stranger = listsOf(store, await store.anAccount());
  expect((await stranger.post("fetch-list-with-contents", { lid })).body).toEqual(answer.body);
});

test("first name and cprops are shown only while the owner shares them", async () => {
  const { store, lists, lid } = await aListOf();
  await lists.add(lid, FULL);
  const asStranger = async () => good(await store.browser("/api/v3/lists/fetch-list-with-contents", { lid }));
  good(await lists.post("markPublic", { lid, fname: "Ann", showcprops: "1" }));
  expect(await asStranger()).toMatchObject({
    list: { userinfo: { fname: "Ann" } },
    items: [{ cprops: { gift: "secret props" } }],
  });
  good(await lists.post("markPublic", { lid, showcprops: "0" }));
  const after = await asStranger();
  expect((after.list as Fields).userinfo).toEqual({});
  expect(Object.keys((after.items as Fields[])[0] ?? {})).not.toContain("cprops");
});

test("the link of a private or deleted list gets the same 404 as an unknown link, and works again when the list is public again", async () => {
  const { store, lists, lid } = await aListOf(1);
  const read = (of: string) => store.browser("/api/v3/lists/fetch-list-with-contents", { lid: of });
  const unknown = refusalOf(await read(aUuid()));
  expect(refusalOf(await read(lid))).toEqual(unknown);
  good(await lists.post("markPublic", { lid }));
  expect((await read(lid)).status).toBe(200);
  good(await lists.post("markPrivate", { lid }));
  expect(refusalOf(await read(lid))).toEqual(unknown);
  good(await lists.post("markPublic", { lid }));
  expect((await read(lid)).status).toBe(200);
  good(await lists.post("delete-list", { lid }));
  expect(refusalOf(await read(lid))).toEqual(unknown);
});

test("a shopper sees the whole record of their own public list", async () => {
  const { lists, lid } = await aListOf(1);
  good(await lists.post("markPublic", { lid }));
  expect(await lists.record(lid)).toMatchObject({ lid, anonRead: true, lnote: "for me" });
});
