import { expect, test } from "vitest";
import { anEmail, aService, aStore } from "../fixtures/service.ts";
import { anItem, good, listsOf } from "../fixtures/shopper-lists.ts";

// A shared link can be withdrawn for good.

const service = aService();

test("markPublic with newlink=1 gives the list a new lid, and the old one is unknown to everybody", async () => {
  const store = await aStore(service);
  const lists = listsOf(store, await store.anAccount());
  const lid = await lists.create();
  await lists.add(lid, anItem(1));
  good(await lists.post("markPublic", { lid }));
  good(await lists.post("markPrivate", { lid }));
  const fetchAsStranger = (id: string) => store.browser("/api/v3/lists/fetch-list-with-contents", { lid: id });
  const revived = good(await lists.post("markPublic", { lid }));
  expect(revived.lid).toBe(lid);
  expect((await fetchAsStranger(lid)).status).toBe(200);

  const renewed = good(await lists.post("markPublic", { lid, newlink: "1" }));
  const fresh = String(renewed.lid);
  expect(fresh).not.toBe(lid);
  expect(renewed).toMatchObject({ id: fresh, anonRead: true, cnt: 1, listcontents: [{ epi: 1, lid: fresh }] });
  expect((await fetchAsStranger(fresh)).status).toBe(200);
  expect((await fetchAsStranger(lid)).status).toBe(404);
  for (const verb of [
    "fetch-list-with-contents",
    "fetch-list-contents",
    "update",
    "delete-list",
    "markPublic",
    "reportShare",
  ])
    expect((await lists.post(verb, { lid })).status, `for ${verb}`).toBe(404);
  expect((await lists.change(lid, { a: [anItem(2)] })).status).toBe(404);
  await lists.add(fresh, anItem(2));
  expect(await lists.fetchLists()).toMatchObject([{ lid: fresh, cnt: 2 }]);
  expect(good(await lists.post("contains", { epis: "1" })).data).toEqual([{ epi: "1", lids: [fresh] }]);
});

test("a new link also ends the links of lists that a merge united with this one", async () => {
  const store = await aStore(service);
  const useremail = anEmail();
  const account = await store.anAccount(useremail);
  const guest = await store.aGuest();
  const ofGuest = listsOf(store, guest);
  const shared = await ofGuest.create();
  await ofGuest.add(shared, anItem(1));
  good(await ofGuest.post("markPublic", { lid: shared }));
  const ofAccount = listsOf(store, account);
  const lid = await ofAccount.create();
  good(await store.sync({ regid: guest.regid, useremail }));
  good(await ofAccount.post("markPublic", { lid }));
  const read = async (id: string) => (await store.browser("/api/v3/lists/fetch-list-contents", { lid: id })).status;
  expect([await read(lid), await read(shared)]).toEqual([200, 200]);
  const fresh = String(good(await ofAccount.post("markPublic", { lid, newlink: "1" })).lid);
  expect([await read(fresh), await read(lid), await read(shared)]).toEqual([200, 404, 404]);
});
