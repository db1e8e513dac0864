import { expect, test } from "vitest";
import { aService, aStore, basic, refusalOf } from "../../../test/fixtures/service.ts";

const service = aService();
const PATH = "/storeadmin/me";

test("/storeadmin/me returns the pid and the appId of a key", async () => {
  const store = await aStore(service);
  const { status, body } = await store.admin(PATH, undefined, { method: "GET" });
  expect({ status, body }).toEqual({ status: 200, body: { pid: store.pid, appId: "keepsake" } });
});

test("/storeadmin/me accepts a key of any scope", async () => {
  for (const scope of ["identity", "subscriptions", "lists:read", "lists:write", "admin"] as const) {
    const store = await aStore(service, { scopes: [scope] });
    expect((await store.admin(PATH, undefined, { method: "GET" })).status).toBe(200);
  }
});

test("a missing or wrong key, or one of another store, is 401 with the same body", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const ask = (authorization: string) =>
    store.admin(PATH, undefined, { method: "GET", headers: { authorization }, key: null, from: "192.0.2.10" });
  const missing = await store.admin(PATH, undefined, { method: "GET", key: null, from: "192.0.2.10" });

  expect(refusalOf(missing)).toMatchObject({ status: 401, error: true, type: "invalid-api-key" });
  for (const header of [basic(store.pid, "ks_x"), basic(other.pid, store.key), basic(store.pid, other.key)]) {
    expect(refusalOf(await ask(header))).toEqual(refusalOf(missing));
  }
});

test("a pid of another store than the key's is 404, like a pid that does not exist", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const ask = (pid: string) => store.admin(PATH, undefined, { method: "GET", query: { pid } });

  expect((await ask(store.pid)).status).toBe(200);
  for (const pid of [other.pid, "no-such-store"]) {
    expect(refusalOf(await ask(pid))).toMatchObject({ status: 404, type: "unknown-store" });
  }
});
