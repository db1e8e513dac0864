import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore, type Params, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { aReceiver, aWebhookShop, someEvents } from "../../../../test/fixtures/webhooks.ts";

const service = aService();
const URL = "https://hooks.example.com/keepsake";
const aShop = () => aStore(service, { scopes: ["webhooks", "audit"] });

const call = (store: TestStore, verb: string, json: object) =>
  store.admin(`/storeadmin/v3/webhooks/${verb}`, undefined, { json });
const list = async (store: TestStore) =>
  good(await store.admin("/storeadmin/v3/webhooks", undefined, { method: "GET" }))["items"] as Params[];
const deliveries = (store: TestStore, query: Params = {}, headers: Params = {}) =>
  store.admin("/storeadmin/v3/webhooks/deliveries", undefined, { method: "GET", query, headers });
const create = async (store: TestStore, json: object = { url: URL }) =>
  good(await call(store, "create", json)) as { endpoint: string; url: string; secret: string; events: string[] };
const auditOf = async (store: TestStore) =>
  (await look<{ action: string }>("select action from audit_log where store_id = $1 order by id", [store.id])).map(
    ({ action }) => action,
  );

test("a secret is shown when an endpoint is created, and never again", async () => {
  const store = await aShop();
  const { endpoint, secret, events } = await create(store);
  expect(secret).toMatch(/^whsec_/);
  expect(events).toEqual(["*"]);
  const found = await list(store);
  expect(found).toMatchObject([{ endpoint, url: URL, state: "enabled", waiting: 0, failingSince: null, replay: null }]);
  expect(JSON.stringify(found)).not.toContain(secret);
  expect(JSON.stringify(await auditOf(store))).not.toContain(secret);
});

test("a repeated create with the same Idempotency-Key returns the same endpoint and secret", async () => {
  const store = await aShop();
  const once = () =>
    store.admin("/storeadmin/v3/webhooks/create", { url: URL }, { headers: { "idempotency-key": "first" } });
  const [one, two] = [await once(), await once()];
  expect(two.body).toEqual(one.body);
  expect(await list(store)).toHaveLength(1);
});

test.each([
  ["http://hooks.example.com/", "https"],
  ["https://127.0.0.1/", "public internet"],
  ["https://hooks.example.com:8080/", "443 or 8443"],
  ["https://a:b@hooks.example.com/", "password"],
  ["hooks.example.com", "absolute"],
])("the URL %s is refused, with what to do", async (url, why) => {
  const store = await aShop();
  const answer = await call(store, "create", { url });
  expect([answer.status, answer.body["type"]]).toEqual([400, "invalid-url"]);
  expect(answer.body["msg"]).toContain(why);
  const { endpoint } = await create(store);
  expect((await call(store, "update", { endpoint, url })).body["type"]).toBe("invalid-url");
});

test("events are named in JSON or in a form, and an unknown name is refused", async () => {
  const store = await aShop();
  expect((await create(store, { url: URL, events: ["item.added", "list.created"] })).events).toEqual([
    "item.added",
    "list.created",
  ]);
  const form = await store.admin("/storeadmin/v3/webhooks/create", { url: URL, events: "stock.restocked, item.added" });
  expect(good(form)["events"]).toEqual(["stock.restocked", "item.added"]);
  for (const events of [["nothing.happened"], [], [7], "store.changed", {}])
    expect((await call(store, "create", { url: URL, events })).body["type"]).toBe("invalid-events");
});

test("a URL is stored as URLs are written, so that no line of it can pose as a line of a mail", async () => {
  const store = await aShop();
  const { url } = await create(store, { url: "https://hooks.example.com/\n\nYour account is locked" });
  expect(url).toBe("https://hooks.example.com/Your%20account%20is%20locked");
});

test("an endpoint is changed, disabled, enabled and deleted, and the audit log has each step", async () => {
  const store = await aShop();
  const { endpoint, secret } = await create(store);
  const url = "https://other.example.com/";
  expect(good(await call(store, "update", { endpoint, url, events: ["item.added"] }))).toMatchObject({
    url,
    events: ["item.added"],
    description: "",
  });
  expect(good(await call(store, "update", { endpoint, description: "Warehouse", events: ["*"] }))).toMatchObject({
    url,
    events: ["*"],
    description: "Warehouse",
  });
  const rotated = good(await call(store, "rotate-secret", { endpoint, overlapSeconds: 60 }));
  expect(rotated["secret"]).not.toBe(secret);
  expect((await list(store))[0]?.["oldSecretUntil"]).not.toBeNull();
  await call(store, "rotate-secret", { endpoint, overlapSeconds: 0 });
  expect((await list(store))[0]?.["oldSecretUntil"]).toBeNull();
  expect(good(await call(store, "disable", { endpoint }))).toMatchObject({
    state: "disabled",
    disabledBecause: "A member or an API key disabled it; the audit log says who.",
  });
  expect((await call(store, "send-example", { endpoint })).body["type"]).toBe("endpoint-disabled");
  expect(good(await call(store, "enable", { endpoint }))).toMatchObject({ state: "enabled", disabledBecause: null });
  good(await call(store, "delete", { endpoint }));
  expect(await list(store)).toEqual([]);
  expect((await call(store, "delete", { endpoint })).body["type"]).toBe("unknown-endpoint");
  expect(await auditOf(store)).toEqual([
    "webhook.created",
    "webhook.updated",
    "webhook.updated",
    "webhook.secret-rotated",
    "webhook.secret-rotated",
    "webhook.disabled",
    "webhook.enabled",
    "webhook.deleted",
  ]);
});

