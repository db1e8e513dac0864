import { expect, test } from "vitest";
import { aMarketingShop } from "../../../../test/fixtures/marketing.ts";
import { refusalOf } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";

const shop = await aMarketingShop();
const call = (store: Awaited<ReturnType<typeof shop.aStore>>, verb: string, json: object) =>
  store.admin(`/storeadmin/v3/marketing/${verb}`, undefined, { json });
const { key } = shop.klaviyo;

test("a connection never shows its key again, nor does the audit log", async () => {
  const store = await shop.aStore();
  const connected = await call(store, "connect", { tool: "klaviyo", key, events: ["item.added"], list: "LiSt01" });
  expect(good(connected)).toMatchObject({
    tool: "klaviyo",
    name: "pk_…cdef",
    events: ["item.added"],
    consent: false,
    list: "LiSt01",
    state: "new",
    secret: null,
  });
  const connection = String(connected.body["connection"]);
  const changed = await call(store, "update", { connection, key: "pk_another_key_1", list: "none", consent: true });
  expect(good(changed)).toMatchObject({ name: "pk_…ey_1", list: null, consent: true, events: ["item.added"] });
  const push = good(await call(store, "connect", { tool: "http", url: "https://hooks.example.com/s3cret-path" }));
  expect(push).toMatchObject({ name: "hooks.example.com", secret: expect.stringMatching(/^whsec_/) });
  const listed = await store.admin("/storeadmin/v3/marketing", undefined, { method: "GET" });
  const audit = await shop.ask<{ row: string }>(
    "select to_jsonb(a)::text as row from audit_log a where store_id = $1",
    [store.id],
  );
  const stored = await shop.ask<{ row: string }>("select to_jsonb(c)::text as row from marketing_connections c");
  for (const secret of [key, "pk_another_key_1", "s3cret-path", String(push["secret"])])
    for (const text of [changed.text, listed.text, JSON.stringify(audit), JSON.stringify(stored)])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
});

test("a key that is none of Klaviyo, a second Klaviyo, a sixth tool and a private address are refused", async () => {
  const store = await shop.aStore();
  const refused = async (json: object) => {
    const { status, type } = refusalOf(await call(store, "connect", json)) as { status: number; type?: string };
    return [status, type];
  };
  expect(await refused({ tool: "klaviyo", key: "sk_live" })).toEqual([400, "invalid-access"]);
  expect(await refused({ tool: "klaviyo" })).toEqual([400, "invalid-access"]);
  expect(await refused({ tool: "http", url: "https://hooks.example.com/", key })).toEqual([400, "invalid-access"]);
  expect(await refused({ tool: "http", url: "https://10.0.0.1/" })).toEqual([400, "invalid-url"]);
  expect(await refused({ tool: "klaviyo", key, events: ["stock.restocked"] })).toEqual([400, "invalid-events"]);
  good(await call(store, "connect", { tool: "klaviyo", key }));
  expect(await refused({ tool: "klaviyo", key })).toEqual([400, "klaviyo-connected"]);
  for (let nth = 0; nth < 4; nth += 1)
    good(await call(store, "connect", { tool: "http", url: `https://h${nth}.example/` }));
  expect(await refused({ tool: "http", url: "https://h5.example/" })).toEqual([400, "limit-reached"]);
});

test("a test message says what the tool answered", async () => {
  const store = await shop.aStore();
  const { connection } = good(await call(store, "connect", { tool: "klaviyo", key }));
  const send = async (to: string) => good(await call(store, "test", { connection, to }));
  expect(await send("you@shop.example")).toEqual({ sent: true, problem: null, why: null });
  expect(await send("refused@example.com")).toMatchObject({ sent: false, why: { code: "status-said", status: "400" } });
  good(await call(store, "update", { connection, key: "pk_not_known_0" }));
  expect(await send("you@shop.example")).toMatchObject({ sent: false, why: { code: "key-refused", status: "401" } });
});

test("a paused connection sends nothing until it is resumed, and a disconnected one is gone with its erasures", async () => {
  const store = await shop.aStore();
  const { connection } = good(await call(store, "connect", { tool: "klaviyo", key }));
  expect(good(await call(store, "pause", { connection }))).toMatchObject({
    state: "paused",
    pausedWhy: { code: "by-merchant" },
  });
  const email = "ann@example.com";
  good(await store.admin("/storeadmin/v3/people/erase", undefined, { json: { email, confirm: "erase" } }));
  await shop.send();
  expect(shop.klaviyo.deleted).toEqual([]);
  expect(good(await call(store, "resume", { connection }))).toMatchObject({ state: "new", erasuresWaiting: 1 });
  expect(good(await call(store, "disconnect", { connection }))).toMatchObject({ erasuresNotSent: 1 });
  await shop.send();
  expect(shop.klaviyo.deleted).toEqual([]);
  expect((await call(store, "resume", { connection })).body["type"]).toBe("unknown-connection");
  expect(await shop.ask("select from marketing_erasures where store_id = $1", [store.id])).toEqual([]);
});
