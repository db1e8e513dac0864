import ts from "typescript";
import { expect, test } from "vitest";
import { toEmail } from "../src/features/identity/email.ts";
import { accountRegid, guestRegid } from "../src/features/identity/regid.ts";
import { findOrMakeAccounts, findShoppers } from "../src/features/identity/sql.ts";
import { findKeyRow, findStoreRow, touchKey } from "../src/features/stores/sql.ts";
import { connectAsSuperuser, look } from "./fixtures/database.ts";
import { anEmail, aService, aStore, aUuid, type TestStore } from "./fixtures/service.ts";
import { collect, readSources } from "./fixtures/sources.ts";

const service = aService();
const { db } = service.parts;

/** Tables of several stores without all of: enabled, forced, a policy. `stores` itself is one of them. */
const UNGUARDED = `
  select c.relname as name from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    and (c.relname = 'stores' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname in ('store_id', 'tenant_id') and not a.attisdropped))
    and not (c.relrowsecurity and c.relforcerowsecurity
      and exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname))
  order by 1`;
const GUARDED = UNGUARDED.replace("and not (c.relrowsecurity", "and (c.relrowsecurity");

test("F2: every table with a store_id has row-level security enabled, forced and with a policy", async () => {
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
])("F2: a table with %s is found", async (_, text) => {
  const client = await connectAsSuperuser();
  await client.query("begin");
  await client.query(text);
  expect((await client.query(UNGUARDED)).rows).toEqual([{ name: "unguarded" }]);
  await client.query("rollback");
  await client.end();
});

test("F2: the roles of the service own nothing and cannot go around the policies", async () => {
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

const TABLES = ["stores", "api_keys", "shoppers", "merges", "outbox", "idempotency_keys"];

/** What this role sees of a table, the grants set aside: the policies alone must do. */
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

test("F2: without a store in the transaction, keepsake_store sees no row of any table", async () => {
  await aFullStore();
  for (const table of TABLES) {
    expect(await countAs("keepsake_store", table), `for ${table}`).toBe(0);
    const all = await look<{ count: number }>(`select count(*)::int from ${table}`);
    expect(all[0]?.count, `${table} has rows to hide`).toBeGreaterThan(0);
  }
});

test("F2: with a store in the transaction, keepsake_store sees the rows of that store alone", async () => {
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

test("F2: the store of a transaction does not outlive it on its connection", async () => {
  const store = await aFullStore();
  await Promise.all(Array.from({ length: 16 }, () => store.inStore((tx) => tx`select pg_sleep(0.01)`)));
  const left = await Promise.all(
    Array.from({ length: 16 }, () =>
      db.inStore(undefined as never, (tx) => tx<{ store: number | null }>`select current_store() as store`),
    ),
  );
  expect(new Set(left.map(([row]) => row?.store))).toEqual(new Set([null]));
});

test("F2: a row for another store is refused, inserted, moved or named by its key", async () => {
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

/** The folded statements serve several stores at once under a role that sees them all: the pairs they name must do. */
const COVERED = [
  "find-shopper",
  "find-shoppers",
  "register-account",
  "register-accounts",
  "store-by-pid",
  "key-by-id",
  "touch-key",
];

const namesOfStatements = () =>
  readSources().flatMap(({ tree }) =>
    collect(tree, (node) => {
      if (!ts.isVariableDeclaration(node) || node.type?.getText(tree) !== "Statement") return [];
      return [/name: "([^"]+)"/.exec(node.initializer?.getText(tree) ?? "")?.[1] ?? "unnamed"];
    }),
  );

test("F2: every folded statement has a test across stores below", () => {
  expect(namesOfStatements().toSorted()).toEqual(COVERED.toSorted());
});

test("F2: find-shopper and find-shoppers find a person only in the store that is named", async () => {
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

test("F2: in a store's transaction the same statements see nothing of another store, even where they name it", async () => {
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
    await expect(store.inStore((tx) => findOrMakeAccounts(tx, accounts))).rejects.toMatchObject({ code: "42501" });
  }
});

test("F2: register-account and register-accounts make and find each person in the store that is named", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const email = toEmail(anEmail());
  // The worst case: one regid in two stores, which the keys of the stores make impossible.
  const regid = accountRegid(await store.record(), email);
  const pair = [
    { storeId: store.id, regid, email },
    { storeId: other.id, regid, email },
  ];
  const made = await findOrMakeAccounts(db.hot, pair);
  const again = await findOrMakeAccounts(db.hot, pair.toReversed());
  expect(made.map((found) => found?.id)).toEqual(again.toReversed().map((found) => found?.id));
  expect(made[0]?.id).not.toBe(made[1]?.id);

  const [alone] = await findOrMakeAccounts(db.hot, pair.slice(1));
  expect(alone?.id).toBe(made[1]?.id);
  const rows = await look<{ storeId: number; id: string }>(
    `select store_id as "storeId", id from shoppers where store_id = any($1) order by id`,
    [[store.id, other.id]],
  );
  expect(rows).toHaveLength(2);
  expect(rows.find(({ storeId }) => storeId === store.id)?.id).toBe(made[0]?.id);
});

test("F2: store-by-pid and key-by-id answer the store that the pid or the key belongs to", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  expect((await findStoreRow(db.hot, store.pid))?.[0]).toBe(store.id);
  expect((await findKeyRow(db.hot, store.keyId))?.[0]).toBe(store.id);
  expect((await findKeyRow(db.hot, other.keyId))?.[0]).toBe(other.id);
});

test("F2: touch-key touches no key that the named store does not have", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  await touchKey(db.hot, store.id, other.keyId);
  await touchKey(db.hot, store.id, store.keyId);
  const rows = await look<{ used: boolean }>(
    "select last_used_at is not null as used from api_keys where id = any($1) order by store_id = $2 desc",
    [[store.keyId, other.keyId], store.id],
  );
  expect(rows).toEqual([{ used: true }, { used: false }]);
});

test("F2: the role of the folded statements may touch only their tables", async () => {
  const grants = await look<{ grants: string }>(`
    select table_name || ' ' || string_agg(privilege_type, ',' order by privilege_type) as grants
    from information_schema.role_table_grants where grantee = 'keepsake_hot' group by table_name order by 1`);
  expect(grants.map((row) => row.grants)).toEqual(["api_keys SELECT", "shoppers INSERT,SELECT", "stores SELECT"]);
});

async function anAccountRow(store: TestStore) {
  const { useremail } = await store.anAccount();
  const regid = accountRegid(await store.record(), toEmail(useremail));
  const [found] = await findShoppers(db.hot, [{ storeId: store.id, regid }]);
  if (!found) throw new Error("An account that was just made has no row");
  return { regid, id: found.id };
}

/** A store with a row in every table. */
async function aFullStore() {
  const store = await aStore(service);
  const { regid } = await store.aGuest();
  await store.sync({ regid, useremail: anEmail() }, { headers: { "idempotency-key": "k" } });
  return store;
}
