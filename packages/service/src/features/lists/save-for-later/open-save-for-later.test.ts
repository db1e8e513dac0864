import { expect, test } from "vitest";
import { atOnce } from "../../../../test/fixtures/crowd.ts";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";

const service = aService();

async function aSavedList() {
  const store = await aStore(service);
  const account = await store.anAccount();
  const lists = listsOf(store, account);
  const { list } = good(await lists.post("sfl/create"));
  const lid = String((list as Fields).lid);
  const items = (sent: object[]) => ({ lid, items: JSON.stringify(sent) });
  return { store, account, lists, lid, items };
}

test("sfl/create returns list, items, userinfo and pagination, and the same list the next time", async () => {
  const { account, lists, lid } = await aSavedList();
  const again = good(await lists.post("sfl/create", { lname: "Another name" }));
  expect(again).toMatchObject({
    list: { lid, lty: "sfl", lname: "Saved for later", st: 1, cnt: 0, cprops: {}, ldesc: {} },
    items: [],
    userinfo: { em: account.useremail },
    pagination: { totalcount: 0, next: null, limit: 100 },
  });
  expect(Object.keys(again).toSorted()).toEqual(["items", "list", "pagination", "userinfo"]);
});

test("sfl/create: thirty parallel calls create one list, with the name that was sent", async () => {
  const store = await aStore(service);
  const lists = listsOf(store, await store.aGuest());
  const answers = await atOnce(
    30,
    async () => good(await lists.post("sfl/create", { lname: "Later on" })).list as Fields,
  );
  expect(new Set(answers.map(({ lid }) => lid)).size).toBe(1);
  expect(answers[0]?.lname).toBe("Later on");
  expect((await lists.post("sfl/create", { lname: "ab" })).status).toBe(400);
});

test("sfl/add, sfl/update, sfl/remove and sfl/moved-to-cart return the changed items and the failed ones", async () => {
  const { lists, lid, items } = await aSavedList();
  const added = good(await lists.post("sfl/add", items([anItem(1), anItem(2), anItem(3)])));
  expect(added).toMatchObject({ itemsadded: [{ lid }, { lid }, { lid }], itemsfailed: [] });
  const updated = good(
    await lists.post(
      "sfl/update",
      items([
        { epi: 1, qty: 4 },
        { epi: 9, qty: 1 },
      ]),
    ),
  );
  expect(updated).toMatchObject({ itemsupdated: [{ epi: 1, qty: 4 }], itemsfailed: [{ epi: "9" }] });
  const moved = good(await lists.post("sfl/moved-to-cart", items([{ epi: 1 }])));
  expect(moved).toMatchObject({ itemsmoved: [{ epi: 1, qty: 4 }], itemsfailed: [] });
  const removed = good(await lists.post("sfl/remove", items([{ epi: 2 }, { epi: 1 }])));
  expect(removed).toMatchObject({ itemsdeleted: [{ epi: 2 }], itemsfailed: [{ epi: "1" }] });
  expect(good(await lists.post("sfl/fetch", { lid }))).toMatchObject({
    list: { lid, cnt: 1 },
    items: [{ epi: 3 }],
    pagination: { totalcount: 1 },
  });
});

test("sfl/add stores the valid items and returns the invalid ones", async () => {
  const { lists, items } = await aSavedList();
  const answer = good(await lists.post("sfl/add", items([anItem(1), { epi: 2 }, { ...anItem(3), qty: 0 }])));
  expect(answer.itemsadded).toMatchObject([{ epi: 1 }]);
  expect(answer.itemsfailed).toHaveLength(2);
});

test.each(["", "[]", "{}", "x", "null", JSON.stringify(Array.from({ length: 101 }, (_, index) => anItem(index)))])(
  "sfl/add: items %j are refused with 400",
  async (sent) => {
    const { lists, lid } = await aSavedList();
    for (const verb of ["add", "update", "remove", "moved-to-cart"])
      expect((await lists.post(`sfl/${verb}`, { lid, items: sent })).status).toBe(400);
  },
);

test("sfl/fetch returns pages, and only to the owner even if the list is public", async () => {
  const { store, lists, lid, items } = await aSavedList();
  for (const epi of [1, 2, 3]) good(await lists.post("sfl/add", items([anItem(epi)])));
  expect(good(await lists.post("sfl/fetch", { lid, limit: "2", offset: "1" }))).toMatchObject({
    items: [{ epi: 2 }, { epi: 1 }],
    pagination: { totalcount: 3, next: null, limit: 2 },
  });
  good(await lists.post("markPublic", { lid }));
  const stranger = listsOf(store, await store.anAccount());
  expect((await stranger.post("sfl/fetch", { lid })).status).toBe(404);
});
