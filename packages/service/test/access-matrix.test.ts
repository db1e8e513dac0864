import { expect, test } from "vitest";
import { SCOPES, type Scope } from "../src/features/stores/api-key.ts";
import { revokeKey } from "../src/features/stores/revoke-key.ts";
import { identitySecret } from "../src/features/stores/store.ts";
import { signAssertion } from "./fixtures/assertion.ts";
import {
  type Answer,
  anEmail,
  aService,
  aStore,
  aUuid,
  basic,
  type CallOptions,
  type Params,
  refusalOf,
  type TestStore,
} from "./fixtures/service.ts";

type Route = { method: string; url: string };
const nameOf = ({ method, url }: Route) => `${method} ${url}`;

const live: Route[] = [];
const service = aService({
  beforeRoutes: (http) => {
    http.addHook("onRoute", ({ method, url }) => {
      for (const one of [method].flat()) live.push({ method: one, url });
    });
  },
});

type Scene = { store: TestStore; params: Params };
/** How a route is guarded, and what its owner would send. */
type Row =
  | {
      guard: "key";
      scope: Scope | undefined;
      params: (store: TestStore) => Promise<Params>;
      /** Whether another store's owner, with the same parameters, got nothing of ours. */
      ofAnother: (answer: Answer, ours: Answer, other: TestStore) => boolean;
    }
  | { guard: "browser"; params: (store: TestStore) => Promise<Params> }
  | { guard: "open"; why: string };

const aRegid = async (store: TestStore) => ({ regid: (await store.aGuest()).regid });
async function aMergedRegid(store: TestStore) {
  const { regid } = await store.aGuest();
  await store.sync({ regid, useremail: anEmail() });
  return { regid };
}

const isUnknownThere = ({ status }: Answer) => status === 401;
const isOwnStore = ({ status, text }: Answer, _: Answer, { pid }: TestStore) =>
  status === 200 && (text === "" || text.includes(pid));

/** Every route of the service. A route that is not here fails the test below. */
const MATRIX: Record<string, Row> = {
  "GET /storeadmin/me": { guard: "key", scope: undefined, params: async () => ({}), ofAnother: isOwnStore },
  "HEAD /storeadmin/me": { guard: "key", scope: undefined, params: async () => ({}), ofAnother: isOwnStore },
  "POST /storeadmin/v3/user/generate-regid": {
    guard: "key",
    scope: "identity",
    params: async () => ({ uuid: aUuid(), useragenttype: "t" }),
    ofAnother: ({ status, body }, ours) => status === 200 && body.regid !== ours.body.regid,
  },
  "POST /storeadmin/v3/user/guest-validate-sync": {
    guard: "key",
    scope: "identity",
    params: async (store) => ({ ...(await aRegid(store)), useremail: anEmail(), useragenttype: "t" }),
    ofAnother: isUnknownThere,
  },
  "POST /storeadmin/v3/user/undo-merge": {
    guard: "key",
    scope: "identity",
    params: aMergedRegid,
    ofAnother: isUnknownThere,
  },
  "POST /storeadmin/v3/user/revoke-sessions": {
    guard: "key",
    scope: "identity",
    params: aRegid,
    ofAnother: isUnknownThere,
  },
  "POST /api/v3/provider/register": { guard: "browser", params: async () => ({}) },
  "OPTIONS *": { guard: "open", why: "preflights: they carry no credential and answer no data" },
  "GET /livez": { guard: "open", why: "for the load balancer" },
  "HEAD /livez": { guard: "open", why: "for the load balancer" },
  "GET /readyz": { guard: "open", why: "for the load balancer" },
  "HEAD /readyz": { guard: "open", why: "for the load balancer" },
  "GET /openapi.json": { guard: "open", why: "documentation" },
  "HEAD /openapi.json": { guard: "open", why: "documentation" },
};
const isDocumentation = ({ url }: Route) => url === "/reference" || url.startsWith("/reference/");

const withoutRow = (routes: readonly Route[]) =>
  [...new Set(routes.filter((route) => !isDocumentation(route)).map(nameOf))].filter((name) => !MATRIX[name]);

test("F1: every route has a row in the matrix, and every row a route", async () => {
  await service.http.ready();
  expect(withoutRow(live)).toEqual([]);
  const names = new Set(live.map(nameOf));
  expect(Object.keys(MATRIX).filter((name) => !names.has(name))).toEqual([]);
});

