import { expect, test } from "vitest";
import { SCOPES, type Scope } from "../src/features/stores/access/scopes.ts";
import { revokeKey } from "../src/features/stores/keys/revoke-key.ts";
import { type MemberRole, OPERATOR_SCOPES, ROLES, SCOPES_OF_ROLE } from "../src/features/stores/members/roles.ts";
import { identitySecret } from "../src/features/stores/store.ts";
import { MATRIX } from "./fixtures/access-matrix.ts";
import { signAssertion } from "./fixtures/assertion.ts";
import { aClock } from "./fixtures/clock.ts";
import { look } from "./fixtures/database.ts";
import { aBrowser, aMember, type Browser, signIn, stepUpByPassword } from "./fixtures/members.ts";
import { differencesOf, headersOf, operationOf } from "./fixtures/openapi-document.ts";
import {
  type Answer,
  anEmail,
  aService,
  aStore,
  aUuid,
  basic,
  type CallOptions,
  type Params,
  type Person,
  refusalOf,
  type TestStore,
} from "./fixtures/service.ts";
import { anItem, good, listsOf } from "./fixtures/shopper-lists.ts";

type Route = { method: string; url: string };
const nameOf = ({ method, url }: Route) => `${method} ${url}`;

const live: Route[] = [];
const service = aService({
  env: {
    KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1",
    KEEPSAKE_MAIL_FROM: "shop@example.com",
    KEEPSAKE_DNS_SERVERS: "127.0.0.1:1",
  },
  beforeRoutes: (http) => {
    http.addHook("onRoute", ({ method, url }) => {
      for (const one of [method].flat()) live.push({ method: one, url });
    });
  },
});

type Scene = { store: TestStore; params: Params };
const splitName = (name: string): [method: string, url: string] => {
  const [method = "", url = ""] = name.split(" ");
  return [method, url];
};
const isDocumentation = ({ url }: Route) => url === "/reference" || url.startsWith("/reference/");

const withoutRow = (routes: readonly Route[]) =>
  [...new Set(routes.filter((route) => !isDocumentation(route)).map(nameOf))].filter((name) => !MATRIX[name]);

test("every route has a row in the access matrix, and every row a route", async () => {
  await service.http.ready();
  expect(withoutRow(live)).toEqual([]);
  const names = new Set(live.map(nameOf));
  expect(Object.keys(MATRIX).filter((name) => !names.has(name))).toEqual([]);
});

test("control: a new route without a row is found", async () => {
  await service.http.ready();
  const added = { method: "POST", url: "/storeadmin/v3/user/surprise" };
  expect(withoutRow([...live, added])).toEqual(["POST /storeadmin/v3/user/surprise"]);
});

/** These calls accept only JSON: their rows have each field as JSON text. */
const JSON_CALLS = new Set([
  "POST /storeadmin/v3/catalog/upsert",
  "POST /storeadmin/v3/inventory/set",
  "POST /storeadmin/v3/senders/set",
  "POST /storeadmin/v3/settings/update",
  "POST /storeadmin/v3/keys/create",
  "POST /storeadmin/v3/keys/rotate",
  "POST /storeadmin/v3/keys/revoke",
  "POST /storeadmin/v3/orders/report",
  "POST /storeadmin/v3/reports",
  "POST /storeadmin/v3/offers/holds/report",
]);

const isStream = (name: string) => {
  const row = MATRIX[name];
  return row?.guard === "key" && row.isStream === true;
};

const keyed = Object.entries(MATRIX).flatMap(([name, row]) => (row.guard === "key" ? [[name, row] as const] : []));
const browsed = Object.entries(MATRIX).flatMap(([name, row]) =>
  row.guard === "browser" ? [[name, row] as const] : [],
);

