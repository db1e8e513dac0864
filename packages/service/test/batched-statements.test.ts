import ts from "typescript";
import { expect, test } from "vitest";
import { collect, readSources } from "../../../scripts/structure/sources.ts";
import { storeBatch } from "../src/features/alerts/delivery/sql.ts";
import { findHolds } from "../src/features/alerts/holds/sql.ts";
import { findOfferedPeople, findOfferedVariants } from "../src/features/alerts/offers/sql.ts";
import { findRunning } from "../src/features/alerts/planning/sql.ts";
import { findNextInLine } from "../src/features/alerts/selection/sql.ts";
import { findLinesOfPlans } from "../src/features/alerts/sql.ts";
import { findVariantsInStock } from "../src/features/catalog/stock/sql.ts";
import { addUnknown, findById, findByPlatformId } from "../src/features/catalog/variants/sql.ts";
import { findListStates } from "../src/features/events/sql.ts";
import { findSaveCounts } from "../src/features/insights/sql.ts";
import { addToList, addToLists, deleteItems, updateItems } from "../src/features/lists/items/sql.ts";
import { lockListsOf } from "../src/features/lists/merge/sql.ts";
import { findDetails, findListsContaining, findListsOfShoppers } from "../src/features/lists/reading/sql.ts";
import { changeList, findItems, findList, findListsOf, insertList, lockList } from "../src/features/lists/sql.ts";
import { accountRegid, guestRegid, parseRegid, type Regid } from "../src/features/shoppers/regid.ts";
import {
  findOrCreateAccounts,
  findRegidsById,
  findShoppers,
  insertSession,
  touchSession,
} from "../src/features/shoppers/sql.ts";
import { ORIGINS_MAX, recordSightings, selectSightings } from "../src/features/stores/connections/sql.ts";
import { CONNECTORS_MAX } from "../src/features/stores/connectors/connector.ts";
import { recordReports, selectConnectors } from "../src/features/stores/connectors/sql.ts";
import { createSampleStore, findSampleStore } from "../src/features/stores/create-sample-store.ts";
import { createStore } from "../src/features/stores/create-store.ts";
import { findKeyRow, findKeyStates, touchKey } from "../src/features/stores/keys/sql.ts";
import { addFirstMember } from "../src/features/stores/members/add-first-member.ts";
import { findAccess, findRole, hasSiblings } from "../src/features/stores/members/sql.ts";
import { findStoresById, findStoresByPid, findStoreVersions } from "../src/features/stores/sql.ts";
import {
  deleteFromLine,
  findAmong,
  findInRange,
  findLinesWithPeople,
  storeOutcomes,
} from "../src/features/subscriptions/line/sql.ts";
import type { SignUp } from "../src/features/subscriptions/sign-up/sign-up.ts";
import { signUpMany } from "../src/features/subscriptions/sign-up/sql.ts";
import { insertSuppression } from "../src/features/subscriptions/suppression/sql.ts";
import { findOpenAlerts } from "../src/features/subscriptions/watches/sql.ts";
import type { StoreTx } from "../src/platform/db/db.ts";
import type { ContactId, PlanId, ShopperId, StoreId, SubscriptionId, VariantId } from "../src/platform/ids.ts";
import { toEmail } from "../src/platform/text/email.ts";
import { look } from "./fixtures/database.ts";
import { anEmail, aService, aStore, aUuid, type TestStore } from "./fixtures/service.ts";
import { aFullStore, aListRow } from "./fixtures/store-rows.ts";

const service = aService();
const { db } = service.deps;

/** The batched statements serve several stores at once, under a role that sees all stores: their own conditions must keep
 *  the stores apart. */
