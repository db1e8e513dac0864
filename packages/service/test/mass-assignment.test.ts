import { expect, test } from "vitest";
import { identitySecret } from "../src/features/stores/store.ts";
import { signAssertion } from "./fixtures/assertion.ts";
import { look } from "./fixtures/database.ts";
import {
  type Answer,
  anEmail,
  aService,
  aStore,
  type CallOptions,
  type Params,
  type TestStore,
} from "./fixtures/service.ts";
import { anItem, listsOf } from "./fixtures/shopper-lists.ts";
import { aProduct, subscribeAs, subscriptionsOf } from "./fixtures/subscription-calls.ts";

const service = aService();
/** Sign-ups by browsers need no confirmation here, because this process sends no mail. */
const aShop = () =>
  aStore(service, {
    scopes: ["identity", "subscriptions"],
    settings: { alerts: { browserDoubleOptIn: false } },
  });

/** Names of columns and of record fields that only the service may set. An assertion has room for these. */
const CLAIMS = {
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
  shopper_id: "1",
  moved_to: "1",
  is_public: "true",
  anonRead: "true",
  is_copying: "true",
  _cp: "true",
  count: "99",
  status: "0",
  shares: "99",
  preview: "{}",
  cts: "1",
  uts: "1",
  uby: "thief@example.com",
  cfor: "thief@example.com",
  di: "1",
  lhash: "1",
  itemcmnts: "9",
  listcontents: "[{}]",
  state: "3",
  signed_up_at: "2001-01-01",
  signedUpAt: "2001-01-01",
  contact_id: "1",
  contactId: "1",
  address_hash: "00000000-0000-0000-0000-000000000000",
  on_mailing_list: "true",
  value: "thief@example.com",
  quantity: "99",
  reason: "x",
  toConfirm: "false",
  doubleOptIn: "false",
  plan_id: "1",
  extras: '{"shown":{"cprops":true}}',
};
/** The same with the names inside the service, and those of stored JSON. */
const EXTRAS = {
  ...CLAIMS,
  extras: '{"shown":{"cprops":true,"properties":true,"firstName":"Thief"},"properties":{"a":1}}',
  properties: '{"a":1}',
  shown: '{"properties":true,"firstName":"Thief"}',
  public_id: "00000000-0000-0000-0000-000000000000",
  publicId: "00000000-0000-0000-0000-000000000000",
  isPublic: "true",
  isCopying: "true",
  movedTo: "1",
  shopperId: "1",
  storeId: "1",
  platform_id: "1",
  platformId: "1",
  product_id: "1",
  productId: "1",
  client_product: '{"url":"https://thief.example"}',
  clientProduct: '{"url":"https://thief.example"}',
  wording: "x",
};
/** lists/update lets the caller set `st`. */
const { st: _st, ...EXTRAS_OF_UPDATE } = EXTRAS;
/** The subscription calls let the caller set `extras`. */
const { extras: _extras, ...EXTRAS_OF_SUBSCRIBING } = EXTRAS;

/** The same inside an item. */
const ITEM_EXTRAS = {
  ...EXTRAS,
  lid: "1",
  pid: "1",
  list_id: "1",
  variant_id: "1",
  quantity: 99,
  flags: 31,
  flagsGiven: 31,
  details: { custom: { title: "x" } },
  said: { empi: "1", du: "https://thief.example" },
  clientProduct: { productId: "1", url: "https://thief.example", title: "Cheap", imageUrl: "x", price: 1, sku: "x" },
  properties: { a: 1 },
  labels: ["x"],
  custom: { title: "x", url: "https://thief.example", platformItemId: "1" },
  shown: { cprops: true, properties: true, firstName: "Thief" },
  added_at: "2001-01-01",
  updated_after: 99,
  lity: "custom",
  product: { title: "Cheap", dt: "Cheap", price: 1, pr: 1 },
  brand: "x",
  variantTitle: "x",
  variantUrl: "https://thief.example",
  imageUrl: "https://thief.example",
  stk: 99,
  vi: "x",
  bt: "x",
};

