import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { DEFAULT_LIMITS, WRONG_KEYS } from "../src/features/stores/settings/settings.ts";
import { atOnce, tally } from "./fixtures/crowd.ts";
import { redisUrl } from "./fixtures/redis-url.ts";
import { aService, aStore, asStore, aUuid, basic, refusalOf } from "./fixtures/service.ts";

const service = aService();
const few = (points: number) => ({ points, seconds: 60 });
const many = few(100_000);

test("a call over the limit is 429 rate-limited, with Retry-After and the RateLimit headers", async () => {
  const store = await aStore(service, { settings: { limits: { key: few(3) } } });
  const answers = [];
  for (let time = 0; time < 5; time += 1) answers.push(await store.generateRegid({ uuid: aUuid() }));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  for (const [index, { headers }] of answers.entries()) {
    expect(headers["ratelimit-policy"]).toBe('"key";q=3;w=60');
    expect(headers.ratelimit).toMatch(new RegExp(`^"key";r=${Math.max(0, 2 - index)};t=(?:[1-9]|[1-5][0-9]|60)$`));
  }
  const last = answers[4];
  expect(refusalOf(last ?? (await store.register()))).toMatchObject({ status: 429, error: true, type: "rate-limited" });
  expect(Number(last?.headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(last?.headers["retry-after"])).toBeLessThanOrEqual(60);
});

test("a browser is limited by its address, and may read the RateLimit headers", async () => {
  const store = await aStore(service, { settings: { limits: { visitor: few(2) } } });
  const register = (from: string) => store.register({}, { from, headers: { origin: "https://shop.example" } });
  const statuses = [];
  for (let time = 0; time < 3; time += 1) statuses.push((await register("203.0.113.1")).status);
  const refused = await register("203.0.113.1");

  expect(statuses).toEqual([200, 200, 429]);
  expect(refused.headers).toMatchObject({
    "ratelimit-policy": '"visitor";q=2;w=60',
    "access-control-allow-origin": "*",
  });
  expect(refused.headers["retry-after"]).toBeDefined();
  expect((await register("203.0.113.2")).status).toBe(200);
});

test("limits are per store: one store's traffic does not use up another store's limit", async () => {
  const [small, large] = [
    await aStore(service, { settings: { limits: { key: few(5), visitor: few(5) } } }),
    await aStore(service, { settings: { limits: { key: many, visitor: many } } }),
  ];
  const statusesOf = async (send: () => Promise<{ status: number }>) =>
    tally((await atOnce(20, send)).map(({ status }) => status));

  expect(await statusesOf(() => small.generateRegid({ uuid: aUuid() }))).toEqual({ 200: 5, 429: 15 });
  expect(await statusesOf(() => large.generateRegid({ uuid: aUuid() }))).toEqual({ 200: 20 });
  expect(await statusesOf(() => small.register())).toEqual({ 200: 5, 429: 15 });
  expect(await statusesOf(() => large.register())).toEqual({ 200: 20 });
});

test("each key of a store has its own limit", async () => {
  const store = await aStore(service, { settings: { limits: { key: few(1) } } });
  const { key } = await store.aKey(["identity"]);
  expect((await store.generateRegid({ uuid: aUuid() })).status).toBe(200);
  expect((await store.generateRegid({ uuid: aUuid() })).status).toBe(429);
  expect((await store.generateRegid({ uuid: aUuid() }, { key })).status).toBe(200);
});

test("a store that sets nothing has the published defaults", async () => {
  const store = await aStore(service, { settings: { limits: {} } });
  await store.set({ limits: null });
  const admin = await store.generateRegid({ uuid: aUuid() });
  const browser = await store.register({}, { from: "203.0.113.3" });
  expect(admin.headers["ratelimit-policy"]).toBe(
    `"key";q=${DEFAULT_LIMITS.key.points};w=${DEFAULT_LIMITS.key.seconds}`,
  );
  expect(browser.headers["ratelimit-policy"]).toBe(
    `"visitor";q=${DEFAULT_LIMITS.visitor.points};w=${DEFAULT_LIMITS.visitor.seconds}`,
  );
});

test("wrong keys are limited by IP address; the right key from the same address is not", async () => {
  const store = await aStore(service);
  const from = "203.0.113.4";
  const guess = () =>
    store.generateRegid({ uuid: aUuid() }, { headers: { authorization: basic(store.pid, "x") }, from });
  const answers = await atOnce(WRONG_KEYS.points + 10, guess);

  expect(tally(answers.map(({ status }) => status))).toEqual({ 401: WRONG_KEYS.points, 429: 10 });
  expect((await store.generateRegid({ uuid: aUuid() }, { from })).status).toBe(200);
  expect((await store.generateRegid({ uuid: aUuid() }, { key: null, from: "203.0.113.5" })).status).toBe(401);
});

test("a call that is refused by a limit has no effect", async () => {
  const store = await aStore(service, { settings: { limits: { key: few(2) } } });
  const account = await store.anAccount();
  await store.anAccount();
  expect((await store.revokeSessions({ regid: account.regid })).status).toBe(429);
  await expect(store.identify(account)).resolves.toBeDefined();
});

test("through Redis two processes share the window of a store", async () => {
  const env = { REDIS_URL: redisUrl };
  const [one, other] = [aService({ env }), aService({ env })];
  const fallbacks = async () =>
    (await Promise.all([one, other].map(({ deps }) => deps.metrics.limiterFallbacks.get())))
      .flatMap(({ values }) => values)
      .reduce((sum, { value }) => sum + value, 0);

  let statuses = {};
  const isShared = async () => {
    const before = await fallbacks();
    const store = await aStore(one, { settings: { limits: { key: few(20) } } });
    const elsewhere = asStore(other, store);
    const answers = await atOnce(60, (index) => (index % 2 ? store : elsewhere).generateRegid({ uuid: aUuid() }));
    statuses = tally(answers.map(({ status }) => status));
    return (await fallbacks()) === before; // Redis must answer within 50 ms, which a busy machine does not always manage
  };
  expect(await waitFor(isShared, 60_000)).toBe(true);
  expect(statuses).toEqual({ 200: 20, 429: 40 });
});

test("new guests are limited by IP address and for the whole store; known shoppers are not", async () => {
  const store = await aStore(service, { settings: { limits: { guest: few(2), storeGuests: few(3) } } });
  const create = async (from: string) => {
    const { regid, sessionid } = await store.aGuest();
    const save = (lname: string) => store.browser("/api/v3/lists/create", { regid, sessionid, lname }, { from });
    return { first: await save("First"), save };
  };
  const known = await create("203.0.113.50");
  expect(known.first.status).toBe(200);
  expect((await create("203.0.113.50")).first.status).toBe(200);
  const third = (await create("203.0.113.50")).first;
  expect([third.status, third.headers["ratelimit-policy"], Number(third.headers["retry-after"]) > 0]).toEqual([
    429,
    '"guest";q=2;w=60',
    true,
  ]);
  expect((await create("2001:db8:5::1")).first.status).toBe(200);
  const fourth = (await create("203.0.113.51")).first;
  expect([fourth.status, fourth.headers["ratelimit-policy"]]).toEqual([429, '"storeGuests";q=3;w=60']);
  expect((await known.save("Second")).status).toBe(200);
  const account = await store.anAccount();
  const { regid, sessionid } = account;
  expect((await store.browser("/api/v3/lists/create", { regid, sessionid, lname: "Mine" })).status).toBe(200);
});
