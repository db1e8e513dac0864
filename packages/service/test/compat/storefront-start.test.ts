import { expect, test } from "vitest";
import { aClock } from "../fixtures/clock.ts";
import { atOnce, tally } from "../fixtures/crowd.ts";
import { look } from "../fixtures/database.ts";
import { aService, aStore, personOf } from "../fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "../fixtures/shopper-lists.ts";

// Call sequences of existing storefront clients.

const service = aService();

test("a client that creates My Wishlist several times in parallel at start-up gets the same list each time", async () => {
  const store = await aStore(service);
  const guest = personOf(await store.register());
  const lists = listsOf(store, guest);
  const answers = await atOnce(6, () =>
    lists.post("create", { lname: "My Wishlist", lty: "wl", lnote: "", lprops: "{}", _cv: "1", appId: "Wishlist" }),
  );
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 6 });
  for (const [index, { body }] of answers.entries())
    good(await lists.change(String(body.lid), { a: [anItem(index + 1)] }));
  expect(await lists.fetchLists()).toMatchObject([{ lname: "My Wishlist", cnt: 6 }]);
  expect(await look("select 1 from lists where store_id = $1", [store.id])).toHaveLength(1);
});

test("the first list of fetch-user-lists and of fetch-lists is the default list", async () => {
  const store = await aStore(service);
  const lists = listsOf(store, await store.anAccount());
  good(await lists.post("sfl/create"));
  const lid = await lists.create("My Wishlist");
  await lists.create("Another");
  const { data } = good(await lists.post("fetch-user-lists")) as { data: Fields[] };
  expect(data[0]?.lid).toBe(lid);
  expect((await lists.fetchLists())[0]?.lid).toBe(lid);
  await lists.add(String(data[0]?.lid), anItem(1));
  good(await lists.post("update", { lid, lname: "Renamed" }));
  expect((await lists.fetchLists())[0]?.lid).toBe(lid);
});

test("a client can switch the variant of an item with d and a in one call", async () => {
  const store = await aStore(service);
  const lists = listsOf(store, await store.anAccount());
  const lid = await lists.create();
  const red = { epi: 11, empi: 1, du: "https://shop.example/p?variant=11" };
  const blue = { epi: 12, empi: 1, du: "https://shop.example/p?variant=12" };
  await lists.add(lid, { ...red, _av: true });
  const answer = good(await lists.change(lid, { d: [{ ...red, du: "" }], a: [{ ...blue, qty: 1, note: null }] }));
  expect(answer).toMatchObject({ d: [{ epi: 11 }], a: [{ epi: 12, empi: 1, _av: false }] });
  expect(await lists.fetchLists()).toMatchObject([{ cnt: 1, listcontents: [{ epi: 12 }] }]);
});

test("a client whose session was revoked gets sw-badregid and can start again with a new identity", async () => {
  const { clock, forward } = aClock();
  const store = await aStore(aService({ clock }));
  const old = personOf(await store.register());
  await listsOf(store, old).create();
  expect((await listsOf(store, old).post("fetch-lists")).status).toBe(200);
  await store.revokeSessions({ regid: old.regid });
  forward(5_000); // a revocation is known everywhere after that time
  const refused = await listsOf(store, old).post("fetch-lists");
  expect([refused.status, refused.body.type]).toEqual([401, "sw-badregid"]);
  const fresh = personOf(await store.register());
  expect(fresh.regid).not.toBe(old.regid);
  const lists = listsOf(store, fresh);
  expect(await lists.fetchLists()).toEqual([]);
  await lists.add(await lists.create(), anItem(1));
  expect(await lists.fetchLists()).toMatchObject([{ cnt: 1 }]);
});

