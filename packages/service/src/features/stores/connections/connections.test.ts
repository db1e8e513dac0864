import { expect, test } from "vitest";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aMember } from "../../../../test/fixtures/members.ts";
import { aService, aStore, asStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";

const service = aService();
const NEVER = { lastReport: null, keyName: null };
const SHOP = "https://shop.example";
const MINUTES = 60_000;

const read = async (store: TestStore) =>
  good(await store.admin("/storeadmin/v3/connections", undefined, { method: "GET" }));
const scriptOf = async (store: TestStore) =>
  (await read(store))["script"] as { firstSeen: string; lastSeen: string; origins: { origin: string }[] };
const originsOf = async (store: TestStore) => (await scriptOf(store)).origins.map(({ origin }) => origin);
const callFrom = (store: TestStore, origin: string) => store.register({}, { headers: { origin } });

test("nothing was seen of a new store", async () => {
  const store = await aStore(service, { scopes: ["settings:read"] });
  expect(await read(store)).toEqual({
    script: { firstSeen: null, lastSeen: null, origins: [] },
    firstSave: null,
    lastSave: null,
    stock: NEVER,
    catalogue: NEVER,
    orders: NEVER,
    connectors: [],
  });
});

test("the script is seen with its origin, also when the pid is in the body, and only in its own store", async () => {
  const [store, other] = [
    await aStore(service, { scopes: ["admin"] }),
    await aStore(service, { scopes: ["settings:read"] }),
  ];
  const sent = { json: { pid: store.pid }, headers: { origin: "http://localhost:3000" } };
  expect((await store.admin("/api/v3/provider/register", undefined, { ...sent, key: null })).status).toBe(200);
  good(await callFrom(store, SHOP));
  await expect.poll(() => originsOf(store)).toEqual([SHOP, "http://localhost:3000"]);
  const { firstSeen, lastSeen } = await scriptOf(store);
  expect(Date.parse(lastSeen)).toBeGreaterThanOrEqual(Date.parse(firstSeen));
  expect((await scriptOf(other)).firstSeen).toBeNull();
});

test("a refused origin, a preflight, a call without an origin and one that fails are no sign of the script", async () => {
  const store = await aStore(service, { scopes: ["settings:read"], settings: { origins: [SHOP] } });
  const path = "/api/v3/provider/register";
  const send = (options: Parameters<TestStore["browser"]>[2], params = {}) => store.browser(path, params, options);
  const statuses = [
    await send({ headers: { origin: "https://evil.example" } }),
    await send({ method: "OPTIONS", headers: { origin: SHOP, "access-control-request-method": "POST" } }),
    await send({ headers: {} }),
    await send({ headers: { origin: SHOP } }, { assertion: "wrong" }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([403, 204, 200, 401]);
  // The control is written after all of these would be.
  good(await store.register({}, { headers: { origin: SHOP } }));
  await expect.poll(() => originsOf(store)).toEqual([SHOP]);
});

test("the first heart is seen within two seconds", async () => {
  const store = await aStore(service, { scopes: ["identity", "settings:read"] });
  const lists = listsOf(store, await store.aGuest());
  const lid = await lists.create();
  expect((await read(store))["firstSave"], "an empty list is no heart").toBeNull();
  await lists.add(lid, anItem(1));
  await expect.poll(async () => (await read(store))["firstSave"], { timeout: 2_000 }).toEqual(expect.any(String));
  const { firstSave, lastSave } = await read(store);
  expect(lastSave).toBe(firstSave);
});

test("a heart that goes the slow way, and one that is saved for later, are seen, too", async () => {
  for (const save of [
    (lists: ReturnType<typeof listsOf>) =>
      lists.create().then((lid) => lists.change(lid, { a: [anItem(2)], d: [anItem(1)] })),
    (lists: ReturnType<typeof listsOf>) => lists.post("sfl/add", { items: JSON.stringify([anItem(3)]) }),
  ]) {
    const store = await aStore(service, { scopes: ["identity", "settings:read"] });
    good(await save(listsOf(store, await store.aGuest())));
    await expect.poll(async () => (await read(store))["firstSave"]).toEqual(expect.any(String));
  }
});

test("reports of stock, products and orders are seen, each with the name of its key", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const report = async (path: string, json: object) =>
    good(await store.admin(`/storeadmin/v3/${path}`, undefined, { json }));
  const occurredAt = new Date().toISOString();
  await report("catalog/upsert", { variants: [{ epi: 1, empi: 1, dt: "Boots" }] });
  await expect.poll(async () => (await read(store))["catalogue"]).toMatchObject({ keyName: "test" });
  expect((await read(store))["stock"], "products without stock").toEqual(NEVER);
  await report("inventory/set", { levels: [{ epi: 1, quantity: 3, occurredAt }] });
  await expect.poll(async () => (await read(store))["stock"]).toMatchObject({ keyName: "test" });
  const lines = [{ epi: 1, quantity: 1, price: "9.00" }];
  await report("orders/report", { orders: [{ id: "1", occurredAt, currency: "EUR", lines }] });
  await expect.poll(async () => (await read(store))["orders"]).toMatchObject({ keyName: "test" });

  const withStock = await aStore(service, { scopes: ["admin"] });
  const json = { variants: [{ epi: 1, empi: 1, dt: "Boots", stk: 4 }] };
  good(await withStock.admin("/storeadmin/v3/catalog/upsert", undefined, { json }));
  await expect.poll(async () => (await read(withStock))["stock"]).toMatchObject({ keyName: "test" });
});

test("a viewer reads the connections, and a key without the scope does not", async () => {
  const store = await aStore(service, { scopes: ["catalog"] });
  const viewer = await aMember(service, store, "viewer");
  expect((await viewer.call("/storeadmin/v3/connections")).status).toBe(200);
  const refused = await store.admin("/storeadmin/v3/connections", undefined, { method: "GET" });
  expect([refused.status, refused.body["type"]]).toEqual([403, "missing-scope"]);
});

/** A service whose statements about sightings are counted. */
function aCountingService() {
  const { clock, forward } = aClock();
  const counted = aService({ clock });
  const { hot } = counted.deps.db;
  const written: string[][] = [];
  const run = hot.run.bind(hot);
  let isBroken = false;
  Object.assign(hot, {
    run: async (statement: { name: string }, values: unknown[]) => {
      if (statement.name === "record-sightings") {
        if (isBroken) throw new Error("The database is gone");
        written.push(values[2] as string[]);
      }
      return run(statement as never, values);
    },
  });
  return { counted, forward, written, breakWrites: (now: boolean) => void (isBroken = now) };
}

test("what is seen again within three minutes is not written again", async () => {
  const { counted, forward, written } = aCountingService();
  const store = await aStore(counted, { scopes: ["settings:read"] });
  for (const _ of [1, 2, 3]) good(await callFrom(store, SHOP));
  await expect.poll(() => written.flat()).toEqual(["", SHOP]);
  const { lastSeen } = await scriptOf(store);
  forward(2 * MINUTES);
  good(await callFrom(store, SHOP));
  expect((await scriptOf(store)).lastSeen).toBe(lastSeen);
  forward(2 * MINUTES);
  good(await callFrom(store, SHOP));
  await expect.poll(async () => Date.parse((await scriptOf(store)).lastSeen)).toBeGreaterThan(Date.parse(lastSeen));
  expect(written.flat()).toHaveLength(4);
});

test("no call fails with the database, and what was not written is written with the next call", async () => {
  const { counted, written, breakWrites } = aCountingService();
  const store = await aStore(counted, { scopes: ["settings:read"] });
  breakWrites(true);
  for (let call = 0; call < 60; call += 1) expect((await callFrom(store, SHOP)).status).toBe(200);
  expect(written).toEqual([]);
  breakWrites(false);
  await expect.poll(async () => [(await callFrom(store, SHOP)).status, await originsOf(store)]).toEqual([200, [SHOP]]);
});

test("invented origins cost at most fifty writes in three minutes, and push out only the oldest", async () => {
  const { counted, forward, written } = aCountingService();
  const store = await aStore(counted, { scopes: ["settings:read"] });
  const flood = async (name: string) => {
    const before = written.flat().length;
    for (let index = 0; index < 60; index += 1) good(await callFrom(store, `https://${name}-${index}.example`));
    await expect.poll(() => written.flat().length - before).toBe(2 * 50);
  };
  await flood("first");
  await expect.poll(() => originsOf(store)).toHaveLength(50);
  forward(4 * MINUTES);
  good(await callFrom(store, SHOP));
  await expect.poll(() => originsOf(store)).toContain(SHOP);
  expect(await originsOf(store)).toHaveLength(50);
  const rows = "select count(*)::int as rows from sightings where store_id = $1 and kind = 'origin'";
  expect(await look(rows, [store.id])).toEqual([{ rows: 50 }]);
});

test("each process writes for itself, and the times only go forward", async () => {
  const store = await aStore(service, { scopes: ["settings:read"] });
  good(await callFrom(store, SHOP));
  await expect.poll(() => originsOf(store)).toEqual([SHOP]);
  const { firstSeen } = await scriptOf(store);
  good(await callFrom(asStore(aService(), store), SHOP));
  await expect.poll(async () => (await scriptOf(store)).lastSeen > firstSeen).toBe(true);
  expect((await scriptOf(store)).firstSeen).toBe(firstSeen);
});
