import { expect, test } from "vitest";
import { look } from "../../../test/fixtures/database.ts";
import { aMigratedDatabase } from "../../../test/fixtures/migrated-database.ts";
import { anEmail, aService, aStore, type TestStore } from "../../../test/fixtures/service.ts";
import { good, listsOf } from "../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscriptionsOf } from "../../../test/fixtures/subscription-calls.ts";
import { findGuestsWithOrders } from "../alerts/orders/find-guests-with-orders.ts";
import { findListOwners } from "../lists/find-list-owners.ts";
import { findSubscribers } from "../subscriptions/find-subscribers.ts";
import { createPruneGuests } from "./prune-guests.ts";

/** The prune looks at all stores, so each test has a database of its own. */
async function aShop() {
  const url = await aMigratedDatabase();
  const env = { DATABASE_URL: url, KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", KEEPSAKE_MAIL_FROM: "shop@example.com" };
  const service = aService({ env });
  const store = await aStore(service, { scopes: ["admin"] });
  const prune = createPruneGuests([findListOwners, findSubscribers, findGuestsWithOrders]);
  const ask = <Row extends object>(text: string) => look<Row>(text, [], url);
  return {
    service,
    store,
    ask,
    prune: () => prune(service.deps.db),
    age: (days: number) => ask(`update shoppers set created_at = now() - interval '${days} days'`),
    count: async () => (await ask<{ count: number }>("select count(*)::int as count from shoppers"))[0]?.count,
  };
}

/** A guest whose only list is gone. */
async function anIdleGuest(store: TestStore) {
  const guest = await store.aGuest();
  const lists = listsOf(store, guest);
  good(await lists.post("delete-list", { lid: await lists.create() }));
  return guest;
}

test("a guest with nothing is deleted after 90 days, and goes on with the same session", async () => {
  const { store, ...shop } = await aShop();
  const guest = await anIdleGuest(store);
  await shop.age(89);
  await shop.prune();
  expect(await shop.count()).toBe(1);
  await shop.age(91);
  await shop.prune();
  expect(await shop.count()).toBe(0);

  const lid = await listsOf(store, guest).create("Again");
  expect(await listsOf(store, guest).fetchLists()).toMatchObject([{ lid }]);
  expect(await shop.count()).toBe(1);
});

test("guests with a list, a sign-up or an order, merged guests, accounts and guests whose sessions were ended stay", async () => {
  const { store, ...shop } = await aShop();
  const variants = [{ epi: 1, dt: "Boots", du: "https://shop.example/boots" }];
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  const buyer = await anIdleGuest(store);
  const order = {
    id: "1",
    regid: buyer.regid,
    email: anEmail(),
    currency: "EUR",
    occurredAt: new Date().toISOString(),
  };
  const orders = [{ ...order, lines: [{ epi: 1, quantity: 1, price: 1 }] }];
  good(await store.admin("/storeadmin/v3/orders/report", undefined, { json: { orders } }));
  const [lister, waiter, merged, revoked] = [
    await store.aGuest(),
    await store.aGuest(),
    await anIdleGuest(store),
    await anIdleGuest(store),
  ];
  await listsOf(store, lister).create();
  good(await subscriptionsOf(store, waiter).create(anEmail(), [aProduct(1)]));
  await store.anAccount();
  const undone = await anIdleGuest(store);
  for (const { regid } of [merged, undone]) good(await store.sync({ regid, useremail: anEmail() }));
  good(await store.undoMerge({ regid: undone.regid }));
  good(await store.revokeSessions({ regid: revoked.regid }));
  const before = await shop.count();
  await shop.age(400);
  await shop.prune();
  expect(await shop.count()).toBe(before);
  await expect(store.identify(revoked)).rejects.toMatchObject({ type: "sw-badregid" });
});

test("guests who act while they are deleted keep what they save", async () => {
  const { store, ...shop } = await aShop();
  for (let round = 0; round < 8; round += 1) {
    const guests = await Promise.all(Array.from({ length: 6 }, () => anIdleGuest(store)));
    await shop.age(91);
    const [, ...lids] = await Promise.all([
      shop.prune(),
      ...guests.map((guest) => listsOf(store, guest).create("Mine")),
      shop.prune(),
    ]);
    for (const [index, guest] of guests.entries())
      expect(await listsOf(store, guest).fetchLists()).toMatchObject([{ lid: lids[index] }]);
  }
});

test("one run deletes the idle guests of all stores, however many they are", async () => {
  const { service, store, ask, ...shop } = await aShop();
  const other = await aStore(service);
  await ask(
    `insert into shoppers (id, store_id, regid) select new_id(${store.id}), ${store.id}, gen_random_uuid() from generate_series(1, 2500)`,
  );
  await anIdleGuest(other);
  await shop.age(91);
  await shop.prune();
  expect(await shop.count()).toBe(0);
});

test("a run stops after a page with nothing to delete, and the next run goes on behind it", async () => {
  const { store, ask, ...shop } = await aShop();
  const insert = (count: number, days: number) =>
    ask(
      `insert into shoppers (id, store_id, regid, created_at) select new_id(${store.id}), ${store.id}, gen_random_uuid(), now() - interval '${days} days' from generate_series(1, ${count})`,
    );
  await insert(2_000, 1);
  await insert(2_500, 91);
  await shop.prune();
  expect(await shop.count()).toBe(4_500);
  await shop.prune();
  expect(await shop.count()).toBe(2_000);
});