const COVERED = [
  "find-shopper",
  "find-shoppers",
  "register-account",
  "register-accounts",
  "touch-session",
  "stores-by-pid",
  "stores-by-id",
  "store-versions",
  "access-of-member",
  "role-in-store",
  "sibling-stores",
  "sample-store-beside",
  "key-by-id",
  "key-states",
  "touch-key",
  "record-sightings",
  "record-connector-reports",
  "holds-to-work-on",
  "held-holds",
  "variants-by-platform-id",
  "variants-by-id",
  "add-items",
  "add-items-and-wait",
  "add-unknown-variants",
  "lists-of-shoppers",
  "item-details",
  "list-by-public-id",
  "lock-list",
  "items-of-list",
  "insert-list",
  "lists-by-owner",
  "update-list",
  "delete-items",
  "update-items",
  "contains-platform-ids",
  "contains-product-ids",
  "lock-lists",
  "social-counts",
  "list-states",
  "sign-up",
  "record-outcomes",
  "lines-with-people",
  "variants-in-stock",
  "offered-variants",
  "offered-people",
  "running-plans",
  "open-alerts-of-shoppers",
  "recipients-among",
  "leave-line",
  "store-batch",
  "store-new-batch",
  "regids-by-id",
  "lines-of-plans",
];

/** These read the keys of the installation, and find stores that need some work, without reading them. */
const OF_THE_INSTALLATION = [
  "installation-keys",
  "stores-sealed-otherwise",
  "stores-that-set",
  // Operators look at all stores.
  "stores-by-name",
  "paused-stores-by-name",
  "listed-store-by-pid",
  // These are about people who sign in, before it is known to which store.
  "person-of-dashboard",
  "mark-member-joined",
  "count-sign-in",
  "forget-sign-ins",
  "open-store-in-session",
  "keep-store-in-session",
  "end-session",
  "factors-of-person",
  "people-with-second-factor",
  "mark-second-factor",
  "delete-factors",
  "audit-installation",
];

const namesOfStatements = () =>
  readSources().flatMap(({ tree }) =>
    collect(tree, (node) => {
      if (!ts.isVariableDeclaration(node) || node.type?.getText(tree) !== "Statement") return [];
      return [/(?:name: |^\w+\(\s*)"([^"]+)"/.exec(node.initializer?.getText(tree) ?? "")?.[1] ?? "unnamed"];
    }),
  );

test("every prepared statement has a test across stores in this file", () => {
  expect(namesOfStatements().toSorted()).toEqual([...COVERED, ...OF_THE_INSTALLATION].toSorted());
});

test("find-shopper and find-shoppers find a shopper only in the given store", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const [here, there] = [await anAccountRow(store), await anAccountRow(other)];
  const one = { storeId: store.id, regid: there.regid };
  const two = { storeId: other.id, regid: here.regid };
  expect(await findShoppers(db.hot, [one])).toEqual([undefined]);
  expect(await findShoppers(db.hot, [two])).toEqual([undefined]);

  const [crossed, right, crossedToo, rightToo] = await findShoppers(db.hot, [
    one,
    { storeId: store.id, regid: here.regid },
    two,
    { storeId: other.id, regid: there.regid },
  ]);
  expect([crossed, crossedToo]).toEqual([undefined, undefined]);
  expect([right?.id, rightToo?.id]).toEqual([here.id, there.id]);
  expect(here.id).not.toBe(there.id);
});

test("sample-store-beside finds the sample store of one's own organisation alone", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const { config, seal } = service.deps;
  const { store: sample } = await db.asOperator(async (tx) =>
    createSampleStore(tx, seal, await service.deps.stores.getById(store.id), config.shards),
  );
  expect(await findSampleStore(db.hot, store.id)).toEqual(sample);
  expect(await findSampleStore(db.hot, sample.id)).toEqual(sample);
  expect(await findSampleStore(db.hot, other.id)).toBeUndefined();
});

test("access-of-member, role-in-store and sibling-stores find the stores of one's own organisations alone", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const [ann, ben] = [toEmail(anEmail()), toEmail(anEmail())];
  await db.asOperator(async (tx) => {
    await addFirstMember(tx, { storeId: store.id, email: ann, role: "owner" });
    await addFirstMember(tx, { storeId: other.id, email: ben, role: "viewer" });
  });
  expect((await findAccess(db.hot, ann, 10)).map(({ storeId }) => storeId)).toEqual([store.id]);
  expect((await findAccess(db.hot, ben, 10)).map(({ storeId }) => storeId)).toEqual([other.id]);
  expect((await findRole(db.hot, ann, store.id))?.role).toBe("owner");
  expect(await findRole(db.hot, ann, other.id)).toBeUndefined();
  const siblings = async () => [await hasSiblings(db.hot, store.id), await hasSiblings(db.hot, other.id)];
  expect(await siblings()).toEqual([false, false]);
  const { config, seal } = service.deps;
  await db.asOperator((tx) => createStore(tx, seal, { name: "Second", shards: config.shards, besides: store.pid }));
  expect(await siblings()).toEqual([true, false]);
});

