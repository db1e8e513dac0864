import { expect, test } from "vitest";
import { look } from "../fixtures/database.ts";
import { anEmail, aService, aStore, aUuid, basic, personOf, type TestStore } from "../fixtures/service.ts";
import { aFullItem, anItem, type Fields, good, listsOf } from "../fixtures/shopper-lists.ts";

// Unusual requests of real storefronts and servers, which the service understands.

const service = aService({ env: { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:9" } }); // no worker runs, so nothing connects
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json" };

async function aShopper() {
  const store = await aStore(service, { scopes: ["identity", "subscriptions"] });
  const person = await store.anAccount();
  return { store, person, lists: listsOf(store, person) };
}

/** A body that is sent as it is, from a browser. */
const send = (store: TestStore, path: string, raw: string, headers: Record<string, string>) =>
  store.browser(path, {}, { raw, headers });

const subscribe = (store: TestStore, raw: Record<string, string> | string) =>
  store.admin(
    "/storeadmin/bispa/subscriptions/create",
    undefined,
    typeof raw === "string"
      ? { raw, headers: FORM }
      : {
          raw: new URLSearchParams({
            medium: "email",
            mediumvalue: anEmail(),
            products: JSON.stringify([anItem(1)]),
            ...raw,
          }).toString(),
          headers: FORM,
        },
  );
test("a topic is any text of 1 to 64 characters, and a sign-up has up to 50 topics", async () => {
  const { store } = await aShopper();
  const many = Array.from({ length: 50 }, (_, index) => `topic ${index}`);
  for (const topics of [["Pre Order"], ["rückkehr"], ["🌻".repeat(64)], many])
    expect(good(await subscribe(store, { topics: JSON.stringify(topics) })).topics).toEqual(topics);
  for (const topics of [[...many, "one more"], [""], ["x".repeat(65)], [" "], [7], []])
    expect((await subscribe(store, { topics: JSON.stringify(topics) })).body.type).toBe("invalid-topics");
});

test.each(["form", "JSON"])("a hundred complete items fit into one call, as %s", async (kind) => {
  const { store, person, lists } = await aShopper();
  const lid = await lists.create();
  const items = Array.from({ length: 100 }, (_, index) => aFullItem(index + 1));
  expect(JSON.stringify(items).length).toBeGreaterThan(65_536);
  const { regid, sessionid } = person;
  const answer =
    kind === "form"
      ? await lists.change(lid, { a: items })
      : await send(store, "/api/v3/lists/update-ctx", JSON.stringify({ regid, sessionid, lid, a: items }), JSON_TYPE);
  expect((good(answer).a as Fields[]).length).toBe(100);
});

test("a body of a list call over 512 kB is refused with that number", async () => {
  const { lists } = await aShopper();
  const lid = await lists.create();
  const answer = await lists.post("update-ctx", { lid, a: "x".repeat(512 * 1024) });
  expect([answer.status, answer.body.type]).toEqual([400, "body-too-large"]);
  expect(answer.body.msg).toContain("512 kB");
});

test("a JSON body may be nested as deeply as a form field", async () => {
  const { store, person, lists } = await aShopper();
  const lid = await lists.create();
  const { regid, sessionid } = person;
  const nested = (depth: number): object => (depth === 1 ? {} : { a: nested(depth - 1) });
  for (const [depth, status] of [
    [6, 200],
    [7, 400],
  ] as const) {
    const a = [anItem(1, { cprops: nested(depth) })];
    expect((await lists.change(lid, { a })).status).toBe(status);
    const json = JSON.stringify({ regid, sessionid, lid, a });
    expect((await send(store, "/api/v3/lists/update-ctx", json, JSON_TYPE)).status).toBe(status);
  }
  for (const [depth, status] of [
    [8, 200],
    [9, 400],
  ] as const) {
    const lprops = nested(depth);
    expect((await lists.post("update", { lid, lprops: JSON.stringify(lprops) })).status).toBe(status);
    const json = JSON.stringify({ regid, sessionid, lid, lprops });
    expect((await send(store, "/api/v3/lists/update", json, JSON_TYPE)).status).toBe(status);
  }
});

test.each([{}, { "content-type": "text/plain" }, { "content-type": "text/plain;charset=UTF-8" }])(
  "with the headers %j, a body is read as JSON or as a form by its first character",
  async (headers) => {
    const { store, person, lists } = await aShopper();
    const { regid, sessionid } = person;
    const json = JSON.stringify({ regid, sessionid, lname: "By JSON" });
    expect(good(await send(store, "/api/v3/lists/create", `\n ${json}`, headers as Record<string, string>)).lname).toBe(
      "By JSON",
    );
    const form = new URLSearchParams({ regid, sessionid, lname: "By form" }).toString();
    expect(good(await send(store, "/api/v3/lists/create", form, headers as Record<string, string>)).lname).toBe(
      "By form",
    );
    expect(await lists.fetchLists()).toHaveLength(2);
  },
);

test("a trailing slash works", async () => {
  const { store, lists } = await aShopper();
  expect((await lists.post("fetch-lists/")).status).toBe(200);
  expect((await store.admin("/storeadmin/me/", undefined, { method: "GET" })).status).toBe(200);
});

test("empty and null values of optional fields mean that they are not given", async () => {
  const { store, person, lists } = await aShopper();
  for (const none of ["", "null"]) {
    const lid = await lists.create(`List ${none}!`, { lty: none, fromlid: none, lprops: none, ldesc: none });
    await lists.add(lid, anItem(1));
    expect(await lists.contents(lid, { limit: none, offset: none, excludeArchived: none })).toHaveLength(1);
    expect(await lists.fetchLists({ lty: none, includeArchived: none })).not.toHaveLength(0);
    expect(good(await lists.post("update", { lid, lname: none, st: none })).lname).toBe(`List ${none}!`);
    expect((await lists.post("markPublic", { lid, fname: none, showcprops: none })).status).toBe(200);
    expect((await lists.post("sfl/fetch", { lid: none, limit: none })).status).toBe(200);
    const options = { extras: none, consent: none, locale: none, currency: none, timezone: none };
    expect((await subscribe(store, { topics: "backinstock", addtomailinglist: none, ...options })).status).toBe(200);
    const { regid, sessionid } = person;
    const filter = { regid, sessionid, topic: none, medium: none, limit: none, offset: none };
    expect((await store.browser("/api/v3/subscriptions/fetch-subs", filter)).status).toBe(200);
    expect((await store.generateRegid({ uuid: aUuid(), useremail: none })).status).toBe(200);
    expect((await store.register({ uuid: none, sessionid: none, assertion: none })).status).toBe(200);
  }
  const { regid, sessionid } = person;
  const json = { regid, sessionid, lname: "By JSON", lty: null, fromlid: null, lprops: null, lnote: null };
  expect((await store.browser("/api/v3/lists/create", undefined, { json })).status).toBe(200);
});

test("an empty lnote still clears the note", async () => {
  const { lists } = await aShopper();
  const lid = await lists.create("My Wishlist", { lnote: "For Ann" });
  expect(good(await lists.post("update", { lid, lnote: "" })).lnote).toBe("");
});

test("topics[] and a repeated identical pid work, also in the query", async () => {
  const { store, person } = await aShopper();
  const rest = `medium=email&mediumvalue=${encodeURIComponent(anEmail())}&products=${encodeURIComponent(JSON.stringify([anItem(1)]))}`;
  expect(good(await subscribe(store, `${rest}&topics[]=backinstock`)).topics).toEqual(["backinstock"]);
  expect(good(await subscribe(store, `${rest}&topics%5B%5D=backinstock&topics%5B%5D=comingsoon`)).topics).toEqual([
    "backinstock",
    "comingsoon",
  ]);
  const { regid, sessionid } = person;
  const pid = `pid=${encodeURIComponent(store.pid)}`;
  const form = new URLSearchParams({ regid, sessionid }).toString();
  const call = (query: string, body: string) =>
    store.admin(`/api/v3/lists/fetch-lists?${query}`, undefined, { key: null, raw: body, headers: FORM });
  expect((await call(`${pid}&${pid}`, form)).status).toBe(200);
  expect((await call("", `${form}&${pid}&${pid}`)).status).toBe(200);
  expect((await call(`${pid}&pid=another`, form)).status).toBe(400);
});

test("a doubled pid does not get around the origins of a store", async () => {
  const store = await aStore(service, { settings: { origins: ["https://shop.example"] } });
  const headers = { origin: "https://elsewhere.example" };
  const pid = `pid=${encodeURIComponent(store.pid)}`;
  for (const query of [pid, `${pid}&${pid}`, `pid[]=${encodeURIComponent(store.pid)}`]) {
    const url = `/api/v3/product/wishlist/social-count?${query}&empi=1`;
    for (const method of ["GET", "POST"] as const)
      expect((await store.admin(url, undefined, { key: null, method, headers })).status, `${method} ${query}`).not.toBe(
        200,
      );
  }
});

test("an email whose + arrived as a space means the same account, subscriber and recipient", async () => {
  const { store } = await aShopper();
  const email = `ann+${aUuid().slice(0, 8)}@example.com`;
  const { regid } = await store.anAccount(email);
  const raw = `useragenttype=t&useremail=${email.replace("@", "%40")}`;
  expect(raw).toContain("+");
  const answer = await store.admin("/storeadmin/v3/user/generate-regid", undefined, { raw, headers: FORM });
  expect(personOf(answer).regid).toBe(regid);
  const products = encodeURIComponent(JSON.stringify([anItem(1)]));
  good(await subscribe(store, `medium=email&mediumvalue=${email}&products=${products}&topics=backinstock`));
  const { regid: r, sessionid } = personOf(answer);
  const subs = good(await store.browser("/api/v3/subscriptions/fetch-subs", { regid: r, sessionid }));
  expect(subs.subscriptions).toMatchObject([{ mediumvalue: email }]);

  const lid = await listsOf(store, { regid: r, sessionid }).create();
  const form = new URLSearchParams({ regid: r, sessionid, lid, fromname: "Ann" }).toString();
  const mail = `${form}&toemail=${email}`;
  good(await send(store, "/api/v3/lists/emailList", mail, FORM));
  expect(await look("select to_email as to from mails where store_id = $1", [store.id])).toEqual([{ to: email }]);
});

test("useragenttype has any length", async () => {
  const { store } = await aShopper();
  const answer = await store.generateRegid({ uuid: aUuid(), useragenttype: "x".repeat(20_000) });
  expect(answer.status).toBe(200);
});

test("a 401 of /storeadmin names Basic authentication, and a 401 of a browser call does not", async () => {
  const { store, person } = await aShopper();
  const wrong = { authorization: basic(store.pid, "ks_wrong") };
  for (const headers of [{}, wrong, { authorization: "Bearer x" }]) {
    const answer = await store.admin("/storeadmin/me", undefined, {
      method: "GET",
      key: null,
      headers,
    });
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([
      401,
      'Basic realm="keepsake", charset="UTF-8"',
    ]);
  }
  const inDashboard = await store.admin("/storeadmin/me", undefined, {
    method: "GET",
    key: null,
    headers: { "sec-fetch-mode": "cors" },
  });
  expect([inDashboard.status, inDashboard.headers["www-authenticate"]], "in a browser").toEqual([401, undefined]);
  const refused = await listsOf(store, { ...person, regid: "x" }).post("fetch-lists");
  expect([refused.status, refused.headers["www-authenticate"]]).toEqual([401, undefined]);
});