/** Each call has another address, because the service slows down an address that sends many wrong keys. */
let calls = 0;
async function call(name: string, { store, params }: Scene, options: CallOptions = {}): Promise<Answer> {
  const [method, url = ""] = name.split(" ");
  calls += 1;
  const isRead = method === "GET" || method === "HEAD";
  const from = `198.51.100.${(calls % 250) + 1}`;
  const how = { ...options, method: method as "GET" | "POST" | "HEAD", from, isStream: isStream(name) };
  if (JSON_CALLS.has(name)) {
    const json = Object.fromEntries(
      Object.entries(params).map(([field, text]) => [field, JSON.parse(text) as unknown]),
    );
    return store.admin(url, undefined, { ...how, json });
  }
  if (!isRead) return store.admin(url, params, how);
  return store.admin(url, undefined, { ...how, query: { ...params, ...how.query } });
}

test.each(keyed)("%s accepts only a key of the store", async (name, row) => {
  const [store, other] = [await aStore(service, { scopes: ["admin"] }), await aStore(service, { scopes: ["admin"] })];
  const scene = async () => ({ store, params: await row.params(store) });
  const as = (authorization: string | undefined): CallOptions =>
    authorization === undefined ? { key: null } : { key: null, headers: { authorization } };
  const revoked = await store.aKey(["admin"]);
  await service.deps.db.asOperator((tx) => revokeKey(tx, { storeId: store.id, id: revoked.id }));
  const guest = await store.aGuest();

  const owner = await call(name, await scene());
  expect(owner.status).toBe(200);
  // HEAD has no body, and of a stream only the headers are read.
  const isJson = owner.text !== "" && String(owner.headers["content-type"]).includes("application/json");
  expect(isJson ? differencesOf(...splitName(name), owner.body) : [], "as openapi.json says").toEqual([]);

  const strangers: Record<string, CallOptions> = {
    "no credential": as(undefined),
    "a wrong key": as(basic(store.pid, other.key.replace("ks_", "ks-"))),
    "a key cut short": as(basic(store.pid, store.key.slice(0, -1))),
    "another store's key": as(basic(store.pid, other.key)),
    "another store with our key": as(basic(other.pid, store.key)),
    "a revoked key": as(basic(store.pid, revoked.key)),
    "a shopper's session": as(basic(store.pid, guest.sessionid)),
    "a shopper's session as a token": as(`Bearer ${guest.sessionid}`),
    "the identity secret": as(basic(store.pid, identitySecret(await store.record()))),
    "the pid alone": as(basic(store.pid, "")),
  };
  const refusals = new Set<string>();
  for (const [who, options] of Object.entries(strangers)) {
    const answer = await call(name, await scene(), options);
    expect(answer.status, `for ${who}`).toBe(401);
    refusals.add(JSON.stringify(refusalOf(answer)));
  }
  expect(refusals.size).toBe(1);

  // A key of another store works on that store and finds no shopper of this one.
  const asOther = await call(name, { store: other, params: await row.params(store) });
  expect(row.ofAnother(asOther, owner, other)).toBe(true);

  const swapped = await call(name, await scene(), { query: { pid: other.pid } });
  expect(swapped.status, "a swapped pid").toBe(404);
  const inBrowser = await call(name, await scene(), { headers: { origin: "https://shop.example" } });
  expect(inBrowser.status, "a browser").toBe(403);
});

test.each(keyed)(
  "%s accepts exactly the scope it needs, or admin, and refuses all other keys in the same way",
  async (name, row) => {
    const store = await aStore(service);
    const unused = await row.params(store); // a refused call changes nothing, so the next one may have its parameters
    const allowed: Scope[] = [];
    const refusals = new Set<string>();
    for (const scope of SCOPES) {
      const { key } = await store.aKey([scope, ...(row.besides ?? [])]);
      const isNeeded = !row.scope || scope === row.scope || scope === "admin";
      const answer = await call(name, { store, params: isNeeded ? await row.params(store) : unused }, { key });
      expect([200, 403], `with the scope ${scope}`).toContain(answer.status);
      if (answer.status === 200) allowed.push(scope);
      else refusals.add(JSON.stringify(refusalOf(answer)));
    }
    expect(allowed).toEqual(row.scope ? [row.scope, "admin"] : [...SCOPES]);
    expect(refusals.size).toBe(row.scope ? 1 : 0);
  },
);