test("in a store's transaction the same statements see nothing of another store, even when they name it", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const [here, there] = [await anAccountRow(store), await anAccountRow(other)];
  const sought = [
    { storeId: other.id, regid: there.regid },
    { storeId: store.id, regid: here.regid },
  ];
  expect((await store.inStore((tx) => findShoppers(tx, sought))).map((found) => found?.id)).toEqual([
    undefined,
    here.id,
  ]);
  expect(await store.inStore((tx) => findShoppers(tx, sought.slice(0, 1)))).toEqual([undefined]);

  const account = { storeId: other.id, regid: guestRegid(await other.record(), aUuid()), email: toEmail(anEmail()) };
  for (const accounts of [[account], [account, { ...account, storeId: store.id }]]) {
    await expect(store.inStore((tx) => findOrCreateAccounts(tx, accounts))).rejects.toMatchObject({ code: "42501" });
  }
});

test("register-account and register-accounts create and find each shopper in the given store", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const email = toEmail(anEmail());
  // The worst case: one regid in two stores. The secrets of the stores make it impossible.
  const regid = accountRegid(await store.record(), email);
  const pair = [
    { storeId: store.id, regid, email },
    { storeId: other.id, regid, email },
  ];
  const created = await findOrCreateAccounts(db.hot, pair);
  const found = await findOrCreateAccounts(db.hot, pair.toReversed());
  expect(created.map((one) => one?.id)).toEqual(found.toReversed().map((one) => one?.id));
  expect(created[0]?.id).not.toBe(created[1]?.id);

  const [alone] = await findOrCreateAccounts(db.hot, pair.slice(1));
  expect(alone?.id).toBe(created[1]?.id);
  const rows = await look<{ storeId: number; id: string }>(
    `select store_id as "storeId", id from shoppers where store_id = any($1) order by id`,
    [[store.id, other.id]],
  );
  expect(rows).toHaveLength(2);
  expect(rows.find(({ storeId }) => storeId === store.id)?.id).toBe(created[0]?.id);
});

test("stores-by-pid, stores-by-id, store-versions, key-by-id and key-states return the store of the pid, id or key", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  expect((await findStoresByPid(db.hot, [store.pid])).map(({ id }) => id)).toEqual([store.id]);
  expect((await findStoresById(db.hot, [other.id])).map(({ id }) => id)).toEqual([other.id]);
  expect((await findStoreVersions(db.hot, [store.id])).map(({ id }) => id)).toEqual([store.id]);
  expect((await findKeyStates(db.hot, [other.keyId])).map(({ storeId }) => storeId)).toEqual([other.id]);
  expect((await findKeyRow(db.hot, store.keyId))?.id).toBe(store.id);
  expect((await findKeyRow(db.hot, other.keyId))?.id).toBe(other.id);
});

test("touch-session changes no session of another store, and find-shopper reads none", async () => {
  const [here, there] = [await aStore(service), await aStore(service)];
  const [past, id] = [Date.now() - 1_000_000, String(Math.floor(Math.random() * 2 ** 48))];
  for (const store of [here, there]) await store.inStore((tx) => insertSession(tx, id, past));
  await touchSession(db.hot, here.id, id, Date.now());
  const rows = await look<{ id: number; isTouched: boolean }>(
    `select store_id as id, used_at > now() - interval '1 minute' as "isTouched" from sessions where id = $1 order by 2`,
    [id],
  );
  expect(rows).toEqual([
    { id: there.id, isTouched: false },
    { id: here.id, isTouched: true },
  ]);
  const { regid } = await here.anAccount();
  const key = { storeId: here.id, regid: parseRegid(await here.record(), regid) as Regid, sessionId: "1" };
  await there.inStore((tx) => insertSession(tx, "1", past));
  expect((await findShoppers(db.hot, [key, key])).map((found) => found?.session)).toEqual([undefined, undefined]);
});

