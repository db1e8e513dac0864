import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { connectAsSuperuser, look } from "./fixtures/database.ts";
import { aService } from "./fixtures/service.ts";
import { aFullStore } from "./fixtures/store-rows.ts";

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
      "waiting",
      "deliveries",
      "deliveries_0",
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
      "confirmations",
      "webhook_endpoints",
      "webhook_turns",
      "webhook_deliveries",
      "webhook_deliveries_0",
      "webhook_replays",
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
  "webhook_endpoints",
  "webhook_turns",
  "webhook_deliveries",
  "webhook_replays",
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
  await aFullStore(service);
  for (const table of TABLES) {
    expect(await countAs("keepsake_store", table), `for ${table}`).toBe(0);
    const all = await look<{ count: number }>(`select count(*)::int from ${table}`);
    expect(all[0]?.count, `${table} has rows to hide`).toBeGreaterThan(0);
  }
});

test("with a store in the transaction, keepsake_store sees only the rows of that store", async () => {
  const [store, other] = [await aFullStore(service), await aFullStore(service)];
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

/** The counts of confirmation mails that a transaction of this store sees among those of three owners. */
async function seenConfirmations(storeId: number, otherId: number, { isGuarded = true } = {}) {
  const client = await connectAsSuperuser();
  await client.query("begin");
  const hashes = [randomUUID(), randomUUID(), randomUUID()];
  await client.query(
    `insert into confirmations (address_hash, store_id, sent) values
      ($1, $4, array[now()]), ($2, $5, array[now()]), ($3, null, array[now()])`,
    [...hashes, storeId, otherId],
  );
  if (!isGuarded) await client.query("alter table confirmations disable row level security");
  await client.query("set local role keepsake_store");
  const see = async (id: string) => {
    await client.query("select set_config('app.store_id', $1, true)", [id]);
    const found = await client.query<{ hash: string }>("select address_hash as hash from confirmations");
    return hashes.map((hash) => found.rows.some((row) => row.hash === hash));
  };
  const seen = { inStore: await see(String(storeId)), outside: await see("") };
  await client.query("rollback");
  await client.end();
  return seen;
}

test("a store sees its own counts of confirmation mails and the common ones, not those of another store", async () => {
  const [store, other] = [await aFullStore(service), await aFullStore(service)];
  const seen = await seenConfirmations(store.id, other.id);
  expect(seen).toEqual({ inStore: [true, false, true], outside: [false, false, false] });
  const control = await seenConfirmations(store.id, other.id, { isGuarded: false });
  expect(control).toEqual({ inStore: [true, true, true], outside: [true, true, true] });
});

test("the store of a transaction does not outlive it on its connection", async () => {
  const store = await aFullStore(service);
  await Promise.all(Array.from({ length: 16 }, () => store.inStore((tx) => tx`select pg_sleep(0.01)`)));
  const left = await Promise.all(
    Array.from({ length: 16 }, () =>
      db.inStore(undefined as never, (tx) => tx<{ store: number | null }>`select current_store() as store`),
    ),
  );
  expect(new Set(left.map(([row]) => row?.store))).toEqual(new Set([null]));
});

test("a row of another store cannot be inserted, moved or referenced", async () => {
  const [store, other] = [await aFullStore(service), await aFullStore(service)];
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

test("the role of the batched statements has access only to their tables", async () => {
  const grants = await look<{ grants: string }>(`
    select table_name || ' ' || string_agg(privilege_type, ',' order by privilege_type) as grants
    from information_schema.role_table_grants
    where grantee = 'keepsake_hot' and table_schema = 'public' group by table_name order by 1`);
  expect(grants.map((row) => row.grants)).toEqual([
    "api_keys SELECT",
    "audit_log INSERT",
    "connectors INSERT,SELECT,UPDATE",
    "consents INSERT",
    "contacts INSERT,SELECT,UPDATE",
    "installation_keys SELECT",
    "items INSERT,SELECT,UPDATE",
    "ledger INSERT",
    "lists SELECT,UPDATE",
    "memberships SELECT",
    "offer_holds SELECT",
    "operators SELECT",
    "outbox INSERT",
    "prices SELECT",
    "product_saves SELECT",
    "sessions SELECT,UPDATE",
    "shoppers INSERT,SELECT",
    "sightings DELETE,INSERT,SELECT,UPDATE",
    "sign_in_failures DELETE,INSERT,SELECT,UPDATE",
    "stock SELECT",
    "stores SELECT",
    "subscriptions INSERT,SELECT,UPDATE",
    "suppressions SELECT",
    "variant_counts INSERT,SELECT,UPDATE",
    "variants INSERT,SELECT",
    "waiting DELETE,INSERT,SELECT,UPDATE",
  ]);
});