test("a role has the scopes that are written here, and no others", () => {
  // Written by hand, because the tests below expect what the service says: this one notices a scope that a role should not have.
  const read: Scope[] = ["settings:read", "insights", "people:read"];
  const help: Scope[] = ["people:reveal", "people:write"];
  const manage: Scope[] = [
    "people:addresses",
    "people:export",
    "settings:write",
    "alerts",
    "catalog",
    "orders",
    "webhooks",
    "audit",
  ];
  const expected: Record<MemberRole, Scope[]> = {
    viewer: read,
    support: [...read, ...help],
    manager: [...read, ...help, ...manage],
    owner: [...read, ...help, ...manage, "keys", "team"],
  };
  for (const role of ROLES) expect([role, SCOPES_OF_ROLE[role].toSorted()]).toEqual([role, expected[role].toSorted()]);
  expect(OPERATOR_SCOPES.toSorted()).toEqual([...read, "audit"].toSorted());
});

/** A store with a member of each role, and the proofs of each. */
const team = (async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const members = new Map<MemberRole, { browser: Browser; stepUp: string }>();
  for (const role of ROLES) {
    const browser = await aMember(service, store, role);
    members.set(role, { browser, stepUp: await stepUpByPassword(browser) });
  }
  const email = anEmail();
  await look("insert into operators (email) values ($1)", [email]);
  const operator = await signIn(service, email);
  await operator.call("/storeadmin/v3/me/open-store", { json: { store: store.pid } });
  return { store, members, operator: { browser: operator, stepUp: await stepUpByPassword(operator) } };
})();

/** A call of a member, with the parameters where its method has them. */
function callAs({ browser }: { browser: Browser }, name: string, params: Params, stepUp?: string) {
  const [method, url = ""] = name.split(" ");
  if (method !== "POST") return browser.call(url, { query: params, stepUp, isStream: isStream(name) });
  const json = JSON_CALLS.has(name)
    ? Object.fromEntries(Object.entries(params).map(([field, text]) => [field, JSON.parse(text) as unknown]))
    : params;
  return browser.call(url, { json, stepUp });
}
const ofMembers = keyed.filter(([name]) => !name.startsWith("HEAD "));

test.each(ofMembers)("%s is guarded, and takes the headers, as openapi.json says", async (name, { scope, ...row }) => {
  const [method = "", url = ""] = name.split(" ");
  const operation = operationOf(method, url);
  if (!operation) throw new Error("openapi.json does not have it");
  expect(operation["x-scope"]).toBe(scope ?? null);
  expect(operation["x-step-up"] === true).toBe(row.stepUp ?? false);
  const roles = ROLES.filter((role) => !scope || SCOPES_OF_ROLE[role].includes(scope));
  expect(operation["x-roles"]?.filter((role) => role !== "operator")).toEqual(roles);

  const named = headersOf(operation);
  const store = await aStore(service, { scopes: ["admin"] });
  const ask = async (headers: Record<string, string>) =>
    call(name, { store, params: await row.params(store) }, { headers });
  const key = (await ask({ "idempotency-key": "k".repeat(256) })).body["type"] === "invalid-idempotency-key";
  expect(key, "Idempotency-Key").toBe(named.includes("Idempotency-Key"));
  const ifMatch = (await ask({ "if-match": '"another"' })).status === 412;
  expect(ifMatch, "If-Match").toBe(named.includes("If-Match"));
  const { headers: answered } = operation.responses["200"] ?? {};
  expect("etag" in (await ask({})).headers, "ETag").toBe("ETag" in (answered ?? {}));
});

test.each(ofMembers)("%s accepts exactly the roles that have its scope", async (name, row) => {
  const { store, members } = await team;
  const allowed: string[] = [];
  for (const [role, member] of members) {
    const { status } = await callAs(member, name, await row.params(store), member.stepUp);
    expect([200, 403], `as ${role}`).toContain(status);
    if (status === 200) allowed.push(role);
  }
  const { scope } = row;
  expect(allowed).toEqual(ROLES.filter((role) => !scope || SCOPES_OF_ROLE[role].includes(scope)));
});

