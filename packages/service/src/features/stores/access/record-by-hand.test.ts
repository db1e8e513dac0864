import { expect, test } from "vitest";
import { aMember } from "../../../../test/fixtures/members.ts";
import { anEmail, aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";

const service = aService();

const logOf = async (store: TestStore) => {
  const { body, text } = await store.admin("/storeadmin/v3/audit", undefined, { method: "GET" });
  const entries = body["items"] as { actor: { kind: string; id: string }; action: string; details: object }[];
  const changes = entries.filter(({ action }) => !action.startsWith("member."));
  return { entries: changes.toReversed(), text };
};
const reportsOf = (email: string): [path: string, json: object][] => {
  const lines = [{ epi: 1, quantity: 1, price: "20.00" }];
  return [
    ["catalog/upsert", { variants: [{ epi: 1, dt: "A secret jacket" }] }],
    ["inventory/set", { levels: [{ epi: 1, quantity: 5, occurredAt: "2026-01-01T00:00:00Z" }] }],
    ["alerts/bought", { epi: 1, medium: "email", mediumvalue: email }],
    ["orders/report", { orders: [{ id: "A-1", currency: "EUR", email, occurredAt: new Date().toISOString(), lines }] }],
  ];
};

test("products, stock and sales that a member reports are in the audit log; those of the shop's server are not", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const email = anEmail();
  expect((await subscribeAs(store, email, [aProduct(1)])).status).toBe(200);
  for (const [path, json] of reportsOf(email))
    expect((await store.admin(`/storeadmin/v3/${path}`, undefined, { json })).status, `for ${path}`).toBe(200);
  expect((await logOf(store)).entries).toEqual([]);

  const manager = await aMember(service, store, "manager");
  for (const [path, json] of reportsOf(email))
    expect((await manager.call(`/storeadmin/v3/${path}`, { json })).status, `for ${path}`).toBe(200);
  const { entries, text } = await logOf(store);
  const actor = { kind: "member", id: manager.email };
  expect(entries).toMatchObject([
    { actor, action: "catalog.updated", details: { variants: 1 } },
    { actor, action: "stock.reported", details: { levels: 1, changed: 0 } },
    { actor, action: "alert.bought", details: { topic: "backinstock", changed: false } },
    { actor, action: "orders.reported", details: { orders: 1 } },
  ]);
  for (const datum of [email, "secret jacket", "A-1", "20.00"]) expect(text).not.toContain(datum);
});

test("who ended sessions and who undid a merge is in the audit log, also for a key, without regids and addresses", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const guest = await store.aGuest();
  const useremail = anEmail();
  await store.sync({ regid: guest.regid, useremail });
  expect((await store.undoMerge({ regid: guest.regid })).status).toBe(200);
  for (const params of [{ sessionid: guest.sessionid }, { useremail }, { all: "1" }])
    expect((await store.revokeSessions(params)).status).toBe(200);
  expect((await store.revokeSessions({ sessionid: "not a session" })).status).toBe(401);
  const { entries, text } = await logOf(store);
  const actor = { kind: "key", id: store.keyId };
  const id = expect.stringMatching(/^\d+$/) as unknown;
  expect(entries).toMatchObject([
    { actor, action: "merge.undone", details: { guestId: id, accountId: id } },
    { actor, action: "sessions.revoked", details: { of: "one session" } },
    { actor, action: "sessions.revoked", details: { of: "one shopper", shopperId: id } },
    { actor, action: "sessions.revoked", details: { of: "all shoppers" } },
  ]);
  for (const secret of [guest.regid, guest.sessionid, useremail]) expect(text).not.toContain(secret);
});
