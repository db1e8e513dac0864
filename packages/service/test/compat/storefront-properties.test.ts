import { expect, test } from "vitest";
import { anEmail, aService, aStore, type Person, personOf, type TestStore } from "../fixtures/service.ts";
import { anItem, good, listsOf } from "../fixtures/shopper-lists.ts";

// cprops, lprops and ldesc hold what a shop puts there: nothing of it changes.

const service = aService();

async function aShopper() {
  const store = await aStore(service);
  const person = await store.anAccount();
  return { store, person, lists: listsOf(store, person) };
}

const sendJson = (store: TestStore, path: string, raw: string) =>
  store.browser(path, {}, { raw, headers: { "content-type": "application/json" } });

const PROPERTIES = [
  '{"b":1,"a":2,"10":3,"9":4}',
  '{"exact":1.00000000000000000001,"long":123456789012345678901234567890,"e":1E5,"zero":1.0,"minus":-0}',
  '{ "spaces" : [ 1 , 2 ] }',
  '{"escaped":"\\u00e9\\/","constructor":{"prototype":1},"toString":"x"}',
];

test.each(PROPERTIES)("cprops and lprops %s come back byte for byte", async (text) => {
  const { store, person, lists } = await aShopper();
  const { regid, sessionid } = person;
  const created = await lists.post("create", { lname: "My Wishlist", lprops: text, ldesc: text });
  const lid = String(good(created).lid);
  const holds = (answer: { text: string }, ...fields: string[]) => {
    for (const field of fields) expect(answer.text).toContain(`"${field}":${text}`);
  };
  holds(created, "lprops", "ldesc");
  holds(
    await lists.post("update-ctx", { lid, a: `[{"epi":1,"empi":1,"du":"https://a.example","cprops":${text}}]` }),
    "cprops",
  );
  for (const verb of ["fetch-lists", "fetch-list-with-contents"])
    holds(await lists.post(verb, { lid }), "lprops", "ldesc", "cprops");
  holds(await lists.post("update-ctx", { lid, u: '[{"epi":1,"qty":3,"note":"n"}]' }), "cprops");
  holds(await lists.post("fetch-list-contents", { lid }), "cprops");
  holds(await lists.post("update", { lid, lnote: "n" }), "lprops", "ldesc", "cprops");
  good(await lists.post("markPublic", { lid, showcprops: "1" }));
  for (const verb of ["fetch-list-contents", "fetch-list-with-contents"])
    holds(await store.browser(`/api/v3/lists/${verb}`, { lid }), "cprops");
  holds(await lists.post("create", { lname: "A copy", fromlid: lid }), "cprops");

  const json = `{"regid":"${regid}","sessionid":"${sessionid}","lname":"By JSON","lprops":${text}}`;
  const byJson = await sendJson(store, "/api/v3/lists/create", json);
  holds(byJson, "lprops");
  const items = `{"regid":"${regid}","sessionid":"${sessionid}","lid":"${String(byJson.body.lid)}","a":[{"epi":2,"empi":1,"du":"https://a.example","cprops":${text}}]}`;
  holds(await sendJson(store, "/api/v3/lists/update-ctx", items), "cprops");
});

test("cprops of a guest come back byte for byte after a merge and after its undoing", async () => {
  const [text = ""] = PROPERTIES;
  const store = await aStore(service);
  const guest = await store.aGuest();
  const useremail = anEmail();
  const account = await store.anAccount(useremail);
  const add = async (person: Person, note: string) => {
    const lists = listsOf(store, person);
    const lid = await lists.create();
    const item = `[{"epi":1,"empi":1,"du":"https://a.example","note":"${note}","cprops":${text}}]`;
    good(await lists.post("update-ctx", { lid, a: item }));
  };
  await add(account, "account");
  await add(guest, "guest");
  good(await store.sync({ regid: guest.regid, useremail }));
  expect((await listsOf(store, account).post("fetch-lists")).text).toContain(`"cprops":${text}`);
  good(await store.undoMerge({ regid: guest.regid }));
  for (const person of [account, personOf(await store.generateRegid({ uuid: guest.uuid }))])
    expect((await listsOf(store, person).post("fetch-lists")).text).toContain(`"cprops":${text}`);
});

test("the key __proto__ is refused in cprops, and constructor is not", async () => {
  const { lists } = await aShopper();
  const lid = await lists.create();
  expect((await lists.add(lid, anItem(1, { cprops: { constructor: "x", prototype: 1 } })))[0]?.cprops).toEqual({
    constructor: "x",
    prototype: 1,
  });
  const raw = '[{"epi":2,"empi":1,"du":"https://a.example","cprops":{"__proto__":1}}]';
  expect((await lists.post("update-ctx", { lid, a: raw })).body.type).toBe("invalid-json");
});
