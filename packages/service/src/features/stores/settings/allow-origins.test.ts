import { expect, test } from "vitest";
import { aService, aStore, refusalOf, type TestStore } from "../../../../test/fixtures/service.ts";

const service = aService();
const PATH = "/api/v3/provider/register";
const SHOP = "https://shop.example";
const STRANGER = "https://elsewhere.example";

const preflight = (store: TestStore, origin: string, options: { path?: string; headers?: string } = {}) =>
  store.browser(options.path ?? PATH, undefined, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": options.headers ?? "content-type",
    },
    raw: "",
  });

test("pages of any origin may call /api/v3", async () => {
  const store = await aStore(service);
  for (const origin of [SHOP, STRANGER, "null", "http://localhost:3000"]) {
    const answer = await store.register({}, { headers: { origin } });
    expect(answer.status).toBe(200);
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
  }
});

test("a preflight of any origin passes, with the headers that a client may send", async () => {
  const store = await aStore(service);
  const answer = await preflight(store, STRANGER, { headers: "content-type,idempotency-key,x-request-id" });

  expect(answer.status).toBe(204);
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  expect(answer.headers["access-control-allow-methods"]).toBe("GET, POST");
  expect(answer.headers["access-control-allow-headers"]).toBe("content-type,idempotency-key,x-request-id");
  expect(answer.headers["access-control-max-age"]).toBe("3600");
});

test("a store that has set its origins accepts calls from these alone", async () => {
  const store = await aStore(service, { settings: { origins: [SHOP] } });
  const allowed = await store.register({}, { headers: { origin: SHOP } });
  expect(allowed.status).toBe(200);
  expect(allowed.headers["access-control-allow-origin"]).toBe("*");

  for (const origin of [STRANGER, "null", `${SHOP}.evil.example`, "http://shop.example", `${SHOP}:8443`, ""]) {
    const refused = await store.register({}, { headers: { origin } });
    expect(refusalOf(refused)).toMatchObject({ status: 403, error: true, type: "origin-not-allowed" });
    expect(refused.headers).not.toHaveProperty("access-control-allow-origin");
    expect(refused.body).not.toHaveProperty("sessionid");
  }
});

test("a preflight of an origin that the store has not set does not pass", async () => {
  const store = await aStore(service, { settings: { origins: [SHOP] } });
  const [allowed, refused] = [await preflight(store, SHOP), await preflight(store, STRANGER)];

  expect([allowed.status, allowed.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
  expect(refused.status).toBe(404);
  expect(refused.body).toMatchObject({ error: true });
  expect(refused.headers).not.toHaveProperty("access-control-allow-origin");
});

test("a store that has set its origins also accepts calls without an Origin header, such as those of an app", async () => {
  const store = await aStore(service, { settings: { origins: [SHOP] } });
  expect((await store.register()).status).toBe(200);
});

test("origins are checked for a pid in the query, the form or the JSON, and the body wins over the query", async () => {
  const store = await aStore(service, { settings: { origins: [SHOP] } });
  const other = await aStore(service);
  const headers = { origin: STRANGER };
  const inBody = await store.admin(PATH, { pid: store.pid }, { key: null, headers });
  const inJson = await store.admin(PATH, undefined, { key: null, headers, json: { pid: store.pid } });
  const inBoth = await store.admin(PATH, { pid: store.pid }, { key: null, headers, query: { pid: other.pid } });

  for (const answer of [inBody, inJson, inBoth]) {
    expect(refusalOf(answer)).toMatchObject({ status: 403, type: "origin-not-allowed" });
  }
  const fromShop = await store.admin(PATH, { pid: store.pid }, { key: null, headers: { origin: SHOP } });
  expect(fromShop.status).toBe(200);
});

test("a preflight for /storeadmin never passes", async () => {
  const store = await aStore(service);
  for (const path of ["/storeadmin/v3/user/generate-regid", "/storeadmin/me", "/livez"]) {
    const answer = await preflight(store, SHOP, { path, headers: "authorization" });
    expect(answer.status).toBe(404);
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    expect(answer.headers).not.toHaveProperty("access-control-allow-headers");
  }
});

test("a page may read the headers for the request id and the rate limits", async () => {
  const store = await aStore(service);
  const answer = await store.register({}, { headers: { origin: SHOP } });
  const exposed = String(answer.headers["access-control-expose-headers"]).split(", ");
  expect(exposed.toSorted()).toEqual([
    "etag",
    "link",
    "ratelimit",
    "ratelimit-policy",
    "retry-after",
    "x-request-id",
    "x-total-count",
  ]);
});

test("a page may read an error response", async () => {
  const store = await aStore(service);
  const answer = await store.register({ uuid: "nonsense" }, { headers: { origin: SHOP } });
  expect(answer.status).toBe(400);
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
});

test("an OPTIONS request that is not a preflight gets an empty response", async () => {
  const store = await aStore(service);
  const answer = await store.browser(PATH, undefined, { method: "OPTIONS", raw: "" });
  expect([answer.status, answer.text]).toEqual([204, ""]);
});

test("a store that resets its origins accepts any origin again", async () => {
  const store = await aStore(service, { settings: { origins: [SHOP] } });
  await store.set({ origins: null });
  service.deps.stores.clear();
  expect((await store.register({}, { headers: { origin: STRANGER } })).status).toBe(200);
});
