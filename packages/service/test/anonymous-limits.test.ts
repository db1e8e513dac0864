import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { redisUrl } from "./fixtures/redis-url.ts";
import { type Answer, aService, aStore, type Params, type Service, type TestStore } from "./fixtures/service.ts";
import { anItem, listsOf } from "./fixtures/shopper-lists.ts";

const few = (points: number) => ({ points, seconds: 60 });
const headerOf = ({ headers }: Answer, name: string) => headers[name] as string | undefined;

function expectRefusal(answer: Answer) {
  expect([answer.status, answer.body.type]).toEqual([429, "rate-limited"]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
}

/** Runs a test that counts exactly, again if Redis missed its 50 ms: the process then counts by itself. */
async function whileCounted(service: Service, attempt: () => Promise<void>) {
  const fallbacks = async () => (await service.deps.metrics.limiterFallbacks.get()).values[0]?.value ?? 0;
  const isCounted = async () => {
    const before = await fallbacks();
    await service.deps.limits.take({ name: "connected", ...few(1_000_000) }, "test");
    if ((await fallbacks()) !== before) return false;
    const outcome = await attempt().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if ((await fallbacks()) !== before) return false;
    if (outcome) throw outcome.error;
    return true;
  };
  if (!(await waitFor(isCounted, 60_000))) throw new Error("Redis did not answer in time for a minute");
}

const engines = [
  ["in memory", {}],
  ["through Redis", { REDIS_URL: redisUrl }],
] as const;

test.each(engines)("%s: all addresses of an IPv6 /64 share one limit, and all of a /48 sixteen", async (_name, env) => {
  const service = aService({ env });
  await whileCounted(service, async () => {
    const store = await aStore(service, { settings: { limits: { visitor: few(3) } } });
    const register = (from: string) => store.register({}, { from });
    for (const host of ["1::", "2:3::", "f:f:f:f"]) expect((await register(`2001:db8:1:0:${host}`)).status).toBe(200);
    expectRefusal(await register("2001:db8:1:0:4::"));

    // Each further /64 of the /48 has a limit of its own, until the /48 has used sixteen of them.
    for (let count = 3; count < 48; count += 1) {
      expect((await register(`2001:db8:1:${count.toString(16)}::1`)).status).toBe(200);
    }
    const over = await register("2001:db8:1:ffff::1");
    expectRefusal(over);
    expect(headerOf(over, "ratelimit-policy")).toBe('"visitor-network";q=48;w=60');
    expect((await register("2001:db8:2::1")).status).toBe(200);
  });
});

test.each(engines)("%s: an IPv4 address written as IPv6 has the limit of the IPv4 address", async (_name, env) => {
  const service = aService({ env });
  await whileCounted(service, async () => {
    const store = await aStore(service, { settings: { limits: { visitor: few(2) } } });
    expect((await store.register({}, { from: "203.0.113.9" })).status).toBe(200);
    expect((await store.register({}, { from: "::ffff:203.0.113.9" })).status).toBe(200);
    expectRefusal(await store.register({}, { from: "::ffff:cb00:7109" }));
    expect((await store.register({}, { from: "::ffff:203.0.113.10" })).status).toBe(200);
  });
});

const READS = [
  ["/api/v3/lists/fetch-list-with-contents", "lid"],
  ["/api/v3/lists/fetch-list-contents", "lid"],
  ["/api/v3/product/wishlist/social-count", "empi"],
  ["/api/v3/product/wishlist/social-count-batch", "empis"],
] as const;

test.each(engines.flatMap(([name, env]) => READS.map(([path, field]) => ({ name, env, path, field }))))(
  "$name: reads of $path without a session are limited by address",
  async ({ env, path, field }) => {
    const service = aService({ env });
    await whileCounted(service, async () => {
      const store = await aStore(service, {
        settings: { limits: { reader: few(2), shopper: few(100), visitor: few(100) } },
      });
      const owner = await store.anAccount();
      const lid = await listsOf(store, owner).create("Public");
      await listsOf(store, owner).add(lid, anItem(1));
      await listsOf(store, owner).post("markPublic", { lid });
      const from = "203.0.113.20";
      const params = { [field]: field === "lid" ? lid : "100001" };
      const read = (address = from) => store.browser(path, params, { from: address });

      const first = await read();
      expect([first.status, headerOf(first, "ratelimit-policy")]).toEqual([200, '"reader";q=2;w=60']);
      expect((await read()).status).toBe(200);
      expectRefusal(await read());
      expect((await read("203.0.113.21")).status).toBe(200);
      const { regid, sessionid } = owner;
      const asOwner = await store.browser(path, { ...params, regid, sessionid }, { from });
      expect(asOwner.status).toBe(field === "lid" ? 200 : 429); // counts do not know shoppers
    });
  },
);

test("wrong sessions and unknown stores are limited by address; the right session at the same address is not", async () => {
  const service = aService();
  const store = await aStore(service);
  const owner = await store.anAccount();
  const from = "203.0.113.30";
  await service.deps.limits.take({ name: "refused", points: 600, seconds: 60 }, `:${from}`, 597);
  const ask = (person: Params, pid = store.pid) =>
    store.browser("/api/v3/lists/fetch-lists", person, { from, query: { pid } });
  const { regid, sessionid } = owner;

  expect((await ask({ regid, sessionid: "made-up" })).status).toBe(401);
  expect((await ask({ regid, sessionid }, "no-such-store")).status).toBe(404);
  expect((await store.register({}, { from, query: { pid: "no-such-store" } })).status).toBe(404);
  expectRefusal(await ask({ regid, sessionid: "made-up" }));
  expectRefusal(await store.register({}, { from, query: { pid: "no-such-store" } }));
  expect((await ask({ regid, sessionid })).status).toBe(200);
});

type Route = { method: string; url: string };

/** A service, and its routes as they are registered. */
function aWalkableService(addRoute?: (http: FastifyInstance) => void) {
  const routes: Route[] = [];
  const service = aService({
    beforeRoutes: (http) => {
      http.addHook("onRoute", ({ method, url }) => {
        for (const one of [method].flat()) routes.push({ method: one, url });
      });
      addRoute?.(http);
    },
  });
  return { service, routes };
}

/** These must always answer: a load balancer takes the process away otherwise. `/readyz` asks the database at most twice a
 *  second, `/livez` never; health.test.ts shows it. */
const HEALTH = new Set(["/livez", "/readyz"]);
const NEEDS_CREDENTIAL = /^(?:missing-(?:regid|sessionid|token)|invalid-api-key)$/;

async function callAnonymously(store: TestStore, lid: string, { method, url }: Route): Promise<Answer> {
  const path = url
    .replace(":pid", store.pid)
    .replace(":part", "x")
    .replace("*", method === "OPTIONS" ? "/api/v3" : "x");
  const isBody = method === "POST";
  const how = { method: method as "GET", key: null, query: { pid: store.pid, token: "x", empi: "1" } };
  const params = { lid, empi: "1", empis: "1", events: "[]", sessionid: "made-up" };
  const withoutSession = /register|fetch-list-(with-)?contents/.test(url) ? { lid } : params;
  return store.browser(path, isBody ? withoutSession : {}, isBody ? how : { ...how, raw: "" });
}

async function findUnlimited({ service, routes }: ReturnType<typeof aWalkableService>) {
  await service.http.ready();
  const store = await aStore(service);
  const lid = await listsOf(store, await store.anAccount()).create("Private");
  const unlimited: string[] = [];
  const policies = new Set<string>();
  for (const route of routes.filter(({ url }) => !HEALTH.has(url))) {
    const answer = await callAnonymously(store, lid, route);
    const policy = headerOf(answer, "ratelimit-policy");
    if (policy !== undefined) policies.add(policy);
    else if (!NEEDS_CREDENTIAL.test(String(answer.body.type))) unlimited.push(`${route.method} ${route.url}`);
  }
  return { unlimited, policies };
}

test("every route that can be called without a key or a session has a limit, and the limit is published", async () => {
  const { unlimited, policies } = await findUnlimited(aWalkableService());
  expect(unlimited).toEqual([]);
  expect(policies.size).toBeGreaterThan(5);
  const published = await readFile(new URL("../../../docs/operating.md", import.meta.url), "utf8");
  for (const policy of policies) expect(published).toContain(`\`${/"(.+)"/.exec(policy)?.[1]}\``);
});

test("control: a route without a limit is found", async () => {
  const { unlimited } = await findUnlimited(
    aWalkableService((http) => http.get("/surprise", { exposeHeadRoute: false }, async () => "")),
  );
  expect(unlimited).toEqual(["GET /surprise"]);
});

test.each([
  ["links", 1_200, "GET", "/alerts/unsubscribe?token=x", 404],
  ["webhooks", 6_000, "POST", "/hooks/mail/PID?token=x", 401],
  ["files", 3_000, "GET", "/openapi.json", 200],
  ["preflights", 6_000, "OPTIONS", "/api/v3/lists/create", 204],
] as const)("%s: call number %i of a minute from one address is served, the next is refused", async (...row) => {
  const [name, points, method, url, served] = row;
  const service = aService();
  const store = await aStore(service);
  const from = "203.0.113.40";
  await service.deps.limits.take({ name, points, seconds: 60 }, `:${from}`, points - 1);
  const headers =
    method === "OPTIONS" ? { origin: "https://shop.example", "access-control-request-method": "POST" } : {};
  const path = url.replace("PID", store.pid);
  const call = (address: string) =>
    service.http.inject({
      method,
      url: path,
      headers,
      remoteAddress: address,
      ...(method === "POST" ? { payload: { events: [] } } : {}),
    });
  expect((await call(from)).statusCode).toBe(served);
  const over = await call(from);
  expect([over.statusCode, Number(over.headers["retry-after"]) > 0]).toEqual([429, true]);
  expect((await call("203.0.113.41")).statusCode).toBe(served);
});
