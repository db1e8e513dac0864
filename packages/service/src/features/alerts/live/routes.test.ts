import { expect, test, vi } from "vitest";
import { waitFor } from "../../../../../../engines/wait-for.ts";
import { aLine, alertCall, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { listen, openStream } from "../../../../test/fixtures/event-stream.ts";
import { aMember, type Browser, stepUpByPassword } from "../../../../test/fixtures/members.ts";
import { anEmail, aService, aStore, basic, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { revokeKey } from "../../stores/keys/revoke-key.ts";
import { addFirstMember } from "../../stores/members/add-first-member.ts";

const WAIT_MAX_MS = 60_000;
const ANSWER_MS = 2_000;
/** Fewer than end a stream by its age. */
const CHECKS_MAX = 20;
const shop = await anAlertShop();
const { service } = shop;
const port = await listen(service);

type Plan = { plan: string; epi: string; state: string; notified: number; waves: number };

const open = (headers: Record<string, string>, query = "") =>
  openStream(`http://127.0.0.1:${port}/storeadmin/v3/plans/live${query}`, headers);
const byKey = ({ pid }: TestStore, key: string) => ({ authorization: basic(pid, key) });
const bySession = ({ jar }: Browser) => ({
  cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
  "sec-fetch-site": "same-origin",
});
type Stream = Awaited<ReturnType<typeof open>>;
const isReady = (stream: Stream) => waitFor(() => stream.events("ready").length > 0, WAIT_MAX_MS);
const plansIn = (stream: Stream) => stream.events("plan") as Plan[];
async function watch(store: TestStore) {
  const stream = await open(byKey(store, store.key));
  expect(await isReady(stream)).toBe(true);
  return stream;
}
async function plansOf(store: TestStore) {
  const answer = await store.admin("/storeadmin/v3/plans", undefined, { method: "GET" });
  return (good(answer) as { items: Plan[] }).items;
}
const hasPlan = (stream: Stream, wanted: Partial<Plan>) =>
  waitFor(
    () =>
      plansIn(stream).some((plan) =>
        Object.entries(wanted).every(([name, value]) => plan[name as keyof Plan] === value),
      ),
    WAIT_MAX_MS,
  );

test("while alerts are sent, the stream has the plan as GET plans shows it, with growing counts, until it is done", async () => {
  const store = await shop.aStore({ alerts: { audience: "waves", waveSize: 10 } });
  await aLine(store, 30);
  const stream = await watch(store);
  const second = await watch(store);
  await stock(store, 50);
  for (const notified of [10, 20, 30]) {
    expect(
      await waitFor(async () => {
        await shop.work();
        return (await plansOf(store))[0]?.notified === notified;
      }, WAIT_MAX_MS),
    ).toBe(true);
    expect(await hasPlan(stream, { notified })).toBe(true);
  }
  expect(
    await waitFor(async () => {
      await shop.work();
      return (await plansOf(store))[0]?.state === "done";
    }, WAIT_MAX_MS),
  ).toBe(true);
  expect(await hasPlan(stream, { state: "done" })).toBe(true);

  const seen = plansIn(stream);
  const counts = seen.map(({ notified }) => notified);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(new Set(counts)).toEqual(new Set([...(counts.includes(0) ? [0] : []), 10, 20, 30]));
  expect(seen.at(-1)).toEqual((await plansOf(store))[0]);
  expect(seen.slice(0, -1).map(({ state }) => state)).toEqual(seen.slice(0, -1).map(() => "open"));
  expect(new Set(seen.map((plan) => JSON.stringify(plan))).size, "no event without a change").toBe(seen.length);
  expect(await waitFor(() => plansIn(second).length === seen.length, WAIT_MAX_MS)).toBe(true);
  expect([stream.events("ready").length, second.events("ready").length]).toEqual([1, 1]);
});

test("a plan that is paused, resumed, cancelled or taken over by a newer one is a change, too", async () => {
  const store = await shop.aStore();
  good(await subscribeAs(store, anEmail(), [aProduct(2)], { topics: '["comingsoon"]' }));
  await aLine(store, 1);
  await stock(store, 5);
  await shop.begin(); // its last wave has begun, and nothing is delivered
  const [older] = await plansOf(store);
  expect(older?.state).toBe("done");
  const stream = await watch(store);
  const { plan } = await alertCall(store, "send", { epi: 2, topic: "comingsoon" });
  expect(await hasPlan(stream, { plan: String(plan), state: "open" })).toBe(true);
  for (const [verb, state] of [
    ["hold", "held"],
    ["resume", "open"],
    ["cancel", "cancelled"],
  ] as const) {
    const before = plansIn(stream).length;
    await alertCall(store, verb, { plan: String(plan) });
    expect(await waitFor(() => plansIn(stream).length > before, WAIT_MAX_MS)).toBe(true);
    expect(plansIn(stream).at(-1)).toMatchObject({ plan, state });
  }
  await stock(store, 0);
  await stock(store, 5);
  await shop.begin();
  expect(await hasPlan(stream, { plan: older?.plan ?? "", state: "superseded" })).toBe(true);
});

test("a stream never has a plan of another store", async () => {
  const [one, other] = [await shop.aStore(), await shop.aStore()];
  const streams = [await watch(one), await watch(other)] as const;
  for (const store of [one, other]) {
    await aLine(store, 3);
    await stock(store, 5);
  }
  await shop.work();
  for (const stream of streams) expect(await hasPlan(stream, { state: "done", notified: 3 })).toBe(true);
  const ids = streams.map((stream) => [...new Set(plansIn(stream).map(({ plan }) => plan))]);
  expect(ids).toEqual([(await plansOf(one)).map(({ plan }) => plan), (await plansOf(other)).map(({ plan }) => plan)]);
});

test("a member's session opens the stream without a token, from the dashboard only, and is not prolonged by it", async () => {
  const store = await shop.aStore();
  const viewer = await aMember(service, store, "viewer");
  await shop.ask(
    `update dashboard."session" set "expiresAt" = now() + interval '6 hours' from dashboard."user" u where "userId" = u."id" and u."email" = $1`,
    [viewer.email],
  );
  const stream = await open(bySession(viewer), `?pid=${store.pid}`);
  expect([stream.status, stream.headers.get("content-type"), stream.headers.get("cache-control")]).toEqual([
    200,
    "text/event-stream; charset=utf-8",
    "no-store",
  ]);
  expect(await isReady(stream)).toBe(true);
  expect(stream.headers.get("set-cookie")).toBeNull();
  expect(
    (await viewer.call("/storeadmin/v3/plans")).headers["set-cookie"],
    "control: a call prolongs it",
  ).toBeDefined();

  const refused = async (headers: Record<string, string>, query?: string) => {
    const answer = await open(headers, query);
    return [answer.status, await answer.type()];
  };
  const other = await shop.aStore();
  const { key } = await store.aKey(["settings:read"]);
  expect(await refused({ ...bySession(viewer), origin: "https://shop.example" })).toEqual([403, "wrong-origin"]);
  expect(await refused({ ...bySession(viewer), "sec-fetch-site": "cross-site" })).toEqual([403, "wrong-origin"]);
  expect(await refused(bySession(viewer), `?pid=${other.pid}`)).toEqual([404, "unknown-store"]);
  expect(await refused(byKey(store, key))).toEqual([403, "missing-scope"]);
  expect(await refused({})).toEqual([401, "invalid-api-key"]);
});

/** Lets checks and heartbeats come until the condition is true. Each has a while to be answered. */
async function passUntil(condition: () => boolean) {
  for (let tries = 0; tries < CHECKS_MAX; tries += 1) {
    vi.advanceTimersByTime(20_000);
    if (await waitFor(condition, ANSWER_MS)) return true;
  }
  return false;
}
const inCheckTime = () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  whenDone(async () => void vi.useRealTimers());
};

test("a stream ends when the session ends, the member is removed or opens another store, or the key is revoked", async () => {
  const [store, other] = [await aStore(service, { scopes: ["admin"] }), await aStore(service)];
  const [owner, leaver, removed, mover] = [
    await aMember(service, store, "owner"),
    await aMember(service, store, "viewer"),
    await aMember(service, store, "manager"),
    await aMember(service, store, "support"),
  ];
  const stepUp = await stepUpByPassword(owner);
  await service.deps.db.asOperator((tx) =>
    addFirstMember(tx, { storeId: other.id, email: toEmail(mover.email), role: "owner" }),
  );
  const key = await store.aKey(["insights"]);
  inCheckTime();
  const streams = {
    staying: await open(bySession(owner)),
    leaving: await open(bySession(leaver)),
    removed: await open(bySession(removed)),
    moving: await open(bySession(mover)),
    keyed: await open(byKey(store, key.key)),
  };
  for (const stream of Object.values(streams)) expect(await isReady(stream)).toBe(true);
  const isOver = () => Object.values(streams).map((stream) => stream.isOver());
  expect(await passUntil(() => streams.keyed.beats() > 0)).toBe(true);
  expect(isOver()).toEqual([false, false, false, false, false]);

  expect((await leaver.auth("/sign-out", { json: {} })).status).toBe(200);
  good(await owner.call("/storeadmin/v3/members/remove", { json: { email: removed.email }, stepUp }));
  good(await mover.call("/storeadmin/v3/me/open-store", { json: { store: other.pid } }));
  await service.deps.db.asOperator((tx) => revokeKey(tx, { storeId: store.id, id: key.id }));
  await passUntil(() => isOver().slice(1).every(Boolean));
  expect(isOver(), "all but the owner").toEqual([false, true, true, true, true]);
});

test("a process that sends no alerts shows what another sends", async () => {
  const elsewhere = aService({ env: { DATABASE_URL: shop.url } });
  const elsewherePort = await listen(elsewhere);
  const store = await shop.aStore();
  await aLine(store, 2);
  const stream = await openStream(
    `http://127.0.0.1:${elsewherePort}/storeadmin/v3/plans/live`,
    byKey(store, store.key),
  );
  expect(await isReady(stream)).toBe(true);
  await stock(store, 5);
  await shop.work();
  expect(await hasPlan(stream, { state: "done", notified: 2 })).toBe(true);
});

test("closing the server ends its streams and does not wait for them", async () => {
  const closing = await anAlertShop();
  const closingPort = await listen(closing.service);
  const store = await closing.aStore();
  const stream = await openStream(`http://127.0.0.1:${closingPort}/storeadmin/v3/plans/live`, byKey(store, store.key));
  expect(await isReady(stream)).toBe(true);
  const begun = performance.now();
  await closing.service.http.close();
  expect(performance.now() - begun).toBeLessThan(8_000);
  expect(await waitFor(() => stream.isOver(), WAIT_MAX_MS)).toBe(true);
});