async function aListWithOne(store: TestStore, type = "wl") {
  const lists = listsOf(store, await store.anAccount("shopper@example.com"));
  const lid = await lists.create("A list of mine", { lty: type });
  await lists.add(lid, anItem(1));
  return { lists, lid };
}
/** The forged fields of an item, if the call has forged fields at all. */
const within = (extras: Params) => (Object.keys(extras).length > 0 ? ITEM_EXTRAS : {});

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
  "lists/create": async (store, extras, options) =>
    listsOf(store, await store.anAccount("shopper@example.com")).post(
      "create",
      { ...extras, lname: "A list of mine" },
      options,
    ),
  "lists/update": async (store, { st: _ofUpdate, ...extras }, { query }) => {
    const { lists, lid } = await aListWithOne(store);
    return lists.post("update", { ...extras, lid, lname: "Renamed" }, query ? { query: EXTRAS_OF_UPDATE } : {});
  },
  "lists/update-ctx": async (store, extras, options) => {
    const { lists, lid } = await aListWithOne(store);
    const more = within(extras);
    return lists.post(
      "update-ctx",
      {
        ...extras,
        lid,
        a: JSON.stringify([anItem(2, more), anItem(3, more)]),
        u: JSON.stringify([{ ...more, epi: 1, qty: 2 }]),
        d: JSON.stringify([{ ...more, epi: 4 }]),
      },
      options,
    );
  },
  "lists/markPublic": async (store, extras, options) => {
    const { lists, lid } = await aListWithOne(store);
    return lists.post("markPublic", { ...extras, lid }, options);
  },
  "lists/markPrivate": async (store, extras, options) => {
    const { lists, lid } = await aListWithOne(store);
    return lists.post("markPrivate", { ...extras, lid }, options);
  },
  "lists/reportShare": async (store, extras, options) => {
    const { lists, lid } = await aListWithOne(store);
    return lists.post("reportShare", { ...extras, lid }, options);
  },
  "lists/delete-list": async (store, extras, options) => {
    const { lists, lid } = await aListWithOne(store);
    return lists.post("delete-list", { ...extras, lid }, options);
  },
  "sfl/create": async (store, extras, options) =>
    listsOf(store, await store.anAccount("shopper@example.com")).post("sfl/create", extras, options),
  "sfl/add": async (store, extras, options) => {
    const { lists, lid } = await aListWithOne(store, "sfl");
    return lists.post("sfl/add", { ...extras, lid, items: JSON.stringify([anItem(2, within(extras))]) }, options);
  },
  "sfl/update": async (store, extras, options) => {
    const { lists, lid } = await aListWithOne(store, "sfl");
    const items = JSON.stringify([{ ...within(extras), epi: 1, qty: 2 }]);
    return lists.post("sfl/update", { ...extras, lid, items }, options);
  },
  "sfl/remove": async (store, extras, options) => {
    const { lists, lid } = await aListWithOne(store, "sfl");
    const items = JSON.stringify([{ ...within(extras), epi: 1 }]);
    return lists.post("sfl/remove", { ...extras, lid, items }, options);
  },
  "bispa/subscriptions/create": (store, { extras: _ofCall, ...extras }, { query }) =>
    subscribeAs(
      store,
      "shopper@example.com",
      [aProduct(1, within(extras))],
      extras,
      query ? { query: EXTRAS_OF_SUBSCRIBING } : {},
    ),
  "subscriptions/create": async (store, { extras: _ofCall, ...extras }, { query }) =>
    subscriptionsOf(store, await store.anAccount("shopper@example.com")).create(
      "shopper@example.com",
      [aProduct(1, within(extras))],
      extras,
      query ? { query: EXTRAS_OF_SUBSCRIBING } : {},
    ),
  "subscriptions/remove": async (store, extras, options) => {
    await subscribeAs(store, "shopper@example.com", [aProduct(1), aProduct(2)]);
    const calls = subscriptionsOf(store, await store.anAccount("shopper@example.com"));
    return calls.call("remove", { ...extras, epi: "1" }, options);
  },
  "register of a guest": (store, extras, options) => store.register(extras, options),
  "register of an account": async (store, extras, options) => {
    const secret = identitySecret(await store.record());
    const assertion = await signAssertion(secret, { ...CLAIMS, email: "shopper@example.com" });
    return store.register({ ...extras, assertion }, options);
  },
};

