import { expect, test } from "vitest";
import { anEmail, aService, aStore, aUuid, type Params, type Person, type TestStore } from "../fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "../fixtures/shopper-lists.ts";

// What storefronts read from answers besides the records themselves.

const service = aService();

async function aShopper() {
  const store = await aStore(service, { scopes: ["identity", "subscriptions"] });
  const person = await store.anAccount();
  return { store, person, lists: listsOf(store, person) };
}

const subscribe = (store: TestStore, params: Params) =>
  store.admin("/storeadmin/bispa/subscriptions/create", {
    medium: "email",
    mediumvalue: anEmail(),
    products: JSON.stringify([anItem(1)]),
    ...params,
  });

test("a, u and d are answered in the order sent", async () => {
  const { lists } = await aShopper();
  const lid = await lists.create();
  const order = [7, 3, 9, 1, 8, 2, 6, 4, 5];
  const inOrder = (items: unknown) => (items as Fields[]).map(({ epi }) => epi);
  expect(inOrder(await lists.add(lid, ...order.map((epi) => anItem(epi))))).toEqual(order);
  const other = order.toReversed();
  expect(inOrder(await lists.add(lid, ...other.map((epi) => anItem(epi, { qty: 2 }))))).toEqual(other);
  expect(inOrder(good(await lists.change(lid, { u: order.map((epi) => ({ epi, qty: 3 })) })).u)).toEqual(order);
  expect(inOrder(good(await lists.change(lid, { d: other.map((epi) => ({ epi })) })).d)).toEqual(other);
  const items = JSON.stringify(order.map((epi) => anItem(epi)));
  expect(inOrder(good(await lists.post("sfl/add", { items })).itemsadded)).toEqual(order);
});

test.each([aUuid(), "not-a-lid"])("sfl calls with the unknown lid %s are 404, whatever the items", async (lid) => {
  const { lists } = await aShopper();
  for (const verb of ["add", "update", "remove", "moved-to-cart"]) {
    for (const item of [anItem(1), { epi: null }]) {
      const answer = await lists.post(`sfl/${verb}`, { lid, items: JSON.stringify([item]) });
      expect([answer.status, answer.body.type], `for ${verb}`).toEqual([404, "unknown-list"]);
    }
  }
});

test("contains works as GET, with an ETag that a second call can send", async () => {
  const { store, person, lists } = await aShopper();
  const lid = await lists.create();
  await lists.add(lid, anItem(1));
  const { regid, sessionid } = person;
  const get = (headers: Record<string, string> = {}) =>
    store.browser("/api/v3/lists/contains", undefined, {
      method: "GET",
      query: { regid, sessionid, epis: "1,2" },
      headers,
    });
  const first = await get();
  expect(good(first)).toEqual({ data: [{ epi: "1", lids: [lid] }] });
  const etag = String(first.headers.etag);
  const again = await get({ "if-none-match": etag });
  expect([again.status, again.text]).toEqual([304, ""]);
  await lists.add(lid, anItem(2));
  const changed = await get({ "if-none-match": etag });
  expect(good(changed).data).toHaveLength(2);
  const asPost = await lists.post("contains", { epis: "1,2" });
  expect(asPost.text).toBe(changed.text);
  const without = await store.browser("/api/v3/lists/contains", undefined, { method: "GET", query: { epis: "1" } });
  expect(without.status).toBe(400);
});

test("fetch-list-contents says how many items there are and where the next page is", async () => {
  const { store, lists } = await aShopper();
  const lid = await lists.create();
  await lists.add(lid, ...Array.from({ length: 5 }, (_, index) => anItem(index + 1)));
  const page = (params: Record<string, string>) =>
    lists.post("fetch-list-contents", { lid, ...params }, { headers: { origin: "https://shop.example" } });
  const first = await page({ limit: "2" });
  expect([first.headers["x-total-count"], (first.body as unknown as Fields[]).length]).toEqual(["5", 2]);
  const [, url = ""] = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link)) ?? [];
  expect(Object.fromEntries(new URL(url, "https://x.example").searchParams)).toEqual({
    pid: store.pid,
    lid,
    limit: "2",
    offset: "2",
  });
  expect(String(first.headers["access-control-expose-headers"]).toLowerCase()).toMatch(/link.*x-total-count/);
  const last = await page({ limit: "2", offset: "4" });
  expect([last.headers["x-total-count"], last.headers.link]).toEqual(["5", undefined]);
  good(await lists.post("markPublic", { lid }));
  const shared = await store.browser("/api/v3/lists/fetch-list-contents", { lid, limit: "2" });
  expect([shared.headers["x-total-count"], typeof shared.headers.link]).toEqual(["5", "string"]);
});

