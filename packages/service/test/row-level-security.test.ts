import ts from "typescript";
import { expect, test } from "vitest";
import { collect, readSources } from "../../../scripts/structure/sources.ts";
import { findNextInLine } from "../src/features/alerts/plans/sql.ts";
import { findById, findByPlatformId, insertMissing } from "../src/features/catalog/variants/sql.ts";
import { findListStates } from "../src/features/events/sql.ts";
import { applySaves, findSaveCounts } from "../src/features/insights/sql.ts";
import { addToLists, deleteItems, updateItems } from "../src/features/lists/items/sql.ts";
import { lockListsOf } from "../src/features/lists/merge/sql.ts";
import { findDetails, findListsContaining, findListsOfShoppers } from "../src/features/lists/reading/sql.ts";
import { changeList, findItems, findList, findListsOf, insertList, lockList } from "../src/features/lists/sql.ts";
import { accountRegid, guestRegid } from "../src/features/shoppers/regid.ts";
import { findOrCreateAccounts, findShoppers } from "../src/features/shoppers/sql.ts";
import { findKeyRow, touchKey } from "../src/features/stores/keys/sql.ts";
import { findStoreRow, findStoreRowById } from "../src/features/stores/sql.ts";
import { storeOutcomes } from "../src/features/subscriptions/line/sql.ts";
import type { SignUp } from "../src/features/subscriptions/sign-up/sign-up.ts";
import { signUpMany } from "../src/features/subscriptions/sign-up/sql.ts";
import { insertSuppression } from "../src/features/subscriptions/suppression/sql.ts";
import type { StoreTx } from "../src/platform/db/db.ts";
import type { ShopperId, SubscriptionId, VariantId } from "../src/platform/ids.ts";
import { queueMail } from "../src/platform/messaging/mail/queue-mail.ts";
import { toEmail } from "../src/platform/text/email.ts";
import { connectAsSuperuser, look } from "./fixtures/database.ts";
import { anEmail, aService, aStore, aUuid, type TestStore } from "./fixtures/service.ts";
import { anItem, listsOf } from "./fixtures/shopper-lists.ts";
import { subscribeAs } from "./fixtures/subscription-calls.ts";

const service = aService();
const { db } = service.deps;

/** Tables with rows of several stores (and `stores` itself) where row-level security is not enabled, not forced or has
 *  no policy. */
const UNGUARDED = `
  select c.relname as name from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    and (c.relname = 'stores' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname in ('store_id', 'tenant_id') and not a.attisdropped))
    and not (c.relrowsecurity and c.relforcerowsecurity
      and exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname))
  order by 1`;
const GUARDED = UNGUARDED.replace("and not (c.relrowsecurity", "and (c.relrowsecurity");

test("every table with a store_id has row-level security enabled, forced and with a policy", async () => {
  expect(await look(UNGUARDED)).toEqual([]);
  const guarded = (await look<{ name: string }>(GUARDED)).map(({ name }) => name);
  expect(guarded).toEqual(
    expect.arrayContaining([
      "stores",
      "api_keys",
      "shoppers",
      "merges",
      "outbox",
      "outbox_0",
      "outbox_7",
      "idempotency_keys",
      "variants",
      "lists",
      "items",
      "saves",
      "product_saves",
      "mails",
      "contacts",
      "subscriptions",
      "consents",
      "suppressions",
      "ledger",
      "offers",
    ]),
  );
});

test.each([
  ["nothing", "create table unguarded (store_id integer)"],
  [
    "no force",
    "create table unguarded (store_id integer); alter table unguarded enable row level security; create policy p on unguarded using (true)",
  ],
  [
    "no policy",
    "create table unguarded (store_id integer); alter table unguarded enable row level security; alter table unguarded force row level security",
  ],
  [
    "a partition without",
    "create table whole (store_id integer) partition by list (store_id); create table unguarded partition of whole default; alter table whole enable row level security; alter table whole force row level security; create policy p on whole using (true)",
  ],
])("control: a table with %s is found", async (_, text) => {
  const client = await connectAsSuperuser();
  await client.query("begin");
  await client.query(text);
  expect((await client.query(UNGUARDED)).rows).toEqual([{ name: "unguarded" }]);
  await client.query("rollback");
  await client.end();
});

test("the roles of the service own nothing and cannot bypass the policies", async () => {
  const roles = await look<{ name: string; ok: boolean; owns: number }>(`
    select rolname as name, not (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin) as ok,
      (select count(*)::int from pg_class c where c.relowner = r.oid) as owns
    from pg_roles r where rolname like 'keepsake\\_%' order by 1`);
  expect(roles).toEqual(
    ["keepsake_hot", "keepsake_operator", "keepsake_store", "keepsake_worker"].map((name) => ({
      name,
      ok: true,
      owns: 0,
    })),
  );
});