/** All rows of a store, without the columns that differ between stores. */
const rowsOf = async (store: TestStore) => {
  const [rows] = await look<Record<string, unknown>>(
    `select
      (select json_build_object('name', name, 'settings', settings, 'epoch', session_epoch, 'version', identity_secret_version) from stores where id = $1) as store,
      (select json_agg(json_build_object('email', email, 'epoch', session_epoch, 'merged', merged_into is not null, 'young', created_at > now() - interval '1 hour') order by email nulls first, id) from shoppers where store_id = $1) as shoppers,
      (select json_agg(json_build_object('moved', moved, 'undone', undone_at is not null) order by id) from merges where store_id = $1) as merges,
      (select json_agg(json_build_object('scopes', scopes, 'revoked', revoked_at is not null)) from api_keys where store_id = $1) as keys,
      (select json_agg(json_build_object('name', name, 'type', type, 'status', status, 'count', count, 'public', is_public, 'copying', is_copying, 'shares', shares, 'moved', moved_to is not null, 'extras', extras, 'note', note, 'preview', array_length(preview, 1), 'young', created_at > now() - interval '1 hour', 'owner', (select email from shoppers s where s.id = l.shopper_id)) order by id) from lists l where store_id = $1) as lists,
      (select json_agg(json_build_object('epi', v.platform_id, 'quantity', i.quantity, 'flags', i.flags, 'details', i.details, 'young', i.added_at > now() - interval '1 hour', 'updated', i.updated_after > 60) order by v.platform_id) from items i join variants v on v.id = i.variant_id where i.store_id = $1) as items,
      (select json_agg(json_build_object('value', value, 'listed', on_mailing_list, 'locale', locale) order by value) from contacts where store_id = $1) as contacts,
      (select json_agg(json_build_object('state', state, 'topic', topic, 'quantity', quantity, 'extras', extras, 'young', signed_up_at > now() - interval '1 hour', 'owner', (select email from shoppers p where p.id = s.shopper_id)) order by id) from subscriptions s where store_id = $1) as subscriptions,
      (select json_agg(json_build_object('source', source, 'words', wording) order by given_at) from consents where store_id = $1) as consents,
      (select json_agg(json_build_object('epi', platform_id, 'empi', product_id, 'product', product) order by platform_id) from variants where store_id = $1) as variants,
      (select json_agg(subject order by subject) from outbox where store_id = $1) as events`,
    [store.id],
  );
  return rows;
};

/** Fields that differ between stores or between calls. */
const OWN = new Set(["regid", "sessionid", "uuid", "lid", "id", "uid", "pid", "di", "cts", "uts", "lastlogin"]);
const SENT = new Set<unknown>(Object.values({ ...EXTRAS, ...ITEM_EXTRAS }).flatMap((value) => [value, Number(value)]));

/** An answer in which each of those fields is replaced by its type, unless it has the value that was sent. */
function comparable(answer: unknown) {
  const { status, body } = answer as Answer;
  const text = JSON.stringify(body, (key, value: unknown) =>
    OWN.has(key) && !SENT.has(value) ? `a ${typeof value}` : value,
  );
  return { status, body: JSON.parse(text) as unknown };
}

test.each(Object.entries(WRITES))("fields that only the service may set change nothing in %s", async (_, write) => {
  const [plain, assigned, inQuery] = [await aShop(), await aShop(), await aShop()];
  const wanted = comparable(await write(plain, {}, {}));
  const wantedRows = await rowsOf(plain);
  expect(wanted).toMatchObject({ status: 200 });

  expect(comparable(await write(assigned, EXTRAS, {}))).toEqual(wanted);
  expect(await rowsOf(assigned)).toEqual(wantedRows);

  expect(comparable(await write(inQuery, {}, { query: EXTRAS }))).toEqual(wanted);
  expect(await rowsOf(inQuery)).toEqual(wantedRows);
});

test("a pid of another store gives no access there: 404 with a key, a guest of that store without", async () => {
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

test.each(["uid", "cts", "lid", "cnt", "cby", "added"])(
  "control: the comparison of answers detects %s that was taken from the caller",
  (field) => {
    const [plain, taken] = [{ [field]: "own" }, { [field]: ITEM_EXTRAS[field as keyof typeof ITEM_EXTRAS] ?? "thief" }];
    const inList = (item: object) => comparable({ status: 200, body: { a: [item] } });
    expect(inList(taken)).not.toEqual(inList(plain));
  },
);

test("control: the comparison detects a field that was set", async () => {
  const store = await aShop();
  await aListWithOne(store);
  await subscribeAs(store, "shopper@example.com");
  for (const [change, values] of [
    ["update shoppers set session_epoch = 99 where store_id = $1", []],
    ["update shoppers set email = 'thief@example.com' where store_id = $1", []],
    ["update shoppers set created_at = '2001-01-01' where store_id = $1", []],
    ["update stores set settings = '{}' where id = $1", []],
    ["update stores set session_epoch = 5 where id = $1", []],
    ["update lists set status = 0 where store_id = $1", []],
    ["update lists set is_public = true where store_id = $1", []],
    ["update lists set count = 99 where store_id = $1", []],
    ["update lists set shares = 99 where store_id = $1", []],
    ["update items set quantity = 99 where store_id = $1", []],
    ["update items set flags = 31 where store_id = $1", []],
    ["update items set added_at = '2001-01-01' where store_id = $1", []],
    ["update subscriptions set state = 3 where store_id = $1", []],
    ["update subscriptions set signed_up_at = '2001-01-01' where store_id = $1", []],
    ["update contacts set on_mailing_list = true where store_id = $1", []],
    ["update variants set product = '{}' where store_id = $1", []],
  ] as const) {
    const before = await rowsOf(store);
    await look(change, [store.id, ...values]);
    expect(await rowsOf(store), `after ${change}`).not.toEqual(before);
  }
});
