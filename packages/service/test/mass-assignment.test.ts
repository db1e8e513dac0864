import { expect, test } from "vitest";
import { identitySecret } from "../src/features/stores/store.ts";
import { signAssertion } from "./fixtures/assertion.ts";
import { look } from "./fixtures/database.ts";
import { anEmail, aService, aStore, type CallOptions, type Params, type TestStore } from "./fixtures/service.ts";

const service = aService();

/** Names of columns and of record fields that only the service may set. */
const EXTRAS = {
  uid: "1",
  st: "0",
  cnt: "99",
  cby: "thief@example.com",
  _pkey: "1",
  tenant_id: "1",
  store_id: "1",
  id: "1",
  merged_into: "1",
  session_epoch: "99",
  sessionEpoch: "99",
  storeEpoch: "99",
  email: "thief@example.com",
  created_at: "2001-01-01",
  account_id: "1",
  guest_id: "1",
  moved: '{"lists":[1]}',
  identity_secret_version: "9",
  settings: '{"sessionTtlDays":1}',
  scopes: "admin",
};

const WRITES: Record<string, (store: TestStore, extras: Params, options: CallOptions) => Promise<unknown>> = {
  "generate-regid of a guest": (store, extras, options) =>
    store.generateRegid({ ...extras, uuid: "11bf5b37-e0b8-42e0-8dcf-dc8c4aefc000" }, options),
  "generate-regid of an account": (store, extras, options) =>
    store.generateRegid({ ...extras, useremail: "shopper@example.com" }, options),
  "generate-regid of both": (store, extras, options) =>
    store.generateRegid(
      { ...extras, useremail: "shopper@example.com", uuid: "11bf5b37-e0b8-42e0-8dcf-dc8c4aefc000" },
      options,
    ),
  "guest-validate-sync": async (store, extras, options) => {
    const { regid } = await store.aGuest();
    return store.sync({ ...extras, regid, useremail: "shopper@example.com" }, options);
  },
  "undo-merge": async (store, extras, options) => {
    const { regid } = await store.aGuest();
    await store.sync({ regid, useremail: "shopper@example.com" });
    return store.undoMerge({ ...extras, regid }, options);
  },
  "revoke-sessions of one": async (store, extras, options) => {
    await store.anAccount("shopper@example.com");
    return store.revokeSessions({ ...extras, useremail: "shopper@example.com" }, options);
  },
  "revoke-sessions of all": (store, extras, options) => store.revokeSessions({ ...extras, all: "1" }, options),
  "register of a guest": (store, extras, options) => store.register(extras, options),
  "register of an account": async (store, extras, options) => {
    const secret = identitySecret(await store.record());
    const assertion = await signAssertion(secret, { ...EXTRAS, email: "shopper@example.com" });
    return store.register({ ...extras, assertion }, options);
  },
};

/** All rows of a store, without what is different in every store. */
const rowsOf = async (store: TestStore) => {
  const [rows] = await look<Record<string, unknown>>(
    `select
      (select json_build_object('name', name, 'settings', settings, 'epoch', session_epoch, 'version', identity_secret_version) from stores where id = $1) as store,
      (select json_agg(json_build_object('email', email, 'epoch', session_epoch, 'merged', merged_into is not null, 'young', created_at > now() - interval '1 hour') order by email nulls first, id) from shoppers where store_id = $1) as shoppers,
      (select json_agg(json_build_object('moved', moved, 'undone', undone_at is not null) order by id) from merges where store_id = $1) as merges,
      (select json_agg(json_build_object('scopes', scopes, 'revoked', revoked_at is not null)) from api_keys where store_id = $1) as keys,
      (select json_agg(subject order by id) from outbox where store_id = $1) as events`,
    [store.id],
  );
  return rows;
};

test.each(Object.entries(WRITES))(
  "F10: fields that only the service may set change nothing in %s",
  async (_, write) => {
    const [plain, assigned, inQuery] = [await aStore(service), await aStore(service), await aStore(service)];
    await write(plain, {}, {});
    const wanted = await rowsOf(plain);

    const answer = (await write(assigned, EXTRAS, {})) as { status: number; body: Record<string, unknown> };
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).filter((key) => key in EXTRAS)).toEqual([]);
    expect(await rowsOf(assigned)).toEqual(wanted);

    await write(inQuery, {}, { query: EXTRAS });
    expect(await rowsOf(inQuery)).toEqual(wanted);
  },
);

test("F10: a pid that names another store moves nothing there: 404 with a key, that store's guest without", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const before = await rowsOf(other);
  const [regid, useremail] = [(await store.aGuest()).regid, anEmail()];
  for (const answer of [
    await store.generateRegid({ useremail, pid: other.pid }),
    await store.sync({ regid, useremail, pid: other.pid }),
    await store.undoMerge({ regid, pid: other.pid }),
    await store.revokeSessions({ all: "1", pid: other.pid }),
  ]) {
    expect(answer.status).toBe(404);
  }
  expect(await rowsOf(other)).toEqual(before);
});

test("F10: the comparison sees a field that was set, so that nothing changing means something", async () => {
  const store = await aStore(service);
  const { regid } = await store.anAccount();
  for (const [change, values] of [
    ["update shoppers set session_epoch = 99 where store_id = $1", []],
    ["update shoppers set email = 'thief@example.com' where store_id = $1", []],
    ["update shoppers set created_at = '2001-01-01' where store_id = $1", []],
    ["update stores set settings = '{}' where id = $1", []],
    ["update stores set session_epoch = 5 where id = $1", []],
  ] as const) {
    const before = await rowsOf(store);
    await look(change, [store.id, ...values]);
    expect(await rowsOf(store), `after ${change}`).not.toEqual(before);
  }
  expect(regid).toBeDefined();
});