test("touch-key changes no key of another store", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  await touchKey(db.hot, store.id, other.keyId);
  await touchKey(db.hot, store.id, store.keyId);
  const rows = await look<{ used: boolean }>(
    "select last_used_at is not null as used from api_keys where id = any($1) order by store_id = $2 desc",
    [[store.keyId, other.keyId], store.id],
  );
  expect(rows).toEqual([{ used: true }, { used: false }]);
});

test("variants-by-platform-id, variants-by-id and add-unknown-variants stay in the given store", async () => {
  const [here, there] = [await aListRow(service), await aListRow(service)];
  const platformId = "only-there";
  await addUnknown(db.hot, there.store.id, [platformId], 1_000);
  const version = "";
  expect(await findByPlatformId(db.hot, [{ storeId: here.store.id, platformId, version }])).toEqual([]);
  const found = await findByPlatformId(db.hot, [
    { storeId: here.store.id, platformId, version },
    { storeId: there.store.id, platformId, version },
  ]);
  expect(found.map(({ place }) => place)).toEqual([2]);
  const crossed = await findById(db.hot, [
    { storeId: here.store.id, id: there.variantId, version },
    { storeId: here.store.id, id: here.variantId, version },
  ]);
  expect(crossed.map(({ place, id }) => [place, id])).toEqual([[2, here.variantId]]);
  const known = { version: crossed[0]?.version ?? "" };
  const again = await findById(db.hot, [
    { storeId: there.store.id, id: here.variantId, ...known },
    { storeId: here.store.id, id: here.variantId, ...known },
  ]);
  expect(again.map(({ place, version: current }) => [place, current])).toEqual([[2, known.version]]);
  await expect(here.store.inStore((tx) => addUnknown(tx, there.store.id, ["more"], 1_000))).rejects.toMatchObject({
    code: "42501",
  });
});

test("add-items and add-items-and-wait add only where store, shopper and list belong together", async () => {
  const [here, there] = [await aListRow(service), await aListRow(service)];
  const neighbour = await aListRow(service, here.store);
  const item = {
    variantId: here.variantId,
    productId: "p",
    quantity: 7,
    flags: 16,
    flagsGiven: 16,
    details: null,
  } as const;
  const addition = (storeId: TestStore["id"], publicId: string, shopperId: ShopperId) => ({
    storeId,
    publicId,
    shopperId,
    itemsMax: 100,
    previewItems: 24,
    items: [item],
  });
  const [list, store] = [here.list, here.store];
  const states = async (additions: Parameters<typeof addToLists>[1]) =>
    (await addToLists(db.hot, additions)).map(({ state }) => state);
  const crossed = [
    addition(store.id, there.list.publicId, here.shopperId),
    addition(there.store.id, list.publicId, here.shopperId),
    addition(store.id, neighbour.list.publicId, here.shopperId),
  ];
  expect(await states(crossed)).toEqual(["no-list", "no-list", "no-list"]);
  for (const one of crossed) expect(await addToList(db.hot, one)).toEqual({ state: "no-list", items: [] });
  expect(await states([addition(there.store.id, there.list.publicId, here.shopperId)])).toEqual(["no-list"]);
  expect(await states([addition(store.id, list.publicId, here.shopperId)])).toEqual(["stored"]);
  const rows = await look<{ lid: string; quantity: number }>(
    "select l.public_id as lid, i.quantity from lists l join items i on i.list_id = l.id where l.public_id = any($1) order by i.quantity",
    [[list.publicId, there.list.publicId, neighbour.list.publicId]],
  );
  expect(rows.filter(({ quantity }) => quantity === 7)).toEqual([{ lid: list.publicId, quantity: 7 }]);
  expect((await addToList(db.hot, addition(store.id, list.publicId, here.shopperId))).state).toBe("stored");
  const events = await look("select 1 from outbox where store_id = $1 and subject = 'item.updated'", [there.store.id]);
  expect(events).toEqual([]);
});

