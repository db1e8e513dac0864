import { expect, test } from "vitest";
import { aLine, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { drainOutbox } from "../../../../test/fixtures/drain-outbox.ts";
import { aMigratedDatabase } from "../../../../test/fixtures/migrated-database.ts";
import { rollUp } from "../../../../test/fixtures/roll-up.ts";
import { anEmail, aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs, subscriptionsOf } from "../../../../test/fixtures/subscription-calls.ts";
import { recordSavesReader } from "../../insights/record-saves-reader.ts";
import { findListOwners } from "../../lists/find-list-owners.ts";
import { createPruneGuests } from "../../shoppers/prune-guests.ts";
import { createPruneRequests } from "../../subscriptions/confirmation/prune-confirmations.ts";
import { findSubscribers } from "../../subscriptions/find-subscribers.ts";
import { createPruneGuestLists } from "./prune-guest-lists.ts";
import { createPruneLeft } from "./prune-left.ts";

/** Two stores on a database of their own: one with the setting, one without. */
async function twoStores(
  privacy: { guestDays?: number; leftDays?: number; requestDays?: number },
  alerts: { browserDoubleOptIn?: boolean } = {},
) {
  const url = await aMigratedDatabase();
  const service = aService({ env: { DATABASE_URL: url, KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" } });
  const [short, long] = [
    await aStore(service, { scopes: ["admin"], settings: { privacy, alerts } }),
    await aStore(service, { scopes: ["admin"] }),
  ];
  const ask = <Row extends object>(text: string, values: unknown[] = []) => look<Row>(text, values, url);
  return { url, service, short, long, ask };
}

test("lists of guests are deleted when they changed none for the days of their store, and the counts follow", async () => {
  const { service, short, long, ask } = await twoStores({ guestDays: 60 });
  const { db, stores } = service.deps;
  const prune = createPruneGuestLists(stores);
  const inhabit = async (store: TestStore) => {
    const [idle, busy, waiter] = [await store.aGuest(), await store.aGuest(), await store.aGuest()];
    const account = await store.anAccount();
    for (const who of [idle, busy, waiter, account]) {
      const lists = listsOf(store, who);
      await lists.add(await lists.create(), anItem(1));
    }
    good(await subscriptionsOf(store, waiter).create(anEmail(), [aProduct(1)]));
    return { store, who: { idle, busy, waiter, account } };
  };
  const people = [await inhabit(short), await inhabit(long)] as const;
  await ask("update shoppers set created_at = now() - interval '61 days'");
  await ask("update lists set updated_at = now() - interval '59 days'");
  expect(await prune(db)).toBe(0);
  await ask("update lists set updated_at = now() - interval '61 days'");
  for (const { store, who } of people) {
    const [list] = await listsOf(store, who.busy).fetchLists();
    await listsOf(store, who.busy).add(String(list?.lid), anItem(2));
  }
  expect(await prune(db)).toBe(1);
  const left = async ({ store, who }: (typeof people)[number]) => {
    const counts: Record<string, number> = {};
    for (const [name, person] of Object.entries(who)) counts[name] = (await listsOf(store, person).fetchLists()).length;
    return counts;
  };
  expect(await left(people[0])).toEqual({ idle: 0, busy: 1, waiter: 1, account: 1 });
  expect(await left(people[1])).toEqual({ idle: 1, busy: 1, waiter: 1, account: 1 });
  await drainOutbox(db, recordSavesReader);
  const saves = "select people::int from product_saves where store_id = $1 and product_id = '100001'";
  expect([await ask(saves, [short.id]), await ask(saves, [long.id])]).toEqual([[{ people: 3 }], [{ people: 4 }]]);
}, 60_000);

test("a guest whose alerts have ended loses the lists, and keeps the row that leads from the regid to the ended alert", async () => {
  const { service, short, ask } = await twoStores({ guestDays: 60 }, { browserDoubleOptIn: false });
  const { db, stores, hashAddress } = service.deps;
  const [ended, waits] = [await short.aGuest(), await short.aGuest()];
  const email = anEmail();
  for (const [guest, address] of [
    [ended, email],
    [waits, anEmail()],
  ] as const) {
    const lists = listsOf(short, guest);
    await lists.add(await lists.create(), anItem(1));
    good(await subscriptionsOf(short, guest).create(address, [aProduct(2)]));
  }
  await ask("update subscriptions s set state = 6 from contacts c where c.id = s.contact_id and c.value = $1", [email]);
  await ask("update shoppers set created_at = now() - interval '91 days'");
  await ask("update lists set updated_at = now() - interval '91 days'");
  expect(await createPruneGuestLists(stores)(db)).toBe(1);
  expect(await listsOf(short, ended).fetchLists()).toEqual([]);
  expect(await listsOf(short, waits).fetchLists()).toHaveLength(1);

  await createPruneGuests([findListOwners, findSubscribers])(db);
  const { regid } = ended;
  const json = { regid, confirm: "erase" };
  good(await short.admin("/storeadmin/v3/people/erase", undefined, { json }));
  const hash = hashAddress({ medium: 1, value: email }, short.id);
  expect(await ask("select from contacts where address_hash = $1", [hash])).toEqual([]);
}, 60_000);

test("an address without an open alert is deleted after the days of its store, with consents and history", async () => {
  const { service, short, long, ask } = await twoStores({ leftDays: 90 });
  const { db } = service.deps;
  const prune = createPruneLeft(service.deps);
  const age = async (days: number) => {
    await ask(`update contacts set created_at = now() - interval '${days} days'`);
    await ask(`update subscriptions set signed_up_at = now() - interval '${days} days'`);
    await ask(`update ledger set at = now() - interval '${days} days'`);
  };
  for (const store of [short, long]) {
    for (const email of ["left@example.com", "waits@example.com", "news@example.com"])
      good(
        await subscribeAs(store, email, [aProduct(1)], email === "news@example.com" ? { addtomailinglist: "1" } : {}),
      );
    await ask(
      "update subscriptions s set state = 6 from contacts c where c.id = s.contact_id and c.value <> 'waits@example.com' and s.store_id = $1",
      [store.id],
    );
    const lines = [{ epi: 1, quantity: 1, price: 10 }];
    const orders = ["left", "news"].map((who) => {
      const email = `${who}@example.com`;
      return { id: `${who}-1`, email, currency: "EUR", occurredAt: new Date().toISOString(), lines };
    });
    good(await store.admin("/storeadmin/v3/orders/report", undefined, { json: { orders } }));
  }
  /** The orders that still lead to an address. */
  const orders = (store: TestStore) =>
    ask("select id from orders where store_id = $1 and address_hash is not null order by id", [store.id]);
  await age(89);
  await prune(db);
  expect(await ask("select from contacts")).toHaveLength(6);
  await age(91);
  expect([await prune(db), await orders(short)], "an order of the last days").toEqual([
    0,
    [{ id: "left-1" }, { id: "news-1" }],
  ]);
  await ask("update orders set reported_at = now() - interval '91 days'");
  expect(await prune(db)).toBe(1);
  const values = "select value from contacts where store_id = $1 order by value";
  expect(await ask(values, [short.id])).toEqual([{ value: "news@example.com" }, { value: "waits@example.com" }]);
  expect(await ask(values, [long.id])).toHaveLength(3);
  expect([await orders(short), await orders(long)]).toEqual([[{ id: "news-1" }], [{ id: "left-1" }, { id: "news-1" }]]);
  expect(await ask("select from order_lines where store_id = $1", [short.id]), "what was bought").toHaveLength(2);
  for (const table of ["subscriptions", "consents", "ledger"])
    expect([table, (await ask(`select from ${table} where store_id = $1`, [short.id])).length]).toEqual([table, 2]);
}, 60_000);

test("an order whose address was deleted is not counted twice when the shop reports it again, nor after a cancellation", async () => {
  const { service, short, ask } = await twoStores({ leftDays: 90 });
  const email = anEmail();
  const lists = listsOf(short, await short.anAccount(email));
  const variants = [{ epi: 1, dt: "Boots", du: "https://shop.example/boots" }];
  good(await short.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  good(await subscribeAs(short, email, [aProduct(1)]));
  await lists.add(await lists.create(), anItem(1));
  const now = Date.now();
  const order = { id: "1", email, currency: "EUR", occurredAt: new Date(now).toISOString() };
  const report = async (more: object = {}) => {
    const orders = [{ ...order, lines: [{ epi: 1, quantity: 1, price: 10 }], ...more }];
    good(await short.admin("/storeadmin/v3/orders/report", undefined, { json: { orders } }));
    await rollUp(service.deps.db);
    return ask("select sum(units)::int as units from variant_days where store_id = $1", [short.id]);
  };
  expect(await report()).toEqual([{ units: 1 }]);
  await ask("update contacts set created_at = now() - interval '91 days'");
  await ask("update subscriptions set state = 6, signed_up_at = now() - interval '91 days'");
  await ask("update ledger set at = now() - interval '91 days'");
  await ask(
    "update orders set reported_at = reported_at - interval '91 days', occurred_at = occurred_at - interval '91 days'",
  );
  expect(await createPruneLeft(service.deps)(service.deps.db)).toBe(1);
  const occurredAt = new Date(now - 91 * 86_400_000).toISOString();
  expect(await report({ occurredAt })).toEqual([{ units: 1 }]);
  expect(await report({ occurredAt, cancelled: true })).toEqual([{ units: 0 }]);
}, 60_000);

test("a store with a thousand addresses keeps no other store waiting, also when none of them is to be deleted", async () => {
  const { service, short, ask } = await twoStores({});
  const set = await aStore(service, { scopes: ["admin"], settings: { privacy: { leftDays: 90 } } });
  const many = `insert into contacts (id, store_id, medium, value, address_hash, created_at, on_mailing_list)
    select new_id($1), $1, 1, n || '@example.com', md5(n || '')::uuid, now() - interval '91 days', $2 from generate_series(1, 1001) n`;
  await ask(many, [short.id, false]); // without the setting
  await ask(many, [set.id, true]);
  await ask(many.replace("generate_series(1, 1001)", "generate_series(2000, 2000)"), [set.id, false]);
  expect(await createPruneLeft(service.deps)(service.deps.db)).toBe(1);
  expect(await ask("select from contacts where store_id = $1", [short.id])).toHaveLength(1001);
}, 60_000);

test("an address that was notified within the days is kept, also when it signed up long ago", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore({ privacy: { leftDays: 90 } });
  await aLine(store, 2);
  await stock(store, 5);
  await shop.work();
  const { deps } = shop.service;
  await shop.ask("update contacts set created_at = now() - interval '400 days'");
  await shop.ask("alter table subscriptions disable trigger follow_line"); // a new time would put them into the line again
  await shop.ask("update subscriptions set signed_up_at = now() - interval '400 days'");
  await shop.ask("update ledger set at = now() - interval '400 days'");
  expect(await createPruneLeft(deps)(deps.db)).toBe(0);
  // Control: 90 days after the message they are deleted, with their deliveries.
  await shop.ask("update deliveries set at = now() - interval '91 days'");
  expect(await createPruneLeft(deps)(deps.db)).toBe(2);
  expect(await shop.ask("select from deliveries")).toEqual([]);
}, 60_000);

test("a confirmed sign-up whose alert is somebody else's is deleted after the days of its store", async () => {
  const { service, short, long, ask } = await twoStores({ requestDays: 10 });
  const { db, stores } = service.deps;
  for (const store of [short, long]) good(await subscriptionsOf(store, await store.aGuest()).create(anEmail()));
  await ask(
    "update sign_up_requests set waits_since = now(), confirmed_at = now(), requested_at = now() - interval '9 days'",
  );
  const prune = createPruneRequests(stores);
  expect(await prune(db)).toBe(0);
  await ask("update sign_up_requests set requested_at = now() - interval '11 days'");
  expect(await prune(db)).toBe(1);
  expect(await ask("select store_id from sign_up_requests")).toEqual([{ store_id: long.id }]);
  await ask("update sign_up_requests set requested_at = now() - interval '181 days'");
  expect(await prune(db)).toBe(1);
}, 60_000);