/** They change nothing: an address is in their body, so that it is in no URL. */
const READS_BY_POST = new Set([
  "POST /storeadmin/v3/people/explain",
  "POST /storeadmin/v3/people/find",
  "POST /storeadmin/v3/people/show",
]);

test.each(ofMembers)(
  "%s lets an operator read what a viewer sees and the audit log, and change nothing",
  async (name, row) => {
    const { store, operator } = await team;
    const { status } = await callAs(operator, name, await row.params(store), operator.stepUp);
    const isAllowed = !row.scope || OPERATOR_SCOPES.includes(row.scope);
    expect(status).toBe(isAllowed ? 200 : 403);
    const isChange = name.startsWith("POST ") && !READS_BY_POST.has(name);
    expect(isAllowed && isChange && row.scope !== undefined).toBe(false);
  },
);

test.each(ofMembers.filter(([, { stepUp }]) => stepUp))("%s asks a member for a fresh proof", async (name, row) => {
  const { store, members } = await team;
  const owner = members.get("owner");
  const viewer = members.get("viewer");
  if (!owner || !viewer) throw new Error("The team is not complete");
  for (const token of [undefined, "", `${Date.now() + 60_000}.${"x".repeat(43)}`, viewer.stepUp]) {
    const { status, body } = await callAs(owner, name, await row.params(store), token);
    expect([status, body["type"]], `with the token ${token}`).toEqual([403, "step-up-needed"]);
  }
});

test("a session opens the Store Admin routes of its own stores, and none without a session", async () => {
  const { members } = await team;
  const owner = members.get("owner");
  const anonymous = aBrowser(service);
  for (const [name, row] of Object.entries(MATRIX)) {
    if (row.guard !== "session") continue;
    const refused = await callAs({ browser: anonymous }, name, { store: "pid-of-nobody" });
    expect([name, refused.status]).toEqual([name, 401]);
    const other = await aStore(service);
    const opened = owner && (await callAs(owner, name, { store: other.pid }));
    expect([name, opened?.status]).toEqual([name, 403]);
  }
});

test("a call for members takes every role, and neither a key, an operator nor nobody", async () => {
  const { store, members, operator } = await team;
  for (const [name, row] of Object.entries(MATRIX)) {
    if (row.guard !== "member") continue;
    for (const [role, member] of members)
      expect([name, role, (await callAs(member, name, row.params)).status]).toEqual([name, role, 200]);
    const byKey = await call(name, { store, params: row.params }, {});
    const refused = [byKey, await callAs(operator, name, row.params)].map(({ status, body }) => [status, body["type"]]);
    expect([name, refused]).toEqual([name, Array.from({ length: 2 }, () => [403, "members-only"])]);
    expect([401, 403]).toContain((await callAs({ browser: aBrowser(service) }, name, row.params)).status);
  }
});

