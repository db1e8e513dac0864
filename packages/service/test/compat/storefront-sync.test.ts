import { expect, test } from "vitest";
import { identitySecret } from "../../src/features/stores/store.ts";
import { signAssertion } from "../fixtures/assertion.ts";
import { anEmail, aService, aStore, aUuid, personOf, refusalOf, type TestStore } from "../fixtures/service.ts";
import { anItem, type Fields, good, listsOf } from "../fixtures/shopper-lists.ts";

// Call sequences of clients that use the older paths, and of those that log in from the browser.

const service = aService();
const assertionOf = async (store: TestStore, email: string) =>
  signAssertion(identitySecret(await store.record()), { email });
const validate = (store: TestStore, params: Record<string, string>) =>
  store.browser("/api/v3/lists/user-validate-sync", { platform: "shopify", extuid: "6547221413924", ...params });

test("a server that calls generate-regid without the version gets the same shopper", async () => {
  const store = await aStore(service);
  const [uuid, useremail] = [aUuid(), anEmail()];
  const call = (params: Record<string, string>) =>
    store.admin("/storeadmin/user/generate-regid", { useragenttype: "mobileApp", ...params });
  const guest = personOf(await call({ uuid }));
  expect(guest.regid).toBe(personOf(await store.generateRegid({ uuid })).regid);
  const lid = await listsOf(store, guest).create();
  const account = personOf(await call({ uuid, useremail }));
  expect(account.regid).toBe((await store.anAccount(useremail)).regid);
  expect(await listsOf(store, account).fetchLists()).toMatchObject([{ lid }]);
  expect(refusalOf(await call({ uuid: "not-a-uuid" }))).toMatchObject({ status: 400, type: "invalid-uuid" });
});

test("user-validate-sync with an assertion makes the guest of the browser part of the account", async () => {
  const store = await aStore(service);
  const guest = personOf(await store.register());
  const lid = await listsOf(store, guest).create();
  await listsOf(store, guest).add(lid, anItem(1));
  const email = anEmail();
  const answer = await validate(store, { ...guest, assertion: await assertionOf(store, email) });
  const account = personOf(answer);
  expect(account.regid).toBe((await store.anAccount(email)).regid);
  expect(await listsOf(store, account).fetchLists()).toMatchObject([{ lid, cnt: 1 }]);
  const again = await validate(store, { ...account, assertion: await assertionOf(store, email) });
  expect(personOf(again).regid).toBe(account.regid);
  expect(await listsOf(store, account).fetchLists()).toHaveLength(1);
});

test("user-validate-sync without an assertion believes no customer number and tells nothing about the account", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const { regid, sessionid, uuid } = guest;
  await listsOf(store, guest).create();
  expect(good(await validate(store, { regid, sessionid }))).toMatchObject({ regid, sessionid });
  const email = anEmail();
  const account = personOf(await store.generateRegid({ uuid, useremail: email }));
  const answer = await validate(store, { regid, sessionid });
  expect(good(answer)).toMatchObject({ regid, sessionid });
  expect(answer.text).not.toContain(account.regid);
  const forged = await validate(store, { regid, sessionid, assertion: await signAssertion("ksi_guess", { email }) });
  expect(refusalOf(forged)).toMatchObject({ status: 401, type: "invalid-assertion" });
  const stranger = await store.aGuest();
  const stolen = await validate(store, {
    regid,
    sessionid: stranger.sessionid,
    assertion: await assertionOf(store, anEmail()),
  });
  expect(refusalOf(stolen)).toMatchObject({ status: 401, type: "sw-badregid" });
});

test("social-count as GET answers what it answers as POST", async () => {
  const store = await aStore(service);
  const lists = listsOf(store, await store.anAccount());
  await lists.add(await lists.create(), anItem(1, { empi: "p1" }));
  for (const empi of ["p1", "unknown"]) {
    const path = "/api/v3/product/wishlist/social-count";
    const asGet = await store.browser(path, undefined, { method: "GET", query: { empi } });
    expect(good(asGet)).toEqual({ data: { empi, count: expect.any(Number) as number } });
    expect((good(asGet).data as Fields).empi).toBe(empi);
    expect(asGet.text).toBe((await store.browser(path, { empi })).text);
  }
  const without = await store.browser("/api/v3/product/wishlist/social-count", undefined, { method: "GET" });
  expect([without.status, without.body.type]).toEqual([400, "missing-empi"]);
});