test("lists-of-shoppers and list-states return only rows of the given store and shopper, contains-platform-ids and contains-product-ids only of the given store and list", async () => {
  const [here, there] = [await aListRow(service), await aListRow(service)];
  const pairs = [
    { storeId: here.store.id, shopperId: there.shopperId },
    { storeId: there.store.id, shopperId: here.shopperId },
    { storeId: here.store.id, shopperId: here.shopperId },
  ];
  const lists = await findListsOfShoppers(db.hot, pairs);
  expect(lists.map((found) => found.map(({ publicId }) => publicId))).toEqual([[], [], [here.list.publicId]]);

  const states = await findListStates(db.hot, pairs);
  expect(states.map((state) => state.split(":")[0])).toEqual(["0", "0", "1"]);

  for (const [by, ids] of [
    ["platformId", ["1"]],
    ["productId", ["100001"]],
  ] as const) {
    const seen = await findListsContaining(db.hot, [
      { storeId: here.store.id, lists: [there.list], by, ids },
      { storeId: there.store.id, lists: [here.list], by, ids },
      { storeId: here.store.id, lists: [here.list], by, ids },
    ]);
    expect(seen, `by ${by}`).toEqual([[], [], [{ id: ids[0], publicId: here.list.publicId }]]);
  }
});

test("item-details returns only the given list and variant, and in a store's transaction only its own", async () => {
  const [here, there] = [await aListRow(service), await aListRow(service)];
  const sought = [
    { listId: here.list.id, variantId: there.variantId },
    { listId: there.list.id, variantId: here.variantId },
    { listId: there.list.id, variantId: there.variantId },
  ];
  const found = await findDetails(db.hot, sought);
  expect(found.map((details) => details !== null)).toEqual([false, false, true]);
  expect(await here.store.inStore((tx) => findDetails(tx, sought))).toEqual([null, null, null]);
});

test("list-by-public-id, lock-list, items-of-list, lists-by-owner and lock-lists see nothing of another store", async () => {
  const [{ store, shopperId, list }, there] = [await aListRow(service), await aListRow(service)];
  const page = { limit: 10, offset: 0 };
  await store.inStore(async (tx) => {
    expect(await findList(tx, there.list.publicId)).toBeUndefined();
    expect(await lockList(tx, there.shopperId, there.list.publicId)).toBeUndefined();
    expect(await findItems(tx, there.list.id, page)).toEqual([]);
    expect(await findListsOf(tx, there.shopperId)).toEqual([]);
    expect((await lockListsOf(tx, [shopperId, there.shopperId])).map(({ publicId: lid }) => lid)).toEqual([
      list.publicId,
    ]);
    expect((await findList(tx, list.publicId))?.id).toBe(list.id);
    expect((await lockList(tx, shopperId, list.publicId))?.id).toBe(list.id);
    expect(await findItems(tx, list.id, page)).toHaveLength(1);
    expect(await findListsOf(tx, shopperId)).toHaveLength(1);
  });
});

test("insert-list, update-list, update-items and delete-items change nothing in another store", async () => {
  const [{ store }, there] = [await aListRow(service), await aListRow(service)];
  const rows = () =>
    look(
      "select l.name, l.count, i.quantity from lists l join items i on i.list_id = l.id where l.store_id = $1 order by l.id",
      [there.store.id],
    );
  const before = await rows();
  const item = { variantId: there.variantId, productId: "p", quantity: 9, flags: 16, flagsGiven: 16, details: null };
  await store.inStore(async (tx) => {
    expect(await updateItems(tx, there.list.id, [item])).toEqual([]);
    expect(await deleteItems(tx, there.list.id, [there.variantId])).toEqual([]);
  });
  await expect(store.inStore((tx) => changeList(tx, there.list.id, { name: "Taken" }))).rejects.toThrow("found no row");
  const list = { name: "Planted", type: "wl", note: null, extras: null };
  await expect(store.inStore((tx) => insertList(tx, there.shopperId, list))).rejects.toMatchObject({ code: "23503" });
  expect(await rows()).toEqual(before);
  expect(before).toHaveLength(1);
});