test.each(browsed)("%s serves a visitor, and never as another shopper", async (name, row) => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const account = await store.anAccount();
  const owner = await aKnownGuest(store);
  const stranger = await aKnownGuest(store);
  const foreign = await aKnownGuest(other);
  const revoked = await aKnownGuest(store);
  await store.revokeSessions({ regid: revoked.regid });
  const secret = identitySecret(await store.record());
  const foreignSecret = identitySecret(await other.record());
  const ask = async (params: Params, query: Params = { pid: store.pid }) =>
    call(name, { store, params: { ...(await row.params(store)), ...params } }, { key: null, query });

  expect((await ask({})).status, "a visitor").toBe(200);
  const asOwner = await ask({ uuid: owner.uuid, sessionid: owner.sessionid });
  expect([asOwner.status, asOwner.body.regid], "the owner").toEqual([200, owner.regid]);

  const refusals = new Set<string>();
  for (const [who, params] of Object.entries({
    "a known uuid alone": { uuid: owner.uuid },
    "another shopper's session": { uuid: owner.uuid, sessionid: stranger.sessionid },
    "another store's session": { uuid: owner.uuid, sessionid: foreign.sessionid },
    "a revoked session": { uuid: revoked.uuid, sessionid: revoked.sessionid },
    "an account's session": { uuid: owner.uuid, sessionid: account.sessionid },
    "a key as a session": { uuid: owner.uuid, sessionid: store.key },
  })) {
    const answer = await ask(params);
    expect(answer.status, `for ${who}`).toBe(401);
    refusals.add(JSON.stringify(refusalOf(answer)));
  }
  expect(refusals.size).toBe(1);

  for (const [who, assertion] of Object.entries({
    "an expired assertion": await signAssertion(secret, { email: account.useremail }, { secondsAhead: -1 }),
    "another store's assertion": await signAssertion(foreignSecret, { email: account.useremail }),
    "an assertion signed with a key": await signAssertion(store.key, { email: account.useremail }),
  })) {
    expect((await ask({ assertion })).status, `for ${who}`).toBe(401);
  }
  const swapped = await ask({ uuid: owner.uuid, sessionid: owner.sessionid }, { pid: other.pid });
  expect(swapped.status, "a swapped pid").toBe(401);
  expect((await ask({}, { pid: "no-such-store" })).status, "no store").toBe(404);
});

const shopping = Object.entries(MATRIX).flatMap(([name, row]) =>
  row.guard === "shopper" ? [[name, row] as const] : [],
);
const pathOf = (name: string) => name.split(" ")[1] ?? "";
/** A call of a browser, with the parameters where its method has them. */
const browse = (name: string, store: TestStore, params: Params, query: Params = {}) =>
  name.startsWith("GET ")
    ? store.browser(pathOf(name), undefined, { method: "GET", query: { ...params, ...query } })
    : store.browser(pathOf(name), params, { query });

/** Two shoppers of a store, each with a private list. */
async function aScene() {
  const store = await aStore(service, { settings: { lists: { guestsMayMail: true } } });
  const [owner, stranger] = [await store.anAccount(), await store.anAccount()];
  const lid = await listsOf(store, owner).create("Of the owner");
  await listsOf(store, owner).add(lid, anItem(1));
  const strangersLid = await listsOf(store, stranger).create("Of the stranger");
  return { store, owner, stranger, lid, strangersLid };
}

test.each(shopping)("%s accepts only the shopper's own session", async (name, { of, params = {} }) => {
  const { store, owner, stranger, lid, strangersLid } = await aScene();
  const other = await aStore(service);
  const foreign = await other.anAccount();
  const guest = await store.aGuest();
  const revoked = await store.anAccount();
  await store.revokeSessions({ regid: revoked.regid });
  const ofList: Params = of === "own" ? {} : { lid };
  const ask = (who: Params, { pid = store.pid, ...more }: Params = {}) =>
    browse(name, store, { ...params, ...ofList, ...who, ...more }, { pid });
  const before = await rowsOf(store);

  const refusals = new Set<string>();
  for (const [who, credentials] of Object.entries({
    "another shopper's session": { regid: owner.regid, sessionid: stranger.sessionid },
    "a guest's session": { regid: owner.regid, sessionid: guest.sessionid },
    "another store's session": { regid: owner.regid, sessionid: foreign.sessionid },
    "another store's shopper": { regid: foreign.regid, sessionid: foreign.sessionid },
    "a revoked session": { regid: revoked.regid, sessionid: revoked.sessionid },
    "a key as a session": { regid: owner.regid, sessionid: store.key },
    "a made-up session": { regid: owner.regid, sessionid: "made-up" },
    "a session as a regid": { regid: owner.sessionid, sessionid: owner.sessionid },
  })) {
    const answer = await ask(credentials);
    expect(answer.status, `for ${who}`).toBe(401);
    refusals.add(JSON.stringify(refusalOf(answer)));
  }
  refusals.add(JSON.stringify(refusalOf(await ask(owner, { pid: other.pid }))));
  expect([...refusals].map((text) => (JSON.parse(text) as { type: string }).type)).toEqual(["sw-badregid"]);
  expect((await ask(owner, { pid: "no-such-store" })).status, "no store").toBe(404);
  const half = [await ask({ regid: owner.regid }), await ask({ sessionid: owner.sessionid })];
  expect(half.map(({ status }) => status)).toEqual([400, 400]);
  expect((await ask({})).status, "no credential").toBe(of === "public" ? 404 : 400);

  const strangers = [await ask(stranger), await ask(guest)];
  expect(strangers.map(({ text }) => text).join()).not.toContain(owner.regid);
  expect(strangers.map(({ text }) => text).join()).not.toContain(lid);
  const unknown = refusalOf(await ask(owner, { lid: aUuid() }));
  const notALid = refusalOf(await ask(owner, { lid: "not-a-lid" }));
  const seen = [unknown, notALid, ...strangers.map(refusalOf)].map((one) => JSON.stringify(one));
  const isTheSame = new Set(seen).size === 1 && unknown.status === 404 && seen[0]?.includes("unknown-list");
  expect(of === "own" ? strangers.every(({ status }) => status === 200) : isTheSame).toBe(true);
  const after = await rowsOf(store);
  expect(after.filter(({ lid: one }) => one === lid || one === strangersLid)).toEqual(before);
  expect((await ask(owner)).status, "the owner").toBe(200);
});

