import { expect, test } from "vitest";
import { anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { anItem, listCalls } from "../../../../test/fixtures/list-calls.ts";
import { anEmail, type Params, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import {
  aProduct,
  confirmationsOf,
  subscribeAs,
  subscriptionRows,
  subscriptionsOf,
} from "../../../../test/fixtures/subscription-calls.ts";

const provider = aProvider(({ mail }) =>
  mail.to.startsWith("bounces") ? { state: "rejected", reason: `550 <${mail.to}> unknown` } : { state: "sent" },
);
const shop = await anAlertShop(provider, { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" });

type Found = { person: string; address: string; open: number; unconfirmed: number; account: object | null };
const get = (store: TestStore, path: string, query: Params, key?: string) =>
  store.admin(`/storeadmin/v3/${path}`, undefined, { method: "GET", query, ...(key ? { key } : {}) });
const post = (store: TestStore, path: string, json: object, key?: string) =>
  store.admin(`/storeadmin/v3/people/${path}`, undefined, { json, ...(key ? { key } : {}) });
async function find(store: TestStore, address: string, key?: string) {
  return good(await get(store, "people", { address }, key))["items"] as Found[];
}
const textsOf = (body: Record<string, unknown>) =>
  (body["timeline"] as { text: string; epi: string | null }[]).map(({ text, epi }) => `${epi ?? "-"} ${text}`);

test("a person is found by the whole address, in any spelling, and by nothing less", async () => {
  const store = await shop.aStore();
  good(await subscribeAs(store, "ann.lee@example.com"));
  const [ann, ...others] = await find(store, " Ann.Lee@EXAMPLE.com ");
  expect(others).toEqual([]);
  expect(ann).toMatchObject({
    address: "ann.lee@example.com",
    open: 1,
    unconfirmed: 0,
    account: null,
    suppressed: null,
  });
  for (const part of ["ann.lee@example.co", "lee@example.com", "+4915112345678"])
    expect(await find(store, part)).toEqual([]);
  const another = await shop.aStore();
  expect(await find(another, "ann.lee@example.com")).toEqual([]);
  expect((await get(store, "people", { address: "not an address" })).status).toBe(400);
});

test("the time line says in plain words what happened: signed up, confirmed, notified, bought, left", async () => {
  const store = await shop.aStore();
  const account = await store.anAccount();
  const browser = subscriptionsOf(store, account);
  const email = anEmail();
  good(await browser.create(email, [aProduct(1)], { consent: "Mail me, please." }));
  const [waits] = await find(store, email);
  expect(waits).toMatchObject({ open: 0, unconfirmed: 1 });
  const unconfirmed = await get(store, "people/one", { person: waits?.person ?? "" });
  expect(textsOf(unconfirmed.body)).toEqual(["1 asked to confirm the address"]);
  const { token = "" } = (await confirmationsOf(store, shop.ask)).at(-1) ?? {};
  await store.admin("/alerts/confirm", { token }, { key: null });
  await stock(store, 1);
  await shop.work();
  good(
    await store.admin("/storeadmin/v3/alerts/bought", undefined, {
      json: { epi: 1, medium: "email", mediumvalue: email },
    }),
  );
  good(await subscribeAs(store, email, [aProduct(2)]));
  good(await post(store, "unsubscribe", { person: waits?.person }));
  const { body } = await get(store, "people/one", { person: waits?.person ?? "" });
  expect(textsOf(body)).toEqual([
    "2 unsubscribed by the store",
    "2 signed up",
    "1 bought",
    "1 sent",
    "1 confirmed with the link in the mail",
  ]);
  expect(body["alerts"]).toMatchObject([
    { epi: "2", state: "unsubscribed" },
    { epi: "1", state: "bought" },
  ]);
  expect(body["consents"]).toMatchObject([
    { epi: "2", source: "store-server" },
    { epi: "1", source: "confirmation", text: "A test's store will email you about:" },
    { epi: "1", source: "browser", text: "Mail me, please." },
  ]);
});

test("an account is found with its lists, also if it has no alerts", async () => {
  const store = await shop.aStore();
  const account = await store.anAccount();
  const lists = listCalls(store, account);
  good(await lists.add(await lists.aList("Summer"), [anItem(1), anItem(2)]));
  const [found] = await find(store, account.useremail);
  expect(found).toMatchObject({ person: null, account: { regid: account.regid }, open: 0 });
  const { body } = await get(store, "people/one", { address: account.useremail });
  expect(body).toMatchObject({
    person: null,
    lists: [{ lname: "Summer", cnt: 2, lty: "wl" }],
    alerts: [],
    timeline: [],
  });
  good(await subscribeAs(store, account.useremail));
  const [known] = await find(store, account.useremail);
  const one = good(await get(store, "people/one", { person: known?.person ?? "" }));
  expect(one).toMatchObject({ person: known?.person, lists: [{ lname: "Summer" }], alerts: [{ epi: "1" }] });
});

test("somebody who may see no address learns why a person got no mail", async () => {
  const store = await shop.aStore();
  const email = `bounces-${anEmail()}`;
  good(await subscribeAs(store, email));
  const { key } = await store.aKey(["people:read"]);
  const [person] = await find(store, email, key);
  const explain = (more: object = {}) => post(store, "explain", { person: person?.person, epi: 1, ...more }, key);
  expect(good(await explain())["because"]).toContain("first in line");
  await stock(store, 1);
  await shop.work();
  const { text, body } = await explain();
  expect(body).toMatchObject({
    because: expect.stringContaining("State: undeliverable."),
    subscription: { place: null },
  });
  expect(text).toContain("b…@example.com");
  expect(text).not.toContain(email);
  const shown = await get(store, "people/one", { person: person?.person ?? "" }, key);
  expect(shown.text).not.toContain("bounces");
  expect(good(await explain({ topic: "pricedrop" }))["because"]).toContain("never signed up");
  expect((await explain({ person: "00000000-0000-0000-0000-000000000000" })).body["type"]).toBe("unknown-person");
});

test("without people:addresses no answer has the address, not even in the words of a mail server", async () => {
  const store = await shop.aStore();
  const email = `bounces-${anEmail()}`;
  good(await subscribeAs(store, email));
  await stock(store, 1);
  await shop.work();
  const masked = await store.aKey(["people:read"]);
  const full = await store.aKey(["people:read", "people:addresses"]);
  const [person] = await find(store, email, masked.key);
  const seenBy = async (key: string) =>
    (await get(store, "people", { address: email }, key)).text +
    (await get(store, "people/one", { person: person?.person ?? "" }, key)).text;
  expect(await seenBy(masked.key)).not.toContain(email);
  expect(await seenBy(masked.key)).toContain("b…@example.com");
  expect((await seenBy(full.key)).split(email).length).toBeGreaterThan(3); // control
});

test("who saw a whole address is in the audit log, also when the call asks for CSV, and never the address", async () => {
  const store = await shop.aStore();
  const email = anEmail();
  good(await subscribeAs(store, email));
  const masked = await store.aKey(["people:read"]);
  const full = await store.aKey(["people:read", "people:addresses"]);
  const [person] = await find(store, email, masked.key);
  const id = person?.person ?? "";
  const csv = { method: "GET" as const, key: full.key, headers: { accept: "text/csv" } };
  good(await get(store, "people/one", { person: id }, masked.key));
  await find(store, email, full.key);
  await find(store, "nobody@example.com", full.key);
  expect((await store.admin("/storeadmin/v3/people", undefined, { ...csv, query: { address: email } })).text).toContain(
    email,
  );
  good(await store.admin("/storeadmin/v3/people/one", undefined, { ...csv, query: { person: id } }));
  const audit = await get(store, "audit", { actor: full.id });
  expect((audit.body["items"] as object[]).toReversed()).toMatchObject([
    { action: "people.shown", details: { read: "people", person: id, rows: 1 } },
    { action: "people.exported", details: { person: id } },
    { action: "people.shown", details: { read: "people/one", person: id, rows: 1 } },
  ]);
  expect(audit.text).not.toContain(email);
  expect((await get(store, "audit", { actor: masked.id })).body["items"]).toEqual([]);
});

test("find and show answer as people and people/one do, with the address in the body", async () => {
  const store = await shop.aStore();
  const { useremail: address } = await store.anAccount();
  const [byUrl, byBody] = [await find(store, address), good(await post(store, "find", { address }))["items"]];
  expect(byBody).toEqual(byUrl);
  expect(byUrl).toHaveLength(1);
  expect(good(await post(store, "show", { address }))).toEqual(good(await get(store, "people/one", { address })));
  expect((await post(store, "show", {})).status).toBe(404);
  const audit = await get(store, "audit", { action: "people.shown" });
  expect(audit.body["items"]).toHaveLength(4);
});

test("a reveal shows one address, needs its own scope, and is in the audit log without the address", async () => {
  const store = await shop.aStore();
  const email = anEmail();
  good(await subscribeAs(store, email));
  const [person] = await find(store, email);
  const { key } = await store.aKey(["people:reveal"]);
  const revealed = await post(store, "reveal", { person: person?.person }, key);
  expect(revealed.body).toMatchObject({ address: email, medium: "email" });
  const audit = await get(store, "audit", { action: "person.revealed" });
  expect(audit.body["items"]).toMatchObject([{ action: "person.revealed", details: { person: person?.person } }]);
  expect(audit.text).not.toContain(email);
  const reader = await store.aKey(["people:read", "people:addresses", "people:write"]);
  expect((await post(store, "reveal", { person: person?.person }, reader.key)).status).toBe(403);
  expect((await post(store, "reveal", { person: "00000000-0000-0000-0000-000000000000" })).status).toBe(404);
});

test("a reveal with an Idempotency-Key is not repeated from memory: each is in the audit log, and none outlives an erasure", async () => {
  const store = await shop.aStore();
  const email = anEmail();
  good(await subscribeAs(store, email));
  const [person] = await find(store, email);
  const reveal = () =>
    store.admin("/storeadmin/v3/people/reveal", undefined, {
      json: { person: person?.person },
      headers: { "idempotency-key": "reveal" },
    });
  for (let time = 0; time < 2; time += 1) expect((await reveal()).body).toMatchObject({ address: email });
  expect((await get(store, "audit", { action: "person.revealed" })).body["items"]).toHaveLength(2);
  good(await post(store, "erase", { email, confirm: "erase" }));
  expect((await reveal()).status).toBe(404);
});

test("unsubscribe ends all alerts of a person, or those of a variant or topic, and nobody else's", async () => {
  const store = await shop.aStore();
  const email = anEmail();
  for (const epi of [1, 2, 3]) good(await subscribeAs(store, email, [aProduct(epi)]));
  good(await subscribeAs(store, email, [aProduct(3)], { topics: '["pricedrop"]' }));
  good(await subscribeAs(store, anEmail(), [aProduct(1)]));
  const [person] = await find(store, email);
  const end = async (only: object = {}) =>
    good(await post(store, "unsubscribe", { person: person?.person, ...only }))["ended"];
  expect(await end({ epi: 1 })).toBe(1);
  expect(await end({ topic: "pricedrop" })).toBe(1);
  expect(await end()).toBe(2);
  expect(await end()).toBe(0);
  const left = (await subscriptionRows(store, shop.ask)).filter(({ state }) => state === 1);
  expect(left.map(({ value }) => value)).not.toContain(email);
  expect(left).toHaveLength(1);
});

test("a confirmation is sent again, three times a day at most, and only to somebody who has something to confirm", async () => {
  const store = await shop.aStore();
  const email = anEmail();
  good(await subscriptionsOf(store, await store.aGuest()).create(email));
  const [person] = await find(store, email);
  const resend = () => post(store, "resend-confirmation", { person: person?.person });
  expect(good(await resend())).toMatchObject({ sent: true });
  expect(good(await resend())).toMatchObject({ sent: true });
  expect(good(await resend())).toMatchObject({ sent: false });
  const mails = await confirmationsOf(store, shop.ask);
  expect(mails.map(({ to }) => to)).toEqual([email, email, email]);
  expect((await store.admin("/alerts/confirm", { token: mails.at(-1)?.token ?? "" }, { key: null })).status).toBe(200);
  expect(await find(store, email)).toMatchObject([{ open: 1, unconfirmed: 0 }]);
  const again = await resend();
  expect([again.status, again.body["type"]]).toEqual([404, "nothing-to-confirm"]);
});