test("social-counts counts only the given store", async () => {
  const [here, there] = [await aFullStore(service), await aStore(service)];
  expect(await findSaveCounts(db.hot, here.id, ["100001"])).toEqual([{ productId: "100001", people: 1 }]);
  expect(await findSaveCounts(db.hot, there.id, ["100001"])).toEqual([]);
});

test("sign-up stays in the given store, refuses another store's variant, and ignores another store's suppressions", async () => {
  const [here, there] = [await aListRow(service), await aListRow(service)];
  const value = anEmail();
  const addressHash = aUuid();
  const aSignUp = (storeId: TestStore["id"], variantId: VariantId): SignUp => ({
    storeId,
    medium: 1,
    value,
    addressHash,
    onMailingList: null,
    locale: null,
    currency: null,
    timeZone: null,
    shopperId: null,
    proof: "shop",
    source: "test",
    consentText: "",
    consentedAt: null,
    ipHash: null,
    confirmation: null,
    wanted: [{ variantId, topic: "backinstock", quantity: null, extras: null, target: null, clientProduct: null }],
  });
  const [ours, theirs] = [aSignUp(here.store.id, here.variantId), aSignUp(there.store.id, there.variantId)];
  await here.store.inStore((tx) => insertSuppression(tx, addressHash, "test"));
  expect(new Set(await signUpMany(db.hot, [ours, theirs])).size).toBe(2);
  const rows = () =>
    look("select store_id as id, state from subscriptions where store_id = any($1) order by state desc", [
      [here.store.id, there.store.id],
    ]);
  expect(await rows()).toEqual([
    { id: here.store.id, state: 7 },
    { id: there.store.id, state: 1 },
  ]);
  const crossed = aSignUp(here.store.id, there.variantId);
  await expect(signUpMany(db.hot, [crossed])).rejects.toMatchObject({ code: "23503" });
  await expect(here.store.inStore((tx) => signUpMany(tx, [theirs]))).rejects.toMatchObject({ code: "42501" });
  expect(await rows()).toHaveLength(2);
});

test("record-outcomes and the statements of the waiting list see and change nothing of another store", async () => {
  const [store, other] = [await aFullStore(service), await aFullStore(service)];
  const rows = () =>
    look<{ id: SubscriptionId; variantId: VariantId; state: number }>(
      `select id, variant_id as "variantId", state from subscriptions where store_id = $1`,
      [other.id],
    );
  const [theirs] = await rows();
  if (!theirs) throw new Error("A full store has a subscription");
  const policy = { audience: "all", perUnit: 1, waveSize: 1, waitSeconds: 0 } as const;
  const line = { variantId: theirs.variantId, topic: "backinstock" };
  const [first, last] = [
    { at: "-9000000000000000000", id: "0" },
    { at: "9000000000000000000", id: "0" },
  ];
  const everyone = { next: first, last, joinedUntil: last.at };
  const next = (tx: StoreTx, order: "oldest" | "newest" | "drawn") =>
    findNextInLine(tx, { variantId: theirs.variantId, topic: "backinstock", policy: { ...policy, order } }, {}, 10);
  await store.inStore(async (tx) => {
    expect(await storeOutcomes(tx, [{ id: theirs.id, planId: null, state: 3, reason: "x" }])).toEqual([]);
    for (const order of ["oldest", "newest", "drawn"] as const) {
      expect((await next(tx, order)).first).toEqual([]);
      expect(await findInRange(tx, line, { ...everyone, order }, { price: undefined, limit: 9 })).toEqual([]);
    }
    expect(await findAmong(tx, [theirs.id])).toEqual([]);
    await deleteFromLine(tx, [theirs.id]);
    const recipient = { id: theirs.id, contactId: "1" as ContactId, place: "1", quantity: 1, addressHash: "" };
    const plan = { id: "1" as PlanId, slot: 0, variantId: theirs.variantId, topic: "backinstock" };
    const progress = { chunk: { id: "1", lease: 1 }, people: { ids: [], joinedUntil: "0" }, units: 0 };
    const sent = [{ recipient, state: "sent", reason: "sent" }] as const;
    expect(await storeBatch(tx, plan, sent, progress, { areNew: false })).toBe(false);
  });
  expect(await look("select store_id as id from deliveries where subscription_id = $1", [theirs.id])).toEqual([
    { id: store.id },
  ]);
  await other.inStore(async (tx) => {
    for (const order of ["oldest", "newest", "drawn"] as const)
      expect((await next(tx, order)).first).toMatchObject([{ id: theirs.id }]);
    expect(await findAmong(tx, [theirs.id])).toMatchObject([{ id: theirs.id }]);
  });
  expect(await rows()).toEqual([theirs]);
});