const TABLES = [
  "stores",
  "api_keys",
  "shoppers",
  "merges",
  "outbox",
  "idempotency_keys",
  "variants",
  "lists",
  "items",
  "saves",
  "product_saves",
  "mails",
  "contacts",
  "subscriptions",
  "consents",
  "suppressions",
  "ledger",
];

/** How many rows of a table this role sees. It gets the grant first, so that only the policies hide rows. */
async function countAs(role: string, table: string, storeId?: number) {
  const client = await connectAsSuperuser();
  await client.query("begin");
  await client.query(`grant select on ${table} to ${role}`);
  await client.query(`set local role ${role}`);
  if (storeId !== undefined) await client.query("select set_config('app.store_id', $1, true)", [String(storeId)]);
  const { rows } = await client.query<{ count: number }>(`select count(*)::int from ${table}`);
  await client.query("rollback");
  await client.end();
  return rows[0]?.count ?? 0;
}

test("without a store in the transaction, keepsake_store sees no row of any table", async () => {
  await aFullStore();
  for (const table of TABLES) {
    expect(await countAs("keepsake_store", table), `for ${table}`).toBe(0);
    const all = await look<{ count: number }>(`select count(*)::int from ${table}`);
    expect(all[0]?.count, `${table} has rows to hide`).toBeGreaterThan(0);
  }
});

test("with a store in the transaction, keepsake_store sees only the rows of that store", async () => {
  const [store, other] = [await aFullStore(), await aFullStore()];
  for (const table of TABLES) {
    const column = table === "stores" ? "id" : "store_id";
    const own = await look<{ count: number }>(`select count(*)::int from ${table} where ${column} = $1`, [store.id]);
    expect(own[0]?.count, `for ${table}`).toBeGreaterThan(0);
    expect(await countAs("keepsake_store", table, store.id), `for ${table}`).toBe(own[0]?.count);
  }
  const seen = await store.inStore((tx) => tx<{ id: number }>`select id from stores`);
  expect(seen).toEqual([{ id: store.id }]);
  expect(await store.inStore((tx) => tx`select from shoppers where store_id = ${other.id}`)).toEqual([]);
});

test("the store of a transaction does not outlive it on its connection", async () => {
  const store = await aFullStore();
  await Promise.all(Array.from({ length: 16 }, () => store.inStore((tx) => tx`select pg_sleep(0.01)`)));
  const left = await Promise.all(
    Array.from({ length: 16 }, () =>
      db.inStore(undefined as never, (tx) => tx<{ store: number | null }>`select current_store() as store`),
    ),
  );
  expect(new Set(left.map(([row]) => row?.store))).toEqual(new Set([null]));
});

test("a row of another store cannot be inserted, moved or referenced", async () => {
  const [store, other] = [await aFullStore(), await aFullStore()];
  const id = "1";
  const attempts = [
    () =>
      store.inStore(
        (tx) => tx`insert into shoppers (id, store_id, regid) values (${id}, ${other.id}, gen_random_uuid())`,
      ),
    () => store.inStore((tx) => tx`insert into outbox (store_id, subject, payload) values (${other.id}, 'x', '{}')`),
    () => store.inStore((tx) => tx`update shoppers set store_id = ${other.id} where store_id = ${store.id}`),
    () =>
      store.inStore(
        (tx) => tx`insert into idempotency_keys (store_id, key_hash, fingerprint, sealed_body)
          values (${other.id}, ${Buffer.alloc(32)}, ${Buffer.alloc(32)}, ${Buffer.alloc(1)})`,
      ),
    () => store.inStore((tx) => tx`insert into variants (id, store_id, platform_id) values (${id}, ${other.id}, 'x')`),
    () => store.inStore((tx) => tx`update variants set store_id = ${other.id} where store_id = ${store.id}`),
    () =>
      store.inStore(
        (tx) => tx`insert into lists (id, store_id, shopper_id, name)
          select ${id}, ${other.id}, shopper_id, 'Taken' from lists`,
      ),
    () => store.inStore((tx) => tx`update lists set store_id = ${other.id} where store_id = ${store.id}`),
    () => store.inStore((tx) => tx`update items set store_id = ${other.id} where store_id = ${store.id}`),
    () =>
      store.inStore(
        (tx) => tx`insert into mails (id, store_id, shopper_id, kind, to_email, subject, text_body, html_body)
          values (${id}, ${other.id}, 1, 'k', 't', 's', 't', 'h')`,
      ),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "42501" });

  const changed = await store.inStore(
    (tx) => tx`update shoppers set session_epoch = 99 where store_id = ${other.id} returning id`,
  );
  expect(changed).toEqual([]);
  const elsewhere = await store.inStore(
    (tx) => tx`update stores set session_epoch = 99 where id = ${other.id} returning id`,
  );
  expect(elsewhere).toEqual([]);
});