test("a store has at most 50 endpoints, also when they are created at the same time", async () => {
  const store = await aShop();
  const answers = await Promise.all(Array.from({ length: 55 }, () => call(store, "create", { url: URL })));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ body }) => body["type"])).toEqual(Array.from({ length: 5 }, () => "limit-reached"));
  expect(await list(store)).toHaveLength(50);
});

test("an endpoint of another store is unknown", async () => {
  const [store, other] = [await aShop(), await aShop()];
  const { endpoint } = await create(store);
  const verbs = ["update", "delete", "rotate-secret", "enable", "disable", "send-example"];
  for (const verb of verbs) expect((await call(other, verb, { endpoint })).body["type"]).toBe("unknown-endpoint");
  expect((await call(other, "replay", { endpoint, fromNumber: 1 })).body["type"]).toBe("unknown-endpoint");
  expect((await deliveries(other, { endpoint })).body["type"]).toBe("unknown-endpoint");
});

test("a replay needs a range that is not empty", async () => {
  const store = await aShop();
  const { endpoint } = await create(store);
  const refused = [
    {},
    { toNumber: 5 },
    { fromNumber: 6, toNumber: 5 },
    { from: "2026-11-02T00:00:00Z", to: "2026-11-01T00:00:00Z" },
    { from: "2026-12-31T23:59:60Z" }, // a leap second, which JavaScript does not know
    { from: "2026-12-31T00:00:00Z", to: "2026-12-31T23:59:60Z" },
  ];
  for (const range of refused)
    expect((await call(store, "replay", { endpoint, ...range })).body["type"]).toBe("nothing-to-replay");
  expect((await call(store, "replay", { endpoint, delivery: "1" })).body["type"]).toBe("unknown-delivery");
  good(await call(store, "replay", { endpoint, from: "2026-11-01T00:00:00Z" }));
  expect((await call(store, "replay", { endpoint, fromNumber: 1 })).body["type"]).toBe("replay-running");
  expect((await list(store))[0]?.["replay"]).toMatchObject({ finishedAt: null, events: 0 });
});

test("the log has pages, filters and CSV, and an example is in it", async () => {
  const shop = await aWebhookShop();
  const store = await shop.aStore();
  const [good200, bad] = [await aReceiver(), await aReceiver(() => 500)];
  const [works, fails] = [await create(store, { url: good200.url }), await create(store, { url: bad.url })];
  await someEvents(store, 7);
  await shop.queue();
  await shop.send();
  const example = good(await call(store, "send-example", { endpoint: works.endpoint, type: "stock.restocked" }));
  await shop.send();
  expect(good200.received.at(-1)?.headers["webhook-id"]).toBe(
    `msg_${store.pid}_example_${String(example["delivery"])}`,
  );

  const itemsOf = async (query: Params) => {
    const all: Params[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = good(await deliveries(store, { limit: "3", ...query, ...(cursor ? { cursor } : {}) }));
      all.push(...(page["items"] as Params[]));
      cursor = page["next"] as string | null;
    }
    return all;
  };
  const all = await itemsOf({});
  expect(all).toHaveLength(15);
  expect(new Set(all.map(({ delivery }) => delivery)).size).toBe(15);
  expect(all.find(({ delivery }) => delivery === example["delivery"])).toMatchObject({
    number: 0,
    type: "stock.restocked",
    state: "delivered",
    status: 200,
    tries: 1,
  });
  const waiting = await itemsOf({ state: "waiting", endpoint: fails.endpoint });
  expect(waiting).toHaveLength(7);
  const times = waiting.map(({ nextTry }) => Date.parse(nextTry ?? ""));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(await itemsOf({ state: "delivered", endpoint: works.endpoint })).toHaveLength(8);
  expect(await itemsOf({ state: "failed" })).toEqual([]);

  const { text, headers } = await deliveries(store, { endpoint: works.endpoint }, { accept: "text/csv" });
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(text.trimEnd().split("\r\n")).toHaveLength(9);
  const states = Object.fromEntries((await list(store)).map(({ endpoint, state }) => [endpoint, state]));
  expect(states).toEqual({ [works.endpoint]: "enabled", [fails.endpoint]: "failing" });
});