/** They take a key only with an assertion of the shop's server. */
const WITH_ASSERTION = "POST /api/v3/lists/user-validate-sync";

test.each(shopping.filter(([name]) => name.startsWith("POST ") && name !== WITH_ASSERTION))(
  "%s takes an Idempotency-Key if openapi.json says so",
  async (name, { of, params = {} }) => {
    const { store, owner, lid } = await aScene();
    const { regid, sessionid } = owner;
    const all = { ...params, ...(of === "own" ? {} : { lid }), regid, sessionid };
    const { body } = await store.browser(pathOf(name), all, { headers: { "idempotency-key": "k".repeat(256) } });
    const named = headersOf(operationOf("POST", pathOf(name)) ?? { responses: {} });
    expect(body["type"] === "invalid-idempotency-key").toBe(named.includes("Idempotency-Key"));
  },
);

test.each(shopping.filter(([, { of }]) => of !== "own"))(
  "%s of a public list stays with its owner; others may only read",
  async (name, { of, params = {} }) => {
    const { store, owner, stranger, lid } = await aScene();
    await listsOf(store, owner).post("markPublic", { lid });
    const before = await rowsOf(store);
    const { status, text } = await store.browser(pathOf(name), { ...params, ...stranger, useremail: "", lid });
    const isForAll = of === "public" || name.endsWith("/reportShare");
    expect(status).toBe(isForAll ? 200 : 404);
    expect(text).not.toContain(owner.regid);
    expect(text).not.toContain(owner.useremail);
    expect(await rowsOf(store)).toEqual(before);
    if (of !== "public") return;
    const anonymous = await store.browser(pathOf(name), { lid });
    expect([anonymous.status, anonymous.text]).toEqual([200, text]);
    await listsOf(store, owner).post("markPrivate", { lid });
    expect((await store.browser(pathOf(name), { lid })).status).toBe(404);
    const elsewhere = await aStore(service);
    expect((await elsewhere.browser(pathOf(name), { lid })).status, "a swapped pid").toBe(404);
  },
);

test("fromlid copies the shopper's own list or a public one, and answers 404 for another shopper's private list", async () => {
  const { store, owner, stranger, lid } = await aScene();
  const copy = (lname: string) => listsOf(store, stranger).post("create", { lname, fromlid: lid });
  expect(refusalOf(await copy("A copy"))).toEqual(
    refusalOf(await listsOf(store, stranger).post("create", { lname: "A copy", fromlid: aUuid() })),
  );
  expect((await listsOf(store, owner).post("create", { lname: "A copy", fromlid: lid })).status).toBe(200);
  await listsOf(store, owner).post("markPublic", { lid });
  expect((await copy("A copy")).status).toBe(200);
});

