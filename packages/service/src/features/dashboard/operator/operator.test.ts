import { expect, test } from "vitest";
import { aLine, stock } from "../../../../test/fixtures/alert-shop.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aMember, signIn, stepUpByPassword } from "../../../../test/fixtures/members.ts";
import { aSenderShop } from "../../../../test/fixtures/sender-shop.ts";
import { anEmail, aService, aStore, type Service, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";

const service = aService({ env: { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", KEEPSAKE_MAIL_FROM: "shop@example.com" } });

type Ask = (text: string, values: unknown[]) => Promise<unknown>;

/** An operator who is signed in, and may call with a fresh proof or without one. */
async function anOperator(of: Service = service, ask: Ask = look) {
  const email = anEmail();
  await ask("insert into operators (email) values ($1)", [email]);
  const browser = await signIn(of, email);
  const stepUp = await stepUpByPassword(browser);
  return {
    email,
    get: (path: string, query: Record<string, string> = {}) =>
      browser.call(`/storeadmin/v3/operator/${path}`, { query }),
    post: (path: string, json: object, proof: string | undefined = stepUp) =>
      browser.call(`/storeadmin/v3/operator/${path}`, { json, stepUp: proof }),
    me: browser.me,
    open: (pid: string, reason: string) =>
      browser.call("/storeadmin/v3/me/open-store", { json: { store: pid, reason } }),
  };
}
const auditOf = async (store: TestStore) =>
  good(await store.admin("/storeadmin/v3/audit", undefined, { method: "GET" }))["items"] as { action: string }[];
const problemsOf = async (store: TestStore) =>
  (
    good(await store.admin("/storeadmin/v3/problems", undefined, { method: "GET" }))["items"] as { type: string }[]
  ).filter(({ type }) => type === "sending-paused");

test("neither an owner nor a key with all scopes may call for operators", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const owner = await aMember(service, store, "owner");
  const stepUp = await stepUpByPassword(owner);
  const calls = [
    ["stores", undefined],
    ["store", undefined],
    ["events", undefined],
    ["pause", { store: store.pid, hours: 1, reason: "because" }],
    ["resume", { store: store.pid }],
    ["events/replay", { reader: "roll-up" }],
  ] as const;
  for (const [name, json] of calls) {
    const path = `/storeadmin/v3/operator/${name}`;
    const query = name === "store" ? { store: store.pid } : {};
    const refused = [
      await owner.call(path, { ...(json ? { json } : { query }), stepUp }),
      await store.admin(path, undefined, json ? { json } : { method: "GET", query }),
    ];
    for (const { status, body } of refused) expect([name, status, body["type"]]).toEqual([name, 403, "operators-only"]);
  }
});

test("an operator finds stores by the beginning of their name or by their pid, page by page", async () => {
  const operator = await anOperator();
  const name = `Zebra ${anEmail()}`;
  const pids: string[] = [];
  for (const end of ["a", "B", "c"]) {
    const store = await aStore(service);
    pids.push(store.pid);
    await look("update stores set name = $1 where id = $2", [`${name} ${end}`, store.id]);
  }
  const found = async (query: Record<string, string>) => {
    const { items, next } = good(await operator.get("stores", query)) as {
      items: { pid: string }[];
      next: string | null;
    };
    return { pids: items.map(({ pid }) => pid), next };
  };
  expect(await found({ search: name.toUpperCase() })).toEqual({ pids, next: null });
  const first = await found({ search: name, limit: "2" });
  expect(first.pids).toEqual(pids.slice(0, 2));
  expect(await found({ search: name, limit: "2", cursor: first.next ?? "" })).toEqual({ pids: [pids[2]], next: null });
  expect(await found({ search: pids[1] ?? "" })).toEqual({ pids: [pids[1]], next: null });
  expect(await found({ search: `${name}%` })).toEqual({ pids: [], next: null });
});

test("a store's line says what waits, since when, and when stock was reported", async () => {
  const operator = await anOperator();
  const store = await aStore(service, { scopes: ["admin"], settings: { alerts: { doubleOptIn: true } } });
  await subscribeAs(store, anEmail());
  const levels = [{ epi: 1, quantity: 1, occurredAt: new Date().toISOString() }];
  good(await store.admin("/storeadmin/v3/inventory/set", undefined, { json: { levels } }));
  const shown = async () => good(await operator.get("store", { store: store.pid }));
  await expect.poll(shown).toMatchObject({
    pid: store.pid,
    pause: null,
    mails: { waiting: { count: 1, more: false }, oldestAt: expect.any(String) as string },
    alertBatches: { count: 0, more: false },
    setAside: { count: 0, more: false },
    stockReportedAt: expect.any(String) as string,
    sending: [{ medium: "email", problem: null }, { medium: "sms" }],
  });
  expect((await operator.get("store", { store: "no-such-store" })).body["type"]).toBe("unknown-store");
});

test("a paused store sends nothing, its members are told, and when it goes on everything is sent once", async () => {
  const shop = await aSenderShop();
  const operator = await anOperator(shop.service, shop.ask);
  const store = await shop.aStore();
  const owner = await aMember(shop.service, store, "owner");
  const line = await aLine(store, 5);
  await shop.changeSettings(store, { alerts: { doubleOptIn: true } });
  await subscribeAs(store, "new@example.com");
  const pause = { store: store.pid, hours: 24, reason: "Too many complaints" };
  expect((await operator.post("pause", pause, "")).body["type"]).toBe("step-up-needed");
  const { until } = good(await operator.post("pause", pause));
  await stock(store, 5);
  const sentTo = () => shop.server.raw().map(({ recipients }) => String(recipients[0]));
  for (let time = 0; time < 3; time += 1) {
    await shop.work();
    await shop.release();
  }
  expect(sentTo()).toEqual([owner.email]);
  expect(await problemsOf(store)).toEqual([
    { type: "sending-paused", severity: "error", since: null, until, reason: pause.reason },
  ]);
  const state = good(await operator.get("store", { store: store.pid }));
  expect(state).toMatchObject({ pause: { until, reason: pause.reason }, alertBatches: { count: 1 } });
  const paused = good(await operator.get("stores", { paused: "true" }))["items"];
  expect(paused).toMatchObject([{ pid: store.pid }]);

  good(await operator.post("resume", { store: store.pid }));
  await shop.work();
  expect(sentTo().toSorted()).toEqual([owner.email, "new@example.com", ...line].toSorted());
  expect(await problemsOf(store)).toEqual([]);
  const actor = { kind: "operator", id: operator.email };
  const actions = (await auditOf(store)).filter(({ action }) => action.startsWith("sending."));
  expect(actions).toMatchObject([
    { actor, action: "sending.resumed" },
    { actor, action: "sending.paused", details: { until, reason: pause.reason } },
  ]);
});

test("a merchant cannot end a pause, and it ends by itself", async () => {
  const shop = await aSenderShop();
  const operator = await anOperator(shop.service, shop.ask);
  const store = await shop.aStore();
  const line = await aLine(store, 2);
  good(await operator.post("pause", { store: store.pid, hours: 1, reason: "A look at it" }));
  const change = { json: { sending: { pausedUntil: null } } };
  const { status, body } = await store.admin("/storeadmin/v3/settings/update", undefined, change);
  expect([status, body["msg"]]).toEqual([400, expect.stringContaining("a setting of the operator")]);
  good(await store.admin("/storeadmin/v3/settings/update", undefined, { json: { sending: null } }));
  await stock(store, 2);
  await shop.work();
  expect(shop.server.raw()).toEqual([]);
  const over = JSON.stringify(new Date(Date.now() - 1_000));
  await shop.ask("update stores set settings = jsonb_set(settings, '{sending,pausedUntil}', $1::jsonb) where id = $2", [
    over,
    store.id,
  ]);
  await shop.release();
  await shop.work();
  expect(
    shop.server
      .raw()
      .map(({ recipients }) => String(recipients[0]))
      .toSorted(),
  ).toEqual(line);
});

test("events that are set aside are listed with the reason and without what is in them, and tried again", async () => {
  const operator = await anOperator();
  const store = await aStore(service);
  const reader = `reader-${store.pid}`;
  for (const id of [1, 2, 3])
    await look(
      `insert into outbox_parked (reader, event_id, store_id, number, subject, payload, created_at, tries, error)
       values ($1, $2, $3, $2, 'stock.restocked', '{"variantId": "secret-42"}', now(), 4, 'broken')`,
      [reader, id, store.id],
    );
  const list = async (query: Record<string, string>) => {
    const answer = await operator.get("events", query);
    expect(answer.text).not.toContain("secret-42");
    return good(answer) as { items: Record<string, unknown>[]; next: string | null };
  };
  const first = await list({ store: store.pid, limit: "2" });
  expect(first.items).toMatchObject([
    {
      reader,
      event: "1",
      subject: "stock.restocked",
      store: { pid: store.pid },
      tries: 4,
      error: "broken",
      nextTryAt: null,
    },
    { event: "2" },
  ]);
  expect((await list({ reader, limit: "2", cursor: first.next ?? "" })).items).toMatchObject([{ event: "3" }]);
  expect(good(await operator.get("store", { store: store.pid }))["setAside"]).toEqual({ count: 3, more: false });

  expect(good(await operator.post("events/replay", { reader, event: "2" }))["events"]).toBe(1);
  expect((await list({ reader })).items.map(({ nextTryAt }) => nextTryAt !== null)).toEqual([false, true, false]);
  expect(good(await operator.post("events/replay", { reader }))["events"]).toBe(3);
  const [entry] = await look(
    "select actor_id as actor, details from audit_log where action = 'events.replayed' and actor_id = $1 order by id limit 1",
    [operator.email],
  );
  expect(entry).toEqual({ actor: operator.email, details: { reader, event: "2", events: 1 } });
});

test("an operator who opens a store learns until when, and the store's audit log has the visit with its reason", async () => {
  const operator = await anOperator();
  const store = await aStore(service, { scopes: ["admin"] });
  good(await operator.open(store.pid, "They called us"));
  const { body: me } = await operator.me();
  const minutes = (Date.parse(String(me["until"])) - Date.now()) / 60_000;
  expect(Math.round(minutes)).toBe(30);
  expect(await auditOf(store)).toMatchObject([
    { action: "store.opened", actor: { kind: "operator", id: operator.email }, details: { reason: "They called us" } },
  ]);
  const owner = await aMember(service, store, "owner");
  expect((await owner.me()).body["until"]).toBeNull();
});
