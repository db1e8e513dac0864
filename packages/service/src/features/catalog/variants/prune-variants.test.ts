import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aMigratedDatabase } from "../../../../test/fixtures/migrated-database.ts";
import { importText } from "../../../../test/fixtures/moving.ts";
import { aService, aStore, asStore, type Service, type TestStore } from "../../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs, subscriptionsOf } from "../../../../test/fixtures/subscription-calls.ts";
import { findPlannedVariants } from "../../alerts/find-planned-variants.ts";
import { findOrderedVariants } from "../../alerts/orders/find-ordered-variants.ts";
import { findSavedVariants } from "../../insights/find-saved-variants.ts";
import { recordSaves } from "../../insights/record-saves.ts";
import { findSubscribedVariants } from "../../subscriptions/find-subscribed-variants.ts";
import { createPruneVariants } from "./prune-variants.ts";

/** The prune looks at all stores, so each test has a database of its own. */
async function aShop(unknownVariantsMax = 1_000) {
  const url = await aMigratedDatabase();
  const service = aService({
    env: { DATABASE_URL: url, KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", KEEPSAKE_MAIL_FROM: "shop@example.com" },
  });
  const store = await aStore(service, { scopes: ["admin"], settings: { lists: { unknownVariantsMax } } });
  const prune = createPruneVariants([
    findSavedVariants,
    findSubscribedVariants,
    findPlannedVariants,
    findOrderedVariants,
  ]);
  const ask = <Row extends object>(text: string, values: unknown[] = []) => look<Row>(text, values, url);
  return {
    service,
    store,
    ask,
    prune: () => prune(service.deps.db),
    pass: (days: number) => ask(`update variants set unused_since = unused_since - interval '${days} days'`),
    ids: async () =>
      (await ask<{ id: string }>("select platform_id as id from variants order by 1")).map(({ id }) => id),
    marked: async () =>
      (
        await ask<{ id: string }>("select platform_id as id from variants where unused_since is not null order by 1")
      ).map(({ id }) => id),
    counted: async () => (await ask<{ unknown: number }>("select unknown from variant_counts"))[0]?.unknown,
  };
}

/** A shopper with a list. */
async function aShopper(store: TestStore) {
  const person = await store.anAccount();
  const lists = listsOf(store, person);
  return { person, lists, lid: await lists.create() };
}
const remove = async ({ lists, lid }: Awaited<ReturnType<typeof aShopper>>, epi: number) =>
  good(await lists.change(lid, { d: [{ epi, empi: epi + 100_000 }] }));

/** Does what the worker does with the events so far. */
async function countSaves({ deps }: Service, ask: Awaited<ReturnType<typeof aShop>>["ask"]) {
  const events = await ask<never>(
    `select id, store_id as "storeId", subject, payload from outbox where subject in ('item.added', 'item.removed') order by id`,
  );
  await deps.db.asWorker((tx) => recordSaves(tx, events));
  await ask("truncate outbox");
}

test("a variant that only shoppers have sent is deleted when nothing has referred to it for a month", async () => {
  const { service, store, ask, ...shop } = await aShop();
  const shopper = await aShopper(store);
  await shopper.lists.add(shopper.lid, anItem(1), anItem(2));
  await countSaves(service, ask);
  await remove(shopper, 2);
  await countSaves(service, ask);

  await shop.prune();
  expect([await shop.ids(), await shop.marked(), await shop.counted()]).toEqual([["1", "2"], ["2"], 2]);
  await shop.pass(30);
  await shop.prune();
  expect(await shop.ids()).toEqual(["1", "2"]);
  await shop.pass(2);
  await shop.prune();
  expect([await shop.ids(), await shop.counted()]).toEqual([["1"], 1]);

  await remove(shopper, 1);
  await countSaves(service, ask);
  await shop.prune();
  await shop.pass(32);
  await shop.prune();
  expect([await shop.ids(), await shop.counted()]).toEqual([[], 0]);
});

test("a market that somebody waits in keeps its variant; when nobody does any more, both go", async () => {
  const { store, ask, ...shop } = await aShop();
  await store.set({ markets: [{ name: "eu" }] });
  const create = () => subscribeAs(store, "a@example.com", [aProduct(1)], { market: "eu" });
  good(await create());
  await shop.prune();
  expect([await shop.marked(), await shop.counted()]).toEqual([[], 2]);
  await ask("delete from waiting");
  await ask("delete from subscriptions");
  await shop.prune();
  await shop.pass(32);
  expect((await shop.marked()).length).toBe(1); // the variant stays as long as its market
  good(await create()); // it is used again before it is deleted
  await shop.prune();
  expect([(await shop.ids()).length, await shop.marked()]).toEqual([2, []]);
  await ask("delete from waiting");
  await ask("delete from subscriptions");
  for (let time = 0; time < 4; time += 1) {
    await shop.prune();
    await shop.pass(32);
  }
  expect([await shop.ids(), await shop.counted()]).toEqual([[], 0]);
});

test("an order of a variant that is about to be deleted keeps it", async () => {
  const { service, store, ask, ...shop } = await aShop();
  const shopper = await aShopper(store);
  await shopper.lists.add(shopper.lid, anItem(1));
  await remove(shopper, 1);
  await countSaves(service, ask);
  await shop.prune();
  expect(await shop.marked()).toEqual(["1"]);
  service.deps.variants.clear();
  const lines = [{ epi: 1, quantity: 1, price: 1 }];
  const orders = [{ id: "1", currency: "EUR", occurredAt: "2026-11-15T09:30:00Z", lines }];
  good(await store.admin("/storeadmin/v3/orders/report", undefined, { json: { orders } }));
  expect(await shop.marked()).toEqual([]);
});

test("whatever the catalogue, the stock, a list, a sign-up, a plan or an order refers to is never deleted", async () => {
  const { service, store, ask, ...shop } = await aShop();
  const shopper = await aShopper(store);
  const guest = await store.aGuest();
  await shopper.lists.add(shopper.lid, anItem(1));
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants: [{ epi: 2, pr: 1 }] } }));
  good(
    await store.admin("/storeadmin/v3/inventory/set", undefined, {
      json: { levels: [{ epi: 3, quantity: 0, occurredAt: "2026-11-15T09:30:00Z" }] },
    }),
  );
  good(await subscribeAs(store, "a@example.com", [aProduct(4)]));
  good(await subscriptionsOf(store, guest).create("b@example.com", [aProduct(5)]));
  await subscribeAs(store, "c@example.com", [aProduct(6)], { topics: "comingsoon" });
  good(await store.admin("/storeadmin/v3/alerts/send", { epi: "6", topic: "comingsoon" }));
  await ask("delete from subscriptions where variant_id = (select id from variants where platform_id = '6')").catch(
    () => undefined,
  );
  await shopper.lists.add(shopper.lid, anItem(7));
  const line = { epi: 7, quantity: 1, price: 1 };
  const order = { id: "1", currency: "EUR", occurredAt: "2026-11-15T09:30:00Z", lines: [line] };
  good(await store.admin("/storeadmin/v3/orders/report", undefined, { json: { orders: [order] } }));
  await remove(shopper, 7);
  await countSaves(service, ask);

  for (let time = 0; time < 2; time += 1) {
    await shop.prune();
    expect(await shop.marked()).toEqual([]);
    await ask("update variants set unused_since = now() - interval '99 days' where product is null");
    await shop.prune();
  }
  expect(await shop.ids()).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
});

