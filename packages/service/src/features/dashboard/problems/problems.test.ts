import { expect, test } from "vitest";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aMember } from "../../../../test/fixtures/members.ts";
import { anEmail, aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct } from "../../../../test/fixtures/subscription-calls.ts";
import { anEndpoint } from "../../../../test/fixtures/webhooks.ts";
import { takeSends } from "../../../platform/messaging/send-counts.ts";
import { insertBrake } from "../../alerts/feedback/sql.ts";
import { pausePlans } from "../../alerts/plans/pause-plans.ts";
import type { CheckedRecord } from "../../alerts/senders/dns/record.ts";
import { recordFailure, recordSuccess, upsertCheck } from "../../alerts/senders/sql.ts";
import { disableEndpoint, giveUpEndpoint } from "../../events/webhooks/endpoints/disable-endpoint.ts";
import type { StoreSettings } from "../../stores/settings/settings.ts";

const { clock, forward } = aClock();
const service = aService({
  clock,
  env: { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", KEEPSAKE_MAIL_FROM: "shop@example.com" },
});
const HOURS = 3_600_000;
const NO_TIME = { since: null };

type Shown = { type: string; severity: string; since: string | null } & Record<string, unknown>;
const read = async (store: TestStore) =>
  good(await store.admin("/storeadmin/v3/problems", undefined, { method: "GET" }))["items"] as Shown[];
const typesOf = async (store: TestStore) => (await read(store)).map(({ type }) => type);

/** A store in which nothing is missing: the merchant set it up without the steps that a test does not take. */
const aQuietStore = (settings: StoreSettings = {}) =>
  aStore(service, { scopes: ["admin"], settings: { setup: { skipped: ["script", "stock"] }, ...settings } });

test("a new store misses its script and its stock, unless the merchant skipped these steps", async () => {
  const store = await aStore(service, { scopes: ["settings:read"] });
  expect(await read(store)).toEqual([
    { type: "no-script-seen", severity: "warning", ...NO_TIME, hours: null },
    { type: "no-stock-report", severity: "warning", ...NO_TIME, hours: null },
  ]);
  expect(await read(await aQuietStore())).toEqual([]);
});

test("a shop that went quiet for a day is missed, also when the step was skipped, and not once it reports again", async () => {
  const store = await aQuietStore();
  const report = async () => {
    const levels = [{ epi: 1, quantity: 1, occurredAt: new Date().toISOString() }];
    good(await store.admin("/storeadmin/v3/inventory/set", undefined, { json: { levels } }));
    good(await store.register({}, { headers: { origin: "https://shop.example" } }));
  };
  await report();
  const times =
    "select last_at at time zone 'UTC' as at from sightings where store_id = $1 and kind in ('stock', 'script')";
  await expect.poll(() => look(times, [store.id])).toHaveLength(2);
  expect(await read(store)).toEqual([]);
  await look("update sightings set last_at = last_at - interval '26 hours 1 minute' where store_id = $1", [store.id]);
  expect(await read(store)).toMatchObject([
    { type: "no-stock-report", severity: "error", hours: 26, since: expect.any(String) },
    { type: "no-script-seen", severity: "warning", hours: 26, since: expect.any(String) },
  ]);
  forward(HOURS);
  await report();
  // The clock of the service is an hour ahead of the database's.
  await expect.poll(() => typesOf(store)).toEqual([]);
});

test("a store whose stock was reported before reports were recorded is not missed", async () => {
  const store = await aStore(service, { scopes: ["admin"], settings: { setup: { skipped: ["script"] } } });
  const levels = [{ epi: 1, quantity: 1, occurredAt: new Date().toISOString() }];
  good(await store.admin("/storeadmin/v3/inventory/set", undefined, { json: { levels } }));
  const forgotten = () => look("delete from sightings where store_id = $1 returning kind", [store.id]);
  await expect.poll(forgotten).toEqual([{ kind: "stock" }]);
  expect(await read(store)).toEqual([]);
});

const aRecord = (purpose: CheckedRecord["purpose"], state: CheckedRecord["state"]): CheckedRecord => ({
  purpose,
  type: "TXT",
  name: "shop.example",
  value: "v=…",
  state,
  problem: null,
  fix: null,
});

test("a sender that is not verified, and DNS records that were missing or wrong when they were last checked", async () => {
  const store = await aQuietStore({ sender: { name: "Tarn", address: "hello@shop.example", isVerified: false } });
  expect(await read(store)).toEqual([{ type: "sender-not-verified", severity: "warning", ...NO_TIME }]);
  await store.set({ sender: { name: "Tarn", address: "hello@shop.example", isVerified: true } });
  const check = (...records: CheckedRecord[]) => store.inStore((tx) => upsertCheck(tx, records));
  await check(aRecord("spf", "ok"), aRecord("dkim", "missing"), aRecord("dkim", "wrong"), aRecord("dmarc", "unknown"));
  expect(await read(store)).toEqual([
    { type: "sender-dns-failing", severity: "warning", since: expect.any(String), records: ["dkim"] },
  ]);
  await check(aRecord("spf", "ok"), aRecord("dkim", "ok"));
  expect(await read(store)).toEqual([]);
});

test("without a mail server nothing can send, unless the merchant skipped the sender", async () => {
  const bare = aService();
  const skipped = ["script", "stock"] as const;
  const store = await aStore(bare, { scopes: ["admin"], settings: { setup: { skipped: [...skipped] } } });
  expect(await read(store)).toEqual([{ type: "no-sender", severity: "error", ...NO_TIME }]);
  await store.set({ setup: { skipped: [...skipped, "sender"] } });
  expect(await read(store)).toEqual([]);
});

test("a provider that fails, with its last success, until it works again; and a limit for the day", async () => {
  const store = await aQuietStore();
  await store.inStore((tx) => recordSuccess(tx, "sms"));
  const failed = { problem: "The provider does not answer.", fix: "Look at its status page." };
  await store.inStore((tx) => recordFailure(tx, "sms", failed));
  expect(await read(store)).toEqual([
    {
      type: "provider-failing",
      severity: "error",
      since: expect.any(String),
      medium: "sms",
      ...failed,
      why: { code: "no-answer", answer: null },
    },
  ]);
  await store.inStore((tx) => recordSuccess(tx, "sms"));
  expect(await read(store)).toEqual([]);

  await store.set({ sending: { mailsPerDay: 5 } });
  const send = (messages: number) => store.inStore((tx) => takeSends(tx, "email", messages, { messagesMax: 5 }));
  await send(4);
  expect(await read(store)).toEqual([]);
  await send(1);
  expect(await read(store)).toEqual([
    { type: "daily-limit-reached", severity: "warning", ...NO_TIME, medium: "email" },
  ]);
});

/** A plan of the merchant for one person who waits. Returns its id. */
async function aPlan(store: TestStore, epi: number) {
  const products = JSON.stringify([aProduct(epi)]);
  const person = { medium: "email", mediumvalue: anEmail(), products, topics: "comingsoon" };
  good(await store.admin("/storeadmin/bispa/subscriptions/create", person));
  const { plan } = good(await store.admin("/storeadmin/v3/alerts/send", { epi: String(epi), topic: "comingsoon" }));
  return String(plan);
}

const STOPPED = "9 complaints about 1000 alerts in 7 days (0.90 %)";

test("paused plans, those that wait for approval, and what complaints have stopped as one problem", async () => {
  const store = await aQuietStore({ alerts: { requireApproval: true } });
  const variants = [{ epi: 1, dt: "Boots", vi: "42 / black" }];
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  const waiting = await aPlan(store, 1);
  expect(await read(store)).toEqual([
    {
      type: "plan-held",
      severity: "warning",
      since: expect.any(String),
      plan: waiting,
      epi: "1",
      dt: "Boots",
      vi: "42 / black",
      topic: "comingsoon",
      reason: null,
      why: null,
    },
  ]);
  await store.set({ alerts: { requireApproval: false } });
  service.deps.stores.clear();
  const stopped = await aPlan(store, 2);
  await store.inStore((tx) => pausePlans(tx, STOPPED));
  expect((await read(store)).map(({ plan, reason }) => [plan, reason])).toEqual([
    [waiting, null],
    [stopped, STOPPED],
  ]);
  await store.inStore((tx) => insertBrake(tx, STOPPED));
  expect(await read(store)).toMatchObject([
    {
      type: "alerts-stopped",
      severity: "error",
      reason: STOPPED,
      why: { code: "complaints", complaints: "9", sent: "1000", days: "7", percent: "0.90" },
    },
    { type: "plan-held", plan: waiting },
  ]);
});

test("webhooks that fail are one problem, one that was given up is another, and one that the merchant disabled is none", async () => {
  const store = await aQuietStore();
  const [one, two, given, off] = await Promise.all(
    [1, 2, 3, 4].map((number) => anEndpoint(store, { url: `https://hooks.example/${number}` })),
  );
  expect(await read(store)).toEqual([]);
  const fail = (id: string | undefined, ago: string) =>
    look("update webhook_turns set failing_since = now() - $2::interval where endpoint_id = $1", [id, ago]);
  await fail(one?.id, "1 hour");
  await fail(two?.id, "2 hours");
  await fail(given?.id, "5 days");
  const told = { store: await store.record(), notifyMembers: async () => undefined };
  await store.inStore(async (tx) => {
    if (given) await giveUpEndpoint(tx, told, given.id, "It answered 410.");
    if (off) await disableEndpoint(tx, off.id);
  });
  const problems = await read(store);
  expect(problems).toMatchObject([
    { type: "webhooks-failing", severity: "error", count: 2 },
    { type: "webhook-disabled", severity: "error", endpoint: given?.id },
  ]);
  const hours = (Date.now() - Date.parse(String(problems[0]?.since))) / HOURS;
  expect(Math.round(hours)).toBe(2);
});

/** What the store's connectors reported is moved back in time. */
const ageConnectors = (store: TestStore, hours: number) =>
  look(
    `update connectors set first_at = first_at - make_interval(hours => $2, mins => 5), last_at = last_at - make_interval(hours => $2, mins => 5),
       reconcile_finished_at = reconcile_finished_at - make_interval(hours => $2, mins => 5) where store_id = $1`,
    [store.id, hours],
  );

test("a connector that falls silent, compares no stock, reports a problem or loses events is one, until it is well again", async () => {
  const store = await aQuietStore();
  const report = async (json: object) =>
    good(await store.admin("/storeadmin/v3/connectors/report", undefined, { json: { name: "medusa", ...json } }));
  const compared = (secondsAgo: number, corrected: number) => {
    const finishedAt = new Date(Date.now() - secondsAgo * 1_000).toISOString();
    return { reconcile: { startedAt: finishedAt, finishedAt, checked: 1_000, corrected } };
  };
  await report({});
  expect(await read(store)).toEqual([]);
  await ageConnectors(store, 2);
  expect(await read(store)).toEqual([
    { type: "connector-silent", severity: "error", since: expect.any(String), connector: "medusa", hours: 2 },
  ]);
  await ageConnectors(store, 2);
  await report({});
  const never = { type: "connector-no-reconcile", severity: "warning", since: expect.any(String) };
  expect(await read(store)).toEqual([{ ...never, connector: "medusa", hours: null }]);
  await report(compared(60, 900));
  expect(await read(store), "the first comparison corrects everything").toEqual([]);
  await report({ problem: "The platform answered 401: reconnect the app" });
  expect(await read(store)).toEqual([
    {
      type: "connector-problem",
      severity: "error",
      since: expect.any(String),
      connector: "medusa",
      problem: "The platform answered 401: reconnect the app",
    },
  ]);
  await report(compared(50, 80));
  await report(compared(40, 80));
  expect(await read(store)).toEqual([]);
  await report(compared(30, 80));
  const lost = { type: "connector-loses-events", severity: "warning", since: expect.any(String) };
  expect(await read(store)).toEqual([{ ...lost, connector: "medusa", checked: 1_000, corrected: 80 }]);
  await report(compared(20, 2));
  expect(await read(store)).toEqual([]);
  await ageConnectors(store, 3);
  await report({});
  expect(await read(store)).toEqual([{ ...never, connector: "medusa", hours: 3 }]);
  good(await store.admin("/storeadmin/v3/connectors/remove", undefined, { json: { name: "medusa" } }));
  expect(await read(store)).toEqual([]);
});

test("reservations that no connector makes, releases or ever released are one problem", async () => {
  const store = await aQuietStore();
  const hold = (state: number, ago: string) =>
    look(
      `insert into offer_holds (id, store_id, plan_id, subscription_id, variant_id, units, until, state, since, ended_at)
       values (new_id($1), $1, $2::bigint, 1, 1, 1, now(), $2::smallint, now() - $3::interval, now())`,
      [store.id, state, ago],
    );
  for (const state of [0, 3]) await hold(state, "10 minutes");
  for (const state of [1, 2, 4]) await hold(state, "2 hours");
  expect(await read(store)).toEqual([]);
  await hold(3, "2 hours");
  await hold(0, "90 minutes");
  await hold(5, "8 days");
  expect(await read(store)).toEqual([
    { type: "reservations-stuck", severity: "error", since: expect.any(String), waiting: 2, givenUp: 1 },
  ]);
});

test("a key that ends while it is used is a problem, and one that nobody uses any more is none", async () => {
  const store = await aQuietStore();
  const { key } = await store.aKey(["admin"]);
  const end = (used: string) =>
    look(
      `update api_keys set expires_at = now() + interval '3 days', last_used_at = now() - $2::interval
       where store_id = $1 and id = $3`,
      [store.id, used, store.keyId],
    );
  const readWith = async () =>
    good(await store.admin("/storeadmin/v3/problems", undefined, { method: "GET", key }))["items"];
  await end("2 hours");
  expect(await readWith()).toEqual([]);
  await end("10 minutes");
  expect(await readWith()).toEqual([
    { type: "key-expiring", severity: "error", ...NO_TIME, name: "test", expiresAt: expect.any(String) },
  ]);
});

test("a single owner is a problem, two are none; a viewer sees it, and a key without the scope sees nothing", async () => {
  const store = await aStore(service, { scopes: ["catalog"], settings: { setup: { skipped: ["script", "stock"] } } });
  await aMember(service, store, "owner");
  const viewer = await aMember(service, store, "viewer");
  const items = async () => good(await viewer.call("/storeadmin/v3/problems"))["items"];
  expect(await items()).toEqual([{ type: "no-recovery-owner", severity: "warning", ...NO_TIME }]);
  await aMember(service, store, "owner");
  expect(await items()).toEqual([]);
  const refused = await store.admin("/storeadmin/v3/problems", undefined, { method: "GET" });
  expect([refused.status, refused.body["type"]]).toEqual([403, "missing-scope"]);
});

test("the problems of one store are not those of another", async () => {
  const [store, other] = [await aQuietStore(), await aQuietStore()];
  await anEndpoint(store, { url: "https://hooks.example/" });
  await look("update webhook_turns set failing_since = now() where store_id = $1", [store.id]);
  await store.inStore((tx) => recordFailure(tx, "email", { problem: "No answer.", fix: "Wait." }));
  await store.inStore((tx) => insertBrake(tx, STOPPED));
  expect(await typesOf(store)).toHaveLength(3);
  expect(await typesOf(other)).toEqual([]);
});
