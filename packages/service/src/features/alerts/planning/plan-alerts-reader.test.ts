import { expect, test } from "vitest";
import { aLine, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { drainOutbox } from "../../../../test/fixtures/drain-outbox.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import type { Db, Runner } from "../../../platform/db/db.ts";
import { announceDueRestocks } from "../../catalog/stock/announce-due-restocks.ts";
import { planAlertsReader } from "./plan-alerts-reader.ts";

const shop = await anAlertShop();
const { deps } = shop.service;
const VARIANTS = Array.from({ length: 40 }, (_, index) => index + 1);

const price = (store: TestStore, pr: number) =>
  store.admin("/storeadmin/v3/catalog/upsert", undefined, {
    json: { variants: VARIANTS.map((epi) => ({ epi, empi: epi, dt: "Boots", pr, currency: "EUR" })) },
  });
const signUp = (store: TestStore, epi: number, topics: string) =>
  subscribeAs(store, `p${epi}@example.com`, [aProduct(epi)], { topics });
const plansOf = (store: TestStore) =>
  shop.ask<{ topic: string; number: number }>(
    `select v.platform_id as epi, topic, number from plans p join variants v on v.id = p.variant_id
     where p.store_id = $1 order by p.variant_id, topic, number`,
    [store.id],
  );

/** Reads what is new with a reader that counts its statements and transactions. `failing`: the stores whose work fails. */
async function readNew(failing: readonly TestStore[] = []) {
  await announceDueRestocks(deps.db);
  const count = { statements: 0, transactions: 0 };
  const counted = (runner: Runner): Runner => ({
    run: (statement, values) => {
      count.statements += 1;
      return runner.run(statement, values);
    },
  });
  const db: Db = {
    ...deps.db,
    hot: counted(deps.db.hot),
    worker: Object.assign(deps.db.worker.bind(undefined), counted(deps.db.worker)),
    inStore: (storeId, work, tx) => {
      count.transactions += 1;
      if (failing.some((store) => store.id === storeId)) return Promise.reject(new Error("This store fails"));
      return deps.db.inStore(storeId, work, tx);
    },
  };
  const reader = planAlertsReader({ ...deps, db });
  await drainOutbox(deps.db, reader);
  return count;
}

test("a page of price drops that no one waits for costs one statement", async () => {
  const store = await shop.aStore();
  await price(store, 100);
  for (const pr of [90, 80, 70]) await price(store, pr);
  expect(await readNew()).toEqual({ statements: 1, transactions: 0 });
  expect(await plansOf(store)).toEqual([]);
});

test("the price drops of a page that someone waits for are planned by one transaction", async () => {
  const store = await shop.aStore();
  await price(store, 100);
  await signUp(store, 3, "pricedrop");
  await signUp(store, 5, "pricedrop");
  for (const pr of [90, 80]) await price(store, pr);
  expect(await readNew()).toEqual({ statements: 1, transactions: 1 });
  expect(await plansOf(store)).toEqual([
    { epi: "3", topic: "pricedrop", number: 1 },
    { epi: "3", topic: "pricedrop", number: 2 },
    { epi: "5", topic: "pricedrop", number: 1 },
    { epi: "5", topic: "pricedrop", number: 2 },
  ]);
});

test("a price drop is planned with the next number also after all earlier prices were deleted", async () => {
  const store = await shop.aStore();
  await price(store, 100);
  await signUp(store, 3, "pricedrop");
  for (const pr of [90, 80]) await price(store, pr);
  await readNew();
  await shop.ask("delete from prices where store_id = $1 and price > 80", [store.id]);
  await price(store, 70);
  await readNew();
  expect((await plansOf(store)).map(({ number }) => number)).toEqual([1, 2, 3]);

  await shop.ask("delete from prices where store_id = $1", [store.id]);
  for (const pr of [60, 50]) await price(store, pr);
  await readNew();
  expect((await plansOf(store)).map(({ number }) => number)).toEqual([1, 2, 3, 5]);
});

test("a store whose work fails does not keep the restocks of the others from being planned, and misses none itself", async () => {
  const stores = [await shop.aStore(), await shop.aStore(), await shop.aStore()] as const;
  for (const store of stores) {
    await aLine(store, 1);
    await stock(store, 3);
  }
  const planned = () => Promise.all(stores.map(async (store) => (await plansOf(store)).length));
  await expect(readNew([stores[0]])).rejects.toThrow("This store fails");
  expect(await planned()).toEqual([0, 1, 1]);
  await readNew();
  expect(await planned()).toEqual([1, 1, 1]);
});

test("units that arrive in the same page as the restock are announced to as many people", async () => {
  await shop.work(); // the alerts of the other tests
  const store = await shop.aStore({ alerts: { audience: "per-unit" } });
  const line = await aLine(store, 5);
  await stock(store, 1);
  await announceDueRestocks(deps.db);
  await stock(store, 3);
  const before = shop.handed.length;
  await shop.work();
  expect(shop.addresses().slice(before)).toEqual(line.slice(0, 3));
});

test("with offers, a restock is planned for a shopper who has an offer of the restock before, though no one waits", async () => {
  const store = await shop.aStore({ alerts: { offerMinutes: 60 } });
  await aLine(store, 1);
  await stock(store, 1);
  await shop.work();
  await stock(store, 0);
  await stock(store, 1);
  await readNew();
  expect((await plansOf(store)).map(({ number }) => number)).toEqual([1, 2]);
});

test("confirmations without stock, departures without an offer and units without a plan cost one statement each", async () => {
  const store = await shop.aStore();
  await stock(store, 1);
  await readNew();
  await stock(store, 2);
  await signUp(store, 7, "comingsoon");
  await store.inStore(
    (tx) => tx`insert into outbox (store_id, subject, payload)
      select store_id, subject, jsonb_build_object('contactId', contact_id::text, 'subscriptionIds', jsonb_build_array(id::text),
        'variantIds', jsonb_build_array(variant_id::text))
      from subscriptions, unnest(array['alert.confirmed', 'alert.unsubscribed', 'alert.failed']) as subject where store_id = ${store.id}`,
  );
  expect(await readNew()).toEqual({ statements: 3, transactions: 0 });
});