test("F1: a new route without a row is found", async () => {
  await service.http.ready();
  const added = { method: "POST", url: "/storeadmin/v3/user/surprise" };
  expect(withoutRow([...live, added])).toEqual(["POST /storeadmin/v3/user/surprise"]);
});

const keyed = Object.entries(MATRIX).flatMap(([name, row]) => (row.guard === "key" ? [[name, row] as const] : []));
const browsed = Object.entries(MATRIX).flatMap(([name, row]) =>
  row.guard === "browser" ? [[name, row] as const] : [],
);

/** Calls come from addresses of their own: who guesses keys is slowed down, and this test guesses many. */
let calls = 0;
async function call(name: string, { store, params }: Scene, options: CallOptions = {}): Promise<Answer> {
  const [method, url = ""] = name.split(" ");
  calls += 1;
  const isRead = method === "GET" || method === "HEAD";
  const how = { ...options, method: method as "GET" | "POST" | "HEAD", from: `198.51.100.${(calls % 250) + 1}` };
  if (!isRead) return store.admin(url, params, how);
  return store.admin(url, undefined, { ...how, query: { ...params, ...how.query } });
}

test.each(keyed)("F1: %s is for the owner's key alone", async (name, row) => {
  const [store, other] = [await aStore(service, { scopes: ["admin"] }), await aStore(service, { scopes: ["admin"] })];
  const scene = async () => ({ store, params: await row.params(store) });
  const as = (authorization: string | undefined): CallOptions =>
    authorization === undefined ? { key: null } : { key: null, headers: { authorization } };
  const revoked = await store.aKey(["admin"]);
  await service.parts.db.asOperator((tx) => revokeKey(tx, { storeId: store.id, id: revoked.id }));
  const guest = await store.aGuest();

  const owner = await call(name, await scene());
  expect(owner.status).toBe(200);

  const strangers: Record<string, CallOptions> = {
    nobody: as(undefined),
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

  // The owner of another store is served as that store, and finds none of our people there.
  const asOther = await call(name, { store: other, params: await row.params(store) });
  expect(row.ofAnother(asOther, owner, other)).toBe(true);

  const swapped = await call(name, await scene(), { query: { pid: other.pid } });
  expect(swapped.status, "a swapped pid").toBe(404);
  const inBrowser = await call(name, await scene(), { headers: { origin: "https://shop.example" } });
  expect(inBrowser.status, "a browser").toBe(403);
});

test.each(keyed)("F1: %s takes exactly the scope it needs, or admin", async (name, row) => {
  const store = await aStore(service);
  const allowed = new Set<Scope>();
  for (const scope of SCOPES) {
    const { key } = await store.aKey([scope]);
    const { status } = await call(name, { store, params: await row.params(store) }, { key });
    expect([200, 403]).toContain(status);
    if (status === 200) allowed.add(scope);
  }
  expect([...allowed]).toEqual(row.scope ? [row.scope, "admin"] : [...SCOPES]);
});

test.each(keyed.filter(([, { scope }]) => scope))(
  "F1: %s lacking a scope is one refusal for all keys",
  async (name, row) => {
    const store = await aStore(service);
    const refusals = new Set<string>();
    for (const scope of SCOPES.filter((one) => one !== row.scope && one !== "admin")) {
      const { key } = await store.aKey([scope]);
      const answer = await call(name, { store, params: await row.params(store) }, { key });
      refusals.add(JSON.stringify(refusalOf(answer)));
    }
    expect(refusals.size).toBe(1);
  },
);

test.each(browsed)("F1: %s serves a visitor, and nobody as somebody else", async (name, row) => {
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

test("F1: a key gives nothing on the browser's side, and a session nothing on the server's", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const account = await store.anAccount();
  const answer = await store.browser(
    "/api/v3/provider/register",
    { useremail: account.useremail },
    {
      headers: { authorization: basic(store.pid, store.key) },
    },
  );
  expect(answer.body.regid).not.toBe(account.regid);
});

async function aKnownGuest(store: TestStore) {
  const guest = await store.aGuest();
  await store.sync({ regid: guest.regid, useremail: anEmail() });
  await store.undoMerge({ regid: guest.regid });
  return guest;
}