test("the pages that Link names lead through all items", async () => {
  const { store, person, lists } = await aShopper();
  const lid = await lists.create();
  await lists.add(lid, ...Array.from({ length: 7 }, (_, index) => anItem(index + 1)));
  const { regid, sessionid } = person;
  const seen: unknown[] = [];
  let url: string | undefined =
    `/api/v3/lists/fetch-list-contents?pid=${encodeURIComponent(store.pid)}&lid=${lid}&limit=3`;
  for (let pages = 0; url && pages < 10; pages += 1) {
    const answer: Awaited<ReturnType<typeof store.admin>> = await store.admin(url, { regid, sessionid }, { key: null });
    seen.push(...(good(answer) as unknown as Fields[]).map(({ epi }) => epi));
    url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
  }
  expect(new Set(seen)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
  expect(seen).toHaveLength(7);
});

test("fetch-list-contents answers up to 1,000 items at once", async () => {
  const { lists } = await aShopper();
  const lid = await lists.create();
  for (let start = 0; start < 1_000; start += 100)
    await lists.add(lid, ...Array.from({ length: 100 }, (_, index) => anItem(start + index + 1)));
  expect(await lists.contents(lid, { limit: "1000" })).toHaveLength(1_000);
});

test("acc_mkt says whether the account is on the mailing list", async () => {
  const { store } = await aShopper();
  const useremail = anEmail();
  const signUp = (addtomailinglist: string) =>
    subscribe(store, { mediumvalue: useremail, topics: "backinstock", addtomailinglist });
  const shown = async () => {
    const lists = listsOf(store, await store.anAccount(useremail));
    const lid = await lists.create();
    const { list, userinfo } = good(await lists.post("fetch-list-with-contents", { lid })) as Record<string, Fields>;
    return [userinfo?.acc_mkt, (list?.userinfo as Fields | undefined)?.acc_mkt];
  };
  good(await signUp("1")); // before the account exists
  expect(await shown()).toEqual([true, true]);
  good(await signUp("0"));
  expect(await shown()).toEqual([false, false]);
  good(await signUp("1"));
  expect(await shown()).toEqual([true, true]);
  const other = listsOf(store, await store.anAccount());
  expect((good(await other.post("sfl/create")).userinfo as Fields).acc_mkt).toBe(false);
});

test("fetch-subs says by whom a subscription was made and changed, unless the shopper is a guest", async () => {
  const settings = { alerts: { browserDoubleOptIn: false } };
  const store = await aStore(service, { scopes: ["identity", "subscriptions"], settings });
  const useremail = anEmail();
  const account = await store.anAccount(useremail);
  good(await subscribe(store, { mediumvalue: useremail, topics: "backinstock" }));
  const subs = async ({ regid, sessionid }: Person) =>
    (good(await store.browser("/api/v3/subscriptions/fetch-subs", { regid, sessionid })).subscriptions as Fields[])[0];
  expect(await subs(account)).toMatchObject({ cby: useremail, uby: useremail });
  const guest = await store.aGuest();
  const { regid, sessionid } = guest;
  const fields = { regid, sessionid, medium: "email", mediumvalue: anEmail(), topics: "backinstock" };
  good(await store.browser("/api/v3/subscriptions/create", { ...fields, products: JSON.stringify([anItem(1)]) }));
  expect(await subs(guest)).toMatchObject({ cby: null, uby: null });
});

test("lhash changes with every attribute of a list, and with nothing else", async () => {
  const { lists } = await aShopper();
  const lid = await lists.create();
  const hashes = new Set<unknown>([(await lists.record(lid)).lhash]);
  const changes = [
    { lname: "Another name" },
    { lnote: "A note" },
    { lprops: '{"a":1}' },
    { ldesc: '{"a":1}' },
    { st: "0" },
  ];
  for (const [index, change] of changes.entries()) {
    const { lhash } = good(await lists.post("update", { lid, ...change }));
    hashes.add(lhash);
    expect(hashes.size, `for ${JSON.stringify(change)}`).toBe(index + 2);
  }
  const { lhash } = good(await lists.post("markPublic", { lid }));
  hashes.add(lhash);
  expect(hashes.size).toBe(changes.length + 2);
  await lists.add(lid, anItem(1));
  const again = (await lists.record(lid)).lhash;
  expect(again).toBe(lhash);
  expect(Buffer.from(String(again), "base64").toString("base64")).toBe(again);
});