test("no character of a regid, sessionid, uuid or lid changes when a client encodes it once too often", async () => {
  const store = await aStore(service, { pid: `a+b/${Date.now()}=` });
  for (let count = 0; count < 50; count += 1) {
    const guest = await store.aGuest();
    const people = [guest, await store.anAccount(), personOf(await store.register())];
    for (const { regid, sessionid } of people)
      for (const value of [regid, sessionid, guest.uuid]) expect(encodeURIComponent(value)).toBe(value);
  }
  const person = await store.anAccount();
  const lid = await listsOf(store, person).create();
  expect(encodeURIComponent(lid)).toBe(lid);
  expect(encodeURIComponent(store.pid)).not.toBe(store.pid); // control: here an encoding does change something
});

test.each(["abc+def/gh==", "+abcdef+"])("the pid %s is accepted with an unencoded plus", async (wanted) => {
  const pid = `${wanted.slice(0, -2)}${Date.now()}${wanted.slice(-2)}`;
  const store = await aStore(service, { pid });
  const { regid, sessionid } = await store.anAccount();
  const body = { headers: { "content-type": "application/x-www-form-urlencoded" } };
  const raw = new URLSearchParams({ regid, sessionid, lname: "My Wishlist" }).toString();
  const urls = [`/api/v3/lists/create?pid=${pid}`, `/api/v3/lists/create?pid=${encodeURIComponent(pid)}`];
  const lids = new Set<string>();
  for (const url of urls) {
    const response = await service.http.inject({ method: "POST", url, headers: body.headers, payload: raw });
    expect(response.statusCode).toBe(200);
    lids.add(response.json<{ lid: string; pid: string }>().lid);
    expect(response.json<{ pid: string }>().pid).toBe(pid);
  }
  expect(lids.size).toBe(1);
});

test("doubled slashes, a missing User-Agent and unknown fields are accepted", async () => {
  const store = await aStore(service);
  const { regid, sessionid } = await store.anAccount();
  const answer = await store.browser(
    "/api//v3/lists//create",
    { regid, sessionid, lname: "My Wishlist", _cv: "1", appId: "x", "user-agent": "y", source: "z", useragenttype: "" },
    { headers: { "user-agent": "" } },
  );
  expect(answer.status).toBe(200);
});

test("ids are returned with the type that they were sent with", async () => {
  const store = await aStore(service);
  const lists = listsOf(store, await store.anAccount());
  const lid = await lists.create();
  const sent = [
    { epi: 39_366_541_213_828, empi: 6_547_221_413_924, du: "https://shop.example/1" },
    { epi: "39366541213829", empi: "6547221413925", du: "https://shop.example/2" },
    { epi: 0, empi: 7, du: "https://shop.example/3" },
    { epi: "gid://shopify/ProductVariant/1", empi: "SKU 1/ä", du: "https://shop.example/4" },
  ];
  const added = await lists.add(lid, ...sent);
  const [list] = await lists.fetchLists();
  const all = [added, list?.listcontents as Fields[], await lists.contents(lid)];
  for (const items of all) {
    for (const { epi, empi } of sent)
      expect(items.filter((item) => item.epi === epi && item.empi === empi)).toHaveLength(1);
  }
  for (const field of ["cnt", "cts", "uts", "st"]) expect(typeof list?.[field]).toBe("number");
  expect(added.every(({ qty }) => qty === 1)).toBe(true);
});

test.each(["account", "guest"])(
  "userinfo of a list shared by a %s is an object, so that a page may read userinfo.em",
  async (owner) => {
    const store = await aStore(service);
    const lists = listsOf(store, owner === "guest" ? await store.aGuest() : await store.anAccount());
    const lid = await lists.create();
    good(await lists.post("markPublic", { lid }));
    const answer = good(await store.browser("/api/v3/lists/fetch-list-with-contents", { lid })) as {
      list: { userinfo: { em?: string; fname?: string } };
      userinfo: { em?: string };
      items: { length: number };
    };
    expect([answer.list.userinfo.em, answer.userinfo.em, answer.list.userinfo.fname]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(answer.items.length).toBe(0);
  },
);
