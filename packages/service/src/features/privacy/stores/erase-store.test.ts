import { expect, test } from "vitest";
import { aLine, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { drainOutbox } from "../../../../test/fixtures/drain-outbox.ts";
import { aMarkedPerson } from "../../../../test/fixtures/marked-person.ts";
import { aMember, stepUpByPassword } from "../../../../test/fixtures/members.ts";
import { aMigratedDatabase } from "../../../../test/fixtures/migrated-database.ts";
import { anEmail, aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { migrate } from "../../../platform/db/migrate.ts";
import { STORE_TABLES } from "../../../platform/db/store-tables.ts";
import type { ContactId, VariantId } from "../../../platform/ids.ts";
import { createLog } from "../../../platform/log.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { createDelivery } from "../../alerts/delivery/deliver-chunk.ts";
import { planAlerts } from "../../alerts/planning/plan-alerts.ts";
import { planAlertsReader } from "../../alerts/planning/plan-alerts-reader.ts";
import { runDueWaves } from "../../alerts/plans/run-waves.ts";
import { announceDueRestocks } from "../../catalog/stock/announce-due-restocks.ts";
import { recordSavesReader } from "../../insights/record-saves-reader.ts";
import { markStoreErased } from "../../stores/erase-store.ts";
import { addOperator } from "../../stores/members/operators.ts";
import { createIsWithheld } from "../../subscriptions/suppression/is-withheld.ts";
import { eraseStore } from "./erase-store.ts";
import { orderTables } from "./order-tables.ts";

const operator = { kind: "operator", id: "command-line", name: "test" } as const;

/** Two stores on a database of their own, with rows in nearly every table. */
async function twoStores() {
  const url = await aMigratedDatabase();
  const env = {
    DATABASE_URL: url,
    KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1",
    KEEPSAKE_SMS_HTTP_URL: "http://127.0.0.1:1/",
  };
  const service = aService({ env });
  const { db } = service.deps;
  const settings = { alerts: { audience: "all", waitSeconds: 0, offerMinutes: 60 } } as const;
  const stores: TestStore[] = [];
  for (let index = 0; index < 2; index += 1) {
    const store = await aStore(service, { scopes: ["admin"], settings });
    const person = await aMarkedPerson(store);
    await aMarkedPerson(store);
    await stock(store, 10, 1);
    await store.admin("/storeadmin/v3/people/erase", undefined, { json: { email: person.email, confirm: "erase" } });
    stores.push(store);
  }
  const deps = { ...service.deps, senders: { email: aProvider().sender } };
  await announceDueRestocks(db);
  await drainOutbox(db, planAlertsReader(service.deps));
  while (await runDueWaves(deps));
  const { deliverNextChunk } = createDelivery(deps);
  while (await deliverNextChunk());
  await drainOutbox(db, recordSavesReader);
  const tables = (await look<{ name: string }>(STORE_TABLES, [], url)).map(({ name }) => name);
  /** How many rows of a store each table has, and a checksum of them. */
  const rowsOf = async (store: TestStore) => {
    const found: Record<string, string> = {};
    for (const table of tables) {
      const text = `select count(*)::int as rows, md5(string_agg(t::text, '' order by t::text)) as sum from ${table} t where store_id = $1`;
      const [row] = await look<{ rows: number; sum: string }>(text, [store.id], url);
      if (row && row.rows > 0) found[table] = `${row.rows} ${row.sum}`;
    }
    return found;
  };
  const [gone, kept] = stores as [TestStore, TestStore];
  return { url, service, gone, kept, rowsOf, tables };
}

test("an erased store has no row in any table with a store_id, and another store keeps every row as it was", async () => {
  const { url, service, gone, kept, rowsOf, tables } = await twoStores();
  const [before, others] = [await rowsOf(gone), await rowsOf(kept)];
  expect(Object.keys(before).length).toBeGreaterThan(25); // control: there is something to delete
  expect(tables.length).toBeGreaterThan(60);
  const { db, seal, stores } = service.deps;
  const deleted = await eraseStore({ db, seal, log: undefined }, gone, { actor: operator, settleMs: 0 });
  expect(await rowsOf(gone)).toEqual({});
  expect(await rowsOf(kept)).toEqual(others);
  expect(Object.keys(deleted).length).toBeGreaterThanOrEqual(20);

  // Only its number stays, and who erased it.
  expect(
    await look("select pid, name, settings, erased_at is not null as erased from stores where id = $1", [gone.id], url),
  ).toEqual([{ pid: `erased-${gone.id}`, name: "erased", settings: {}, erased: true }]);
  expect(
    await look("select action, details, actor_name as name from audit_log where store_id is null", [], url),
  ).toEqual([{ action: "store.erased", details: { storeId: gone.id, pid: gone.pid }, name: "test" }]);
  stores.clear();
  expect((await gone.generateRegid({ useremail: "ann@example.com" }, { from: "192.0.2.9" })).status).toBe(401);
  expect((await kept.generateRegid({ useremail: "ann@example.com" })).status).toBe(200);
}, 120_000);

test("the staff of an erased store go with it, also those removed before, unless they work elsewhere or the organisation has another store", async () => {
  const url = await aMigratedDatabase();
  const service = aService({ env: { DATABASE_URL: url, KEEPSAKE_PUBLIC_URL: "https://shop.example" } });
  const { db, seal } = service.deps;
  const [first, second, elsewhere] = [await aStore(service), await aStore(service), await aStore(service)];
  const [owner, both, runner] = [anEmail(), anEmail(), anEmail()];
  await stepUpByPassword(await aMember(service, first, "owner", owner));
  await aMember(service, first, "viewer", both);
  await aMember(service, elsewhere, "owner", both);
  await aMember(service, first, "support", runner);
  await db.asOperator((tx) => addOperator(tx, toEmail(runner)));
  const removed = anEmail();
  await aMember(service, first, "viewer", removed);
  await look("delete from memberships where email = $1", [removed], url);
  const staff = () => look<{ email: string }>("select email from memberships order by organisation_id, email", [], url);
  const accounts = async () =>
    (await look<{ email: string }>('select email from dashboard."user"', [], url)).map(({ email }) => email).toSorted();
  const join = "update stores set organisation_id = (select organisation_id from stores where id = $1) where id = $2";
  await look(join, [first.id, second.id], url);
  const organisation = "select o.id from organisations o join stores s on s.organisation_id = o.id where s.id = $1";
  const [{ id } = { id: 0 }] = await look<{ id: number }>(organisation, [first.id], url);
  const erase = (store: TestStore) => eraseStore({ db, seal, log: undefined }, store, { actor: operator, settleMs: 0 });

  expect(await look('select from dashboard."account"', [], url)).toHaveLength(1);
  await erase(first);
  expect([(await staff()).length, await accounts()]).toEqual([4, [owner, both, runner, removed].toSorted()]);
  await erase(second);
  expect(await staff()).toEqual([{ email: both }]);
  expect(await accounts()).toEqual([both, runner].toSorted());
  expect(await look("select from organisations where id = $1", [id], url)).toEqual([]);
  expect(await look('select from dashboard."account"', [], url)).toEqual([]); // the owner's password
}, 60_000);

test("an erasure of a store that was interrupted is finished by the next one", async () => {
  const { service, gone, kept, rowsOf } = await twoStores();
  const { db, seal } = service.deps;
  const others = await rowsOf(kept);
  let transactions = 0;
  const dying = {
    ...db,
    asOperator: ((work, options) => {
      transactions += 1;
      if (transactions > 20) throw new Error("The process died");
      return db.asOperator(work, options);
    }) as typeof db.asOperator,
  };
  const options = { actor: operator, settleMs: 0 };
  await expect(eraseStore({ db: dying, seal, log: undefined }, gone, options)).rejects.toThrow("The process died");
  expect(Object.keys(await rowsOf(gone)).length).toBeGreaterThan(0);
  await eraseStore({ db, seal, log: undefined }, gone, options);
  expect(await rowsOf(gone)).toEqual({});
  expect(await rowsOf(kept)).toEqual(others);
}, 120_000);

test("rows behind the former end of a table without an index, written while the store is erased, are deleted", async () => {
  const url = await aMigratedDatabase();
  const service = aService({ env: { DATABASE_URL: url } });
  const gone = await aStore(service);
  await look(
    "create table diaries (store_id integer, entry text); alter table diaries enable row level security; alter table diaries force row level security",
    [],
    url,
  );
  await migrate(url, createLog("silent"));
  const { db, seal } = service.deps;
  let isWritten = false;
  const busy = {
    ...db,
    // A deletion has a longer time: the sizes of the tables are known by then.
    asOperator: (async (work, options) => {
      if (options && !isWritten)
        await look("insert into diaries select $1, repeat('x', 1000) from generate_series(1, 100)", [gone.id], url);
      isWritten ||= options !== undefined;
      return db.asOperator(work, options);
    }) as typeof db.asOperator,
  };
  await eraseStore({ db: busy, seal, log: undefined }, gone, { actor: operator, settleMs: 0, blocksAtOnce: 1 });
  expect(isWritten).toBe(true);
  expect(await look("select from diaries", [], url)).toEqual([]);
});

test("while a store is being erased, nothing is sent for it, and links of its mails open nothing", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  const [email = ""] = await aLine(store, 1);
  await stock(store, 5);
  await shop.begin();
  const { deps } = shop.service;
  const [contact] = await shop.ask<{ id: ContactId }>("select id from contacts where value = $1", [email]);
  const token = deps.links.tokenFor({ storeId: store.id, contactId: contact?.id ?? ("0" as ContactId) });
  const open = () => store.browser("/alerts/preferences", undefined, { method: "GET", query: { token } });
  expect((await open()).text).toContain("A test"); // control
  await deps.db.asOperator((tx) => markStoreErased(tx, store, operator));
  deps.stores.clear();
  await shop.deliver();
  expect(shop.handed).toEqual([]);
  const isWithheld = createIsWithheld(deps);
  expect(await isWithheld({ storeId: store.id, kind: "list", medium: "email", to: "x@example.com" })).toBe(true);
  expect((await open()).text).not.toContain("A test");
  // Nor are plans made for what is in the outbox.
  const restock = { variantId: "1" as VariantId, number: 7, units: 1 };
  const event = { id: "1", number: "1", storeId: store.id, createdAt: new Date() };
  await planAlerts(deps, store.id, [{ ...event, subject: "stock.restocked", payload: restock }]);
  expect(await shop.ask("select from plans where number = 7")).toEqual([]);
});

test("control: an operator cannot delete rows of a store that is not marked as erased", async () => {
  const { service, url, kept } = await twoStores();
  const rows = await service.deps.db.asOperator(async (tx) => {
    await tx`select set_config('app.erasing_store', ${String(kept.id)}, true)`;
    return tx`delete from lists where store_id = ${kept.id} returning id`;
  });
  expect(rows).toEqual([]);
  expect(await look("select from lists where store_id = $1", [kept.id], url)).not.toEqual([]);
  // Nor may it change the audit log.
  const audit = service.deps.db.asOperator((tx) => tx`delete from audit_log where store_id = ${kept.id} returning id`);
  expect(await audit).toEqual([]);
});

test("tables are ordered by their foreign keys, and a circle is an error", () => {
  const table = (name: string, after: string[]) => ({ name, after, isIndexed: true, blocks: 1, refersToItself: null });
  const names = orderTables([table("a", ["b"]), table("b", ["c"]), table("c", [])]).map(({ name }) => name);
  expect(names).toEqual(["c", "b", "a"]);
  expect(() => orderTables([table("a", ["b"]), table("b", ["a"])])).toThrow("go in a circle: a, b");
});

test("a table that comes later is covered by itself", async () => {
  const url = await aMigratedDatabase();
  const service = aService({ env: { DATABASE_URL: url } });
  const [gone, kept] = [await aStore(service), await aStore(service)];
  await look(
    "create table diaries (store_id integer, entry text); alter table diaries enable row level security; alter table diaries force row level security",
    [],
    url,
  );
  await look("insert into diaries values ($1, 'a'), ($2, 'b')", [gone.id, kept.id], url);
  const { db, seal } = service.deps;
  const options = { actor: operator, settleMs: 0 };
  await expect(eraseStore({ db, seal, log: undefined }, gone, options)).rejects.toThrow("permission denied"); // control
  await migrate(url, createLog("silent"));
  await eraseStore({ db, seal, log: undefined }, gone, options);
  expect(await look("select entry from diaries", [], url)).toEqual([{ entry: "b" }]);
});