test("the statements that select the events of many stores find only rows of the given store", async () => {
  const [here, there] = [await anOffer(), await anOffer()];
  const keys = [{ ...here, storeId: there.storeId }, { ...there, storeId: here.storeId }, here].map((key) => ({
    ...key,
    topic: "backinstock",
    number: 1,
  }));
  const { storeId, variantId, subscriptionId } = here;
  const topic = "backinstock";
  expect(await findLinesWithPeople(db.hot, keys)).toEqual([{ storeId, variantId, topic }]);
  expect(await findVariantsInStock(db.hot, keys)).toEqual([{ storeId, variantId }]);
  expect(await findOfferedVariants(db.worker, keys)).toEqual([{ storeId, variantId }]);
  expect(await findOfferedPeople(db.worker, keys)).toEqual([{ storeId, subscriptionId }]);
  expect(await findRunning(db.worker, keys)).toEqual([{ storeId, variantId, topic, number: 1 }]);
});

test("open-alerts-of-shoppers finds only subscriptions of the given store and shopper", async () => {
  const anAlert = async () => {
    const { id } = await aFullStore(service);
    const [alert] = await look<{ storeId: StoreId; shopperId: ShopperId; variantId: VariantId }>(
      `update subscriptions set shopper_id = (select min(id) from shoppers where store_id = $1) where store_id = $1
       returning store_id as "storeId", shopper_id as "shopperId", variant_id as "variantId"`,
      [id],
    );
    if (!alert) throw new Error("A full store has a subscription");
    return alert;
  };
  const [here, there] = [await anAlert(), await anAlert()];
  const crossed = [
    { ...here, storeId: there.storeId },
    { ...there, storeId: here.storeId },
  ];
  expect(await findOpenAlerts(db.hot, [...crossed, here])).toEqual([here]);
});

test("record-sightings writes each sighting in its store, and replaces only origins of that store", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const origin = (storeId: StoreId, name: string | number) =>
    ({ storeId, kind: "origin", origin: `https://${name}.example`, keyName: null }) as const;
  const all = Array.from({ length: ORIGINS_MAX }, (_, index) => index);
  await recordSightings(db.hot, [...all.map((index) => origin(store.id, index)), origin(other.id, "theirs")]);
  const stock = { storeId: other.id, kind: "stock", origin: "", keyName: "server" } as const;
  await recordSightings(db.hot, [origin(store.id, "new"), origin(store.id, 1), stock]);
  const mine = await store.inStore(selectSightings);
  expect(mine.filter(({ kind }) => kind === "origin")).toHaveLength(ORIGINS_MAX);
  expect(mine.slice(0, 2).map((row) => row.origin)).toEqual(["https://1.example", "https://new.example"]);
  const theirs = await other.inStore(selectSightings);
  expect(theirs.map(({ kind, keyName }) => [kind, keyName])).toEqual([
    ["stock", "server"],
    ["origin", null],
  ]);
});