test("GET /api/v3/lists/live accepts only that shopper's token, for one minute", async () => {
  const time = aClock();
  const timed = aService({ clock: time.clock });
  const [store, other] = [await aStore(timed), await aStore(timed)];
  const [owner, stranger, foreign] = [await store.anAccount(), await store.anAccount(), await other.anAccount()];
  const mint = async (of: TestStore, { regid, sessionid }: Person) =>
    String(good(await of.browser("/api/v3/lists/live-token", { regid, sessionid })).token);
  const token = await mint(store, owner);
  const base = await timed.http.listen({ port: 0, host: "127.0.0.1" });
  const open = async (query: Params) => {
    const stop = new AbortController();
    const { status } = await fetch(`${base}/api/v3/lists/live?${new URLSearchParams(query).toString()}`, {
      signal: stop.signal,
    });
    stop.abort();
    return status;
  };
  const own = { pid: store.pid, regid: owner.regid, token };
  expect(await open(own)).toBe(200);
  for (const [who, query] of Object.entries({
    "another shopper's token": { ...own, token: await mint(store, stranger) },
    "another shopper with our token": { ...own, regid: stranger.regid },
    "another store's token": { ...own, token: await mint(other, foreign) },
    "a swapped pid": { ...own, pid: other.pid },
    "a session as a token": { ...own, token: owner.sessionid },
    "a changed token": { ...own, token: token.replace(/.$/, (last) => (last === "A" ? "E" : "A")) },
    "a token made to last": { ...own, token: token.replace(/^\d+/, (until) => String(Number(until) + 60)) },
  })) {
    expect(await open(query), `for ${who}`).toBe(401);
  }
  expect(await open({ pid: store.pid, regid: owner.regid })).toBe(400);
  time.forward(61_000);
  expect(await open(own), "after a minute").toBe(401);
});

test.each(Object.entries(MATRIX).flatMap(([name, row]) => (row.guard === "pid" ? [[name, row] as const] : [])))(
  "%s returns to anyone a number without names, for the given store",
  async (name, { params }) => {
    const { store, owner } = await aScene();
    const answer = await browse(name, store, params);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain(owner.regid);
    expect((await browse(name, store, params, { pid: "no-such-store" })).status).toBe(404);
  },
);

/** The rows of a store that a shopper's call could change. */
const rowsOf = (store: TestStore) =>
  look<{ lid: string }>(
    `select l.public_id as lid, l.name, l.status, l.is_public, l.count, l.shopper_id, l.updated_at,
      (select jsonb_agg(to_jsonb(i) order by i.variant_id) from items i where i.list_id = l.id) as items,
      (select count(*)::int from mails m where m.store_id = l.store_id and m.kind <> 'alert-confirm') as mails
    from lists l where l.store_id = $1 order by l.id`,
    [store.id],
  );

test.each(shopping)("%s is not opened by a key instead of a session", async (name, { of, params = {} }) => {
  const { store, owner, lid } = await aScene();
  const { key } = await store.aKey(["admin"]);
  const given = { ...params, ...(of === "own" ? {} : { lid }), regid: owner.regid };
  const how = { query: { pid: store.pid }, headers: { authorization: basic(store.pid, key) } };
  const answer = name.startsWith("GET ")
    ? await store.browser(pathOf(name), undefined, { ...how, method: "GET", query: { ...given, ...how.query } })
    : await store.browser(pathOf(name), given, how);
  expect(answer.status).not.toBe(200);
});

test("a visitor who sends a key does not become the shopper whose address they name", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const account = await store.anAccount();
  const headers = { authorization: basic(store.pid, store.key) };
  const answer = await store.browser("/api/v3/provider/register", { useremail: account.useremail }, { headers });
  expect(answer.body.regid).not.toBe(account.regid);
});

async function aKnownGuest(store: TestStore) {
  const guest = await store.aGuest();
  await store.sync({ regid: guest.regid, useremail: anEmail() });
  await store.undoMerge({ regid: guest.regid });
  return guest;
}