test("a variant that an import puts on a list is not deleted, also before the figures have the import", async () => {
  const { service, store, ask, ...shop } = await aShop();
  const { lid, lists } = await aShopper(store);
  await lists.add(lid, anItem("a"), anItem("b"));
  await ask("truncate items");
  await ask("update variants set unused_since = now() - interval '32 days'");
  const { rows } = await importText({ service, store }, "items", `list,variant\n${lid},a\n${lid},new\n`);
  expect(rows.imported).toBe(2);
  await shop.prune();
  expect([await shop.ids(), await shop.counted()]).toEqual([["a", "new"], 2]);
});

test("a variant that somebody uses again, also from another process, is not deleted", async () => {
  const { service, store, ask, ...shop } = await aShop();
  const shopper = await aShopper(store);
  await shopper.lists.add(shopper.lid, anItem(1));
  await remove(shopper, 1);
  await countSaves(service, ask);
  await shop.prune();
  await shop.pass(40);
  expect(await shop.marked()).toEqual(["1"]);

  // This process has not cached the variant: it reads it a moment before the prune, first without using it.
  const other = aService({ env: { DATABASE_URL: service.deps.config.databaseUrl } });
  const elsewhere = listsOf(asStore(other, store), shopper.person);
  good(await elsewhere.change(shopper.lid, { d: [{ epi: 1, empi: 100_001 }] }));
  await elsewhere.add(shopper.lid, anItem(1));
  await shop.prune();
  expect(await shop.ids()).toEqual(["1"]);
  expect(await elsewhere.contents(shopper.lid)).toMatchObject([{ epi: 1 }]);
});