test("record-connector-reports writes each report in its store, and counts only the connectors of that store", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const report = (storeId: StoreId, name: string, problem?: string) => ({
    storeId,
    report: { name, ...(problem ? { problem } : {}) },
  });
  const all = Array.from({ length: CONNECTORS_MAX }, (_, index) => report(store.id, `c-${index}`));
  expect(await recordReports(db.hot, all)).toEqual(all.map(() => true));
  const more = [report(store.id, "new"), report(other.id, "c-1", "Broken"), report(store.id, "c-1")];
  expect(await recordReports(db.hot, more)).toEqual([false, true, true]);
  expect(await store.inStore(selectConnectors)).toHaveLength(CONNECTORS_MAX);
  expect((await store.inStore(selectConnectors)).filter(({ problem }) => problem !== null)).toEqual([]);
  expect(await other.inStore(selectConnectors)).toMatchObject([{ name: "c-1", problem: "Broken" }]);
});

test("holds-to-work-on and held-holds find only the holds of the given store", async () => {
  const [one, two] = [await aFullStore(service), await aFullStore(service)];
  for (const { id } of [one, two])
    for (const state of [0, 1, 3])
      await look(
        `insert into offer_holds (id, store_id, plan_id, subscription_id, variant_id, units, until, state)
         select new_id(store_id), store_id, $2::bigint, id, variant_id, 1, now(), $2::smallint from subscriptions where store_id = $1 limit 1`,
        [id, state],
      );
  const page = { storeId: one.id, after: "0", limit: 10 } as const;
  const open = await findHolds(db.hot, { ...page, poll: "open" });
  expect(open.map(({ state }) => state)).toEqual(["wanted", "ending"]);
  expect(await findHolds(db.hot, { ...page, poll: "open", after: open[0]?.id ?? "" })).toEqual([open[1]]);
  expect((await findHolds(db.hot, { ...page, poll: "held" })).map(({ state }) => state)).toEqual(["held"]);
});

test("regids-by-id and lines-of-plans find a row only in the given store", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const [here, there] = [await anAccountRow(store), await anAccountRow(other)];
  const crossed = [
    { storeId: store.id, shopperId: there.id },
    { storeId: other.id, shopperId: here.id },
  ];
  const right = { storeId: store.id, shopperId: here.id };
  expect(await findRegidsById(db.hot, [...crossed, right])).toEqual([{ shopperId: here.id, regid: here.regid }]);

  const [one, two] = [await anOffer(), await anOffer()];
  const planOf = async (storeId: StoreId) =>
    (await look<{ planId: PlanId }>('select id as "planId" from plans where store_id = $1', [storeId]))[0]?.planId ??
    ("0" as PlanId);
  const [mine, theirs] = [await planOf(one.storeId), await planOf(two.storeId)];
  const plans = [
    { storeId: one.storeId, planId: theirs },
    { storeId: two.storeId, planId: mine },
    { storeId: one.storeId, planId: mine },
  ];
  expect(await findLinesOfPlans(db.worker, plans)).toEqual([
    { planId: mine, variantId: one.variantId, topic: "backinstock" },
  ]);
});

/** A store with a shopper who waits for a variant in stock, and has an offer. */
async function anOffer() {
  const store = await aFullStore(service);
  await look(
    `with plan as (
       insert into plans (id, store_id, variant_id, topic, number, seed, policy)
       select new_id(store_id), store_id, variant_id, topic, 1, '', '{}' from subscriptions where store_id = $1
       returning id, store_id, variant_id
     ), stocked as (
       insert into stock (store_id, variant_id, is_in) select store_id, variant_id, true from plan
     )
     insert into offers (store_id, plan_id, subscription_id, variant_id, units, state, until)
     select s.store_id, plan.id, s.id, s.variant_id, 1, 1, now() from plan join subscriptions s on s.store_id = plan.store_id`,
    [store.id],
  );
  const [row] = await look<{ subscriptionId: SubscriptionId; variantId: VariantId }>(
    `select id as "subscriptionId", variant_id as "variantId" from subscriptions where store_id = $1`,
    [store.id],
  );
  if (!row) throw new Error("A full store has a subscription");
  return { storeId: store.id, ...row };
}

async function anAccountRow(store: TestStore) {
  const { useremail } = await store.anAccount();
  const regid = accountRegid(await store.record(), toEmail(useremail));
  const [found] = await findShoppers(db.hot, [{ storeId: store.id, regid }]);
  if (!found) throw new Error("An account that was just created has no row");
  return { regid, id: found.id };
}