/** The batched statements serve several stores at once, under a role that sees all stores: their own conditions must keep
 *  the stores apart. */
const COVERED = [
  "find-shopper",
  "find-shoppers",
  "register-account",
  "register-accounts",
  "store-by-pid",
  "store-by-id",
  "key-by-id",
  "touch-key",
  "variants-by-platform-id",
  "variants-by-id",
  "insert-missing-variants",
  "add-items",
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
];

const namesOfStatements = () =>
  readSources().flatMap(({ tree }) =>
    collect(tree, (node) => {
      if (!ts.isVariableDeclaration(node) || node.type?.getText(tree) !== "Statement") return [];
      return [/(?:name: |^\w+\(\s*)"([^"]+)"/.exec(node.initializer?.getText(tree) ?? "")?.[1] ?? "unnamed"];
    }),
  );

test("every batched statement has a test across stores below", () => {
  expect(namesOfStatements().toSorted()).toEqual(COVERED.toSorted());
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

test("store-by-pid, store-by-id and key-by-id return the store of the pid or key", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  expect((await findStoreRow(db.hot, store.pid))?.id).toBe(store.id);
  expect((await findStoreRowById(db.hot, other.id))?.id).toBe(other.id);
  expect((await findKeyRow(db.hot, store.keyId))?.id).toBe(store.id);
  expect((await findKeyRow(db.hot, other.keyId))?.id).toBe(other.id);
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

test("variants-by-platform-id, variants-by-id and insert-missing-variants stay in the given store", async () => {
  const [here, there] = [await aListRow(), await aListRow()];
  const platformId = "only-there";
  await insertMissing(db.hot, [{ storeId: there.store.id, platformId }]);
  expect(await findByPlatformId(db.hot, [{ storeId: here.store.id, platformId }])).toEqual([]);
  const found = await findByPlatformId(db.hot, [
    { storeId: here.store.id, platformId },
    { storeId: there.store.id, platformId },
  ]);
  expect(found.map(({ place }) => place)).toEqual([2]);
  const crossed = await findById(db.hot, [
    { storeId: here.store.id, id: there.variantId },
    { storeId: here.store.id, id: here.variantId },
  ]);
  expect(crossed.map(({ place, id }) => [place, id])).toEqual([[2, here.variantId]]);
  await expect(
    here.store.inStore((tx) => insertMissing(tx, [{ storeId: there.store.id, platformId: "more" }])),
  ).rejects.toMatchObject({ code: "42501" });
});

test("add-items adds only where store, shopper and list belong together", async () => {
  const [here, there] = [await aListRow(), await aListRow()];
  const neighbour = await aListRow(here.store);
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
  expect(
    await states([
      addition(store.id, there.list.publicId, here.shopperId),
      addition(there.store.id, list.publicId, here.shopperId),
      addition(store.id, neighbour.list.publicId, here.shopperId),
    ]),
  ).toEqual(["no-list", "no-list", "no-list"]);
  expect(await states([addition(there.store.id, there.list.publicId, here.shopperId)])).toEqual(["no-list"]);
  expect(await states([addition(store.id, list.publicId, here.shopperId)])).toEqual(["stored"]);
  const rows = await look<{ lid: string; quantity: number }>(
    "select l.public_id as lid, i.quantity from lists l join items i on i.list_id = l.id where l.public_id = any($1) order by i.quantity",
    [[list.publicId, there.list.publicId, neighbour.list.publicId]],
  );
  expect(rows.filter(({ quantity }) => quantity === 7)).toEqual([{ lid: list.publicId, quantity: 7 }]);
  const events = await look("select 1 from outbox where store_id = $1 and subject = 'item.updated'", [there.store.id]);
  expect(events).toEqual([]);
});

test("lists-of-shoppers and list-states return only rows of the given store and shopper, contains-platform-ids and contains-product-ids only of the given store and list", async () => {
  const [here, there] = [await aListRow(), await aListRow()];
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
  const [here, there] = [await aListRow(), await aListRow()];
  const sought = [
    { listId: here.list.id, variantId: there.variantId },
    { listId: there.list.id, variantId: here.variantId },
    { listId: there.list.id, variantId: there.variantId },
  ];
  const found = await findDetails(db.hot, sought);
  expect(found.map((details) => details !== null)).toEqual([false, false, true]);
  expect(await here.store.inStore((tx) => findDetails(tx, sought))).toEqual([null, null, null]);
});

test("list-by-lid, lock-list, items-of-list, lists-by-owner and lock-lists see nothing of another store", async () => {
  const [{ store, shopperId, list }, there] = [await aListRow(), await aListRow()];
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
  const [{ store }, there] = [await aListRow(), await aListRow()];
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
  const [here, there] = [await aFullStore(), await aStore(service)];
  expect(await findSaveCounts(db.hot, here.id, ["100001"])).toEqual([{ productId: "100001", people: 1 }]);
  expect(await findSaveCounts(db.hot, there.id, ["100001"])).toEqual([]);
});

test("sign-up stays in the given store, refuses another store's variant, and ignores another store's suppressions", async () => {
  const [here, there] = [await aListRow(), await aListRow()];
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
    state: 1,
    source: "test",
    consentText: "",
    wanted: [{ variantId, topic: "backinstock", quantity: null, extras: null, target: null, clientProduct: null }],
  });
  const [ours, theirs] = [aSignUp(here.store.id, here.variantId), aSignUp(there.store.id, there.variantId)];
  await here.store.inStore((tx) => insertSuppression(tx, addressHash, "test"));
  const signedUp = await signUpMany(db.hot, [ours, theirs]);
  expect(new Set(signedUp.map(({ contactId }) => contactId)).size).toBe(2);
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
  const [store, other] = [await aFullStore(), await aFullStore()];
  const rows = () =>
    look<{ id: SubscriptionId; variantId: VariantId; state: number }>(
      `select id, variant_id as "variantId", state from subscriptions where store_id = $1`,
      [other.id],
    );
  const [theirs] = await rows();
  if (!theirs) throw new Error("A full store has a subscription");
  const policy = { audience: "all", perUnit: 1, waveSize: 1, waitSeconds: 0 } as const;
  const next = (tx: StoreTx, order: "oldest" | "newest" | "drawn") =>
    findNextInLine(
      tx,
      { variantId: theirs.variantId, topic: "backinstock", seed: "s", policy: { ...policy, order } },
      {},
      10,
    );
  await store.inStore(async (tx) => {
    expect(await storeOutcomes(tx, [{ id: theirs.id, planId: null, state: 3, reason: "x" }])).toEqual([]);
    for (const order of ["oldest", "newest", "drawn"] as const) expect((await next(tx, order)).first).toEqual([]);
  });
  await other.inStore(async (tx) => {
    for (const order of ["oldest", "newest", "drawn"] as const)
      expect((await next(tx, order)).first).toMatchObject([{ id: theirs.id }]);
  });
  expect(await rows()).toEqual([theirs]);
});

test("the role of the batched statements has access only to their tables", async () => {
  const grants = await look<{ grants: string }>(`
    select table_name || ' ' || string_agg(privilege_type, ',' order by privilege_type) as grants
    from information_schema.role_table_grants where grantee = 'keepsake_hot' group by table_name order by 1`);
  expect(grants.map((row) => row.grants)).toEqual([
    "api_keys SELECT",
    "consents INSERT",
    "contacts INSERT,SELECT,UPDATE",
    "items INSERT,SELECT,UPDATE",
    "ledger INSERT",
    "lists SELECT,UPDATE",
    "outbox INSERT",
    "product_saves SELECT",
    "shoppers INSERT,SELECT",
    "stock SELECT",
    "stores SELECT",
    "subscriptions INSERT,SELECT,UPDATE",
    "suppressions SELECT",
    "variants INSERT,SELECT",
  ]);
});

async function anAccountRow(store: TestStore) {
  const { useremail } = await store.anAccount();
  const regid = accountRegid(await store.record(), toEmail(useremail));
  const [found] = await findShoppers(db.hot, [{ storeId: store.id, regid }]);
  if (!found) throw new Error("An account that was just created has no row");
  return { regid, id: found.id };
}

/** A list with one item, as its rows. */
async function aListRow(of?: TestStore) {
  const store = of ?? (await aStore(service));
  const lists = listsOf(store, await store.anAccount());
  const lid = await lists.create();
  await lists.add(lid, anItem(1));
  const [list] = await store.inStore(async (tx) => [await findList(tx, lid)]);
  if (!list) throw new Error("A list that was just created has no row");
  const [item] = await store.inStore((tx) => findItems(tx, list.id, { limit: 1, offset: 0 }));
  if (!item) throw new Error("An item that was just added has no row");
  return { store, list, shopperId: list.shopperId, variantId: item.variantId };
}

/** A store with a row in every table. */
async function aFullStore() {
  const store = await aStore(service, { scopes: ["identity", "subscriptions"] });
  const { regid } = await store.aGuest();
  await subscribeAs(store, anEmail());
  await store.inStore((tx) => insertSuppression(tx, aUuid(), "test"));
  await store.sync({ regid, useremail: anEmail() }, { headers: { "idempotency-key": "k" } });
  const { shopperId } = await aListRow(store);
  const mail = { to: anEmail(), subject: "s", text: "t", html: "h" };
  await store.inStore((tx) => queueMail(tx, { shopperId, kind: "test", mail }));
  await db.asWorker((tx) => applySaves(tx, [{ storeId: store.id, productId: "100001", shopperId, times: 1 }]));
  return store;
}