test("adds and prunes at the same time never leave an item without its variant", async () => {
  const { service, store, ask, ...shop } = await aShop(100);
  const shoppers = await Promise.all(Array.from({ length: 4 }, () => aShopper(store)));
  for (let round = 0; round < 6; round += 1) {
    await Promise.all(
      shoppers.map(({ lists, lid }) =>
        lists.change(lid, { d: [1, 2, 3].map((epi) => ({ epi, empi: epi + 100_000 })) }),
      ),
    );
    await countSaves(service, ask);
    await shop.prune();
    await shop.pass(40);
    const fresh = aService({ env: { DATABASE_URL: service.deps.config.databaseUrl } });
    await Promise.all([
      shop.prune(),
      ...shoppers.map(({ person, lid }) =>
        listsOf(asStore(fresh, store), person).add(lid, anItem(1), anItem(2), anItem(3)),
      ),
      shop.prune(),
    ]);
    const lost = await ask(
      "select from items i where not exists (select from variants v where v.store_id = i.store_id and v.id = i.variant_id)",
    );
    expect(lost).toEqual([]);
  }
  expect(await shop.counted()).toBe((await shop.ids()).length);
});

test("shoppers can name as many unknown variants as the store allows, and not one more; the catalogue makes room", async () => {
  const { store, ...shop } = await aShop(3);
  const shopper = await aShopper(store);
  const { lists, lid, person } = shopper;
  await lists.add(lid, anItem(1), anItem(2));
  await lists.add(lid, anItem(3));
  const refused = [
    await lists.change(lid, { a: [anItem(4)] }),
    await subscriptionsOf(store, person).create("a@example.com", [aProduct(4)]),
  ];
  expect(refused.map(({ status, body }) => [status, body.type])).toEqual([
    [400, "limit-reached"],
    [400, "limit-reached"],
  ]);
  await lists.add(lid, anItem(3, { qty: 2 }));
  expect([await shop.ids(), await shop.counted()]).toEqual([["1", "2", "3"], 3]);

  // What the shop itself sends is not limited, and is in the catalogue from then on.
  good(
    await store.admin("/storeadmin/v3/catalog/upsert", undefined, {
      json: {
        variants: [
          { epi: 1, pr: 1 },
          { epi: 9, pr: 1 },
        ],
      },
    }),
  );
  expect(await shop.counted()).toBe(2);
  await lists.add(lid, anItem(9));
  await lists.add(lid, anItem(4));
  expect((await lists.change(lid, { a: [anItem(5)] })).status).toBe(400);
  good(await subscribeAs(store, "b@example.com", [aProduct(6)]));
  expect(await shop.counted()).toBe(4);
});

test("many shoppers at once cannot exceed the limit", async () => {
  const { store, ...shop } = await aShop(10);
  const shoppers = await Promise.all(Array.from({ length: 5 }, () => aShopper(store)));
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const { lists, lid } = shoppers[index % 5] ?? never();
      return lists.change(lid, { a: [anItem(index + 1)] });
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect([(await shop.ids()).length, await shop.counted()]).toEqual([10, 10]);
});

const never = () => {
  throw new Error("There is no such shopper");
};

test("one run deletes all variants that nothing has referred to for a month, however many they are", async () => {
  const { store, ask, ...shop } = await aShop(10_000);
  await ask(
    `insert into variants (id, store_id, platform_id, unused_since)
     select new_id($1), $1, n::text, now() - interval '32 days' from generate_series(1, 2500) as n`,
    [store.id],
  );
  await ask("insert into variant_counts (store_id, unknown) values ($1, 2501)", [store.id]);
  await ask("insert into variants (id, store_id, platform_id) values (new_id($1), $1, 'new')", [store.id]);
  await shop.prune();
  expect([await shop.ids(), await shop.counted()]).toEqual([["new"], 1]);
});
