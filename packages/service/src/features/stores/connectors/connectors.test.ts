import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aMember } from "../../../../test/fixtures/members.ts";
import { aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { CONNECTORS_MAX } from "./connector.ts";
import { hasReservingConnector } from "./find-connectors.ts";

const service = aService();
const aShop = () => aStore(service, { scopes: ["admin"] });
const report = (store: TestStore, json: object) =>
  store.admin("/storeadmin/v3/connectors/report", undefined, { json: { name: "medusa", ...json } });
const read = async (store: TestStore) =>
  good(await store.admin("/storeadmin/v3/connections", undefined, { method: "GET" }))["connectors"] as Record<
    string,
    unknown
  >[];
const reconcile = (minutesAgo: number, checked: number, corrected: number) => ({
  reconcile: {
    startedAt: new Date(Date.now() - minutesAgo * 60_000 - 1_000).toISOString(),
    finishedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    checked,
    corrected,
  },
});
const roughOf = async (store: TestStore) =>
  (await look<{ rough: number }>("select rough_reconciles as rough from connectors where store_id = $1", [store.id]))[0]
    ?.rough;

test("a connector is shown with what it reported last, and what a report leaves out stays", async () => {
  const store = await aShop();
  expect(await read(store)).toEqual([]);
  good(await report(store, {}));
  const silent = { version: null, shop: null, lastEvent: null, lagMs: null, reconcile: null };
  const times = { firstSeen: expect.any(String), lastSeen: expect.any(String) };
  expect(await read(store)).toEqual([
    { name: "medusa", ...silent, ...times, reserves: false, problem: null, problemSince: null },
  ]);
  const at = "2026-01-19T10:00:00.000Z";
  const compared = { startedAt: at, finishedAt: "2026-01-19T10:00:09.000Z", checked: 1_200, corrected: 3 };
  const identity = { version: "0.1.0", shop: "https://admin.shop.example", reserves: true };
  good(await report(store, { ...identity, event: { at, lagMs: 420 }, reconcile: compared }));
  good(await report(store, { problem: "The platform answered 401: reconnect the app" }));
  expect(await read(store)).toEqual([
    {
      name: "medusa",
      ...identity,
      ...times,
      lastEvent: at,
      lagMs: 420,
      reconcile: compared,
      problem: "The platform answered 401: reconnect the app",
      problemSince: expect.any(String),
    },
  ]);
});

test("a problem keeps its beginning until a report without one", async () => {
  const store = await aShop();
  good(await report(store, { problem: "The platform answered 401" }));
  const [first] = await read(store);
  good(await report(store, { problem: "The platform answered 403" }));
  expect(await read(store)).toMatchObject([
    { problem: "The platform answered 403", problemSince: first?.["problemSince"] },
  ]);
  good(await report(store, { problem: null }));
  expect(await read(store)).toMatchObject([{ problem: null, problemSince: null }]);
  good(await report(store, { problem: "The platform answered 401" }));
  good(await report(store, {}));
  expect(await read(store)).toMatchObject([{ problem: null, problemSince: null }]);
});

test("late reports do not replace newer ones, and the future counts as now", async () => {
  const store = await aShop();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  good(await report(store, { event: { at: tomorrow, lagMs: 1 }, ...reconcile(5, 10, 1) }));
  good(await report(store, { event: { at: "2026-01-19T10:00:00Z", lagMs: 2 }, ...reconcile(10, 99, 9) }));
  const [connector] = await read(store);
  expect(connector).toMatchObject({ lagMs: 2, reconcile: { checked: 10, corrected: 1 } });
  const { lastEvent, lastSeen } = connector as { lastEvent: string; lastSeen: string };
  expect(Date.parse(lastEvent)).toBeLessThanOrEqual(Date.parse(lastSeen));
});

test("reconciles in a row that correct much are counted; the first one, and one that finds little, are not", async () => {
  const store = await aShop();
  good(await report(store, reconcile(60, 1_000, 1_000)));
  expect(await roughOf(store)).toBe(0);
  good(await report(store, reconcile(50, 1_000, 40)));
  const second = reconcile(40, 1_000, 40);
  good(await report(store, second));
  good(await report(store, second));
  good(await report(store, {}));
  expect(await roughOf(store)).toBe(2);
  good(await report(store, reconcile(30, 1_000, 10)));
  expect(await roughOf(store)).toBe(0);
});

test("a store has at most twenty connectors, those it has can still report, and one that is removed makes room", async () => {
  const store = await aShop();
  for (let index = 0; index < CONNECTORS_MAX; index += 1) good(await report(store, { name: `c-${index}` }));
  const refused = await report(store, { name: "one-more" });
  expect([refused.status, refused.body["type"]]).toEqual([400, "limit-reached"]);
  good(await report(store, { name: "c-7", version: "2" }));
  const remove = async () =>
    good(await store.admin("/storeadmin/v3/connectors/remove", undefined, { json: { name: "c-3" } }))["changed"];
  expect([await remove(), await remove()]).toEqual([true, false]);
  good(await report(store, { name: "one-more" }));
  expect((await read(store)).map(({ name }) => name)).toContain("one-more");
});

test.each([
  ["no name", { name: undefined }],
  ["a name with capitals", { name: "Medusa" }],
  ["a time without a zone", { event: { at: "2026-01-19T10:00:00", lagMs: 1 } }],
  ["a negative lag", { event: { at: "2026-01-19T10:00:00Z", lagMs: -1 } }],
  ["a problem of a thousand characters", { problem: "x".repeat(1_000) }],
  ["an unfinished reconcile", { reconcile: { startedAt: "2026-01-19T10:00:00Z", checked: 1, corrected: 0 } }],
])("a report with %s is refused", async (_, json) => {
  const store = await aShop();
  expect((await report(store, json)).status).toBe(400);
  expect(await read(store)).toEqual([]);
});

test("a store has a reserving connector only while one that reserves has reported within the hour", async () => {
  const store = await aShop();
  const reserves = () => store.inStore(hasReservingConnector);
  good(await report(store, { name: "feed" }));
  expect(await reserves()).toBe(false);
  good(await report(store, { reserves: true }));
  expect(await reserves()).toBe(true);
  const other = await aShop();
  expect(await other.inStore(hasReservingConnector)).toBe(false);
  await look("update connectors set last_at = now() - interval '61 minutes' where store_id = $1", [store.id]);
  expect(await reserves()).toBe(false);
  good(await report(store, {}));
  expect(await reserves()).toBe(true);
  good(await report(store, { reserves: false }));
  expect(await reserves()).toBe(false);
});

test("a key for stock may report and not remove, and a viewer sees the connectors", async () => {
  const store = await aStore(service, { scopes: ["catalog"] });
  good(await report(store, {}));
  const refused = await store.admin("/storeadmin/v3/connectors/remove", undefined, { json: { name: "medusa" } });
  expect(refused.status).toBe(403);
  const viewer = await aMember(service, store, "viewer");
  expect((await viewer.call("/storeadmin/v3/connections")).body["connectors"]).toHaveLength(1);
});

test("many reports at the same moment are stored by few statements", async () => {
  const own = aService();
  const { hot } = own.deps.db;
  const run = hot.run.bind(hot);
  let statements = 0;
  Object.assign(hot, {
    run: (statement: { name: string }, values: unknown[]) => {
      if (statement.name === "record-connector-reports") statements += 1;
      return run(statement as never, values);
    },
  });
  const store = await aStore(own, { scopes: ["admin"] });
  good(await report(store, {}));
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => report(store, { name: `c-${index % 15}`, version: String(index) })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await read(store)).toHaveLength(16);
  expect(statements).toBeLessThan(60);
});
