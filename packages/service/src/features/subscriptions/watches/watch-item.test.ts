import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { drainOutbox } from "../../../../test/fixtures/drain-outbox.ts";
import { aMigratedDatabase } from "../../../../test/fixtures/migrated-database.ts";
import { anEmail, aService, aStore, type Params, refusalOf } from "../../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";
import { subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { endWatchesReader } from "./end-watches-reader.ts";

// A database of its own: the reader gets the events of all stores.
const url = await aMigratedDatabase();
const service = aService({ env: { DATABASE_URL: url } });
const reader = endWatchesReader(service.deps);
const relayAll = () => drainOutbox(service.deps.db, reader);

async function aSavedItem() {
  const store = await aStore(service, { scopes: ["admin"] });
  const account = await store.anAccount();
  const lists = listsOf(store, account);
  const lid = await lists.create();
  await lists.add(lid, anItem(1));
  const watch = (params: Params = {}) =>
    lists.post("watch", { lid, epi: "1", topics: '["pricedrop","lowstock"]', on: "1", ...params });
  const watched = async () => {
    const rows = await look<{ text: string }>(
      `select s.topic || ' ' || s.state || ' ' || c.value as text from subscriptions s join contacts c on c.id = s.contact_id
       where s.store_id = $1 order by s.topic`,
      [store.id],
      url,
    );
    return rows.map(({ text }) => text);
  };
  return { store, account, lists, lid, watch, watched };
}

test("switching a watch on subscribes the account's own address once, and switching it off unsubscribes it", async () => {
  const { store, account, watch, watched } = await aSavedItem();
  const email = account.useremail;
  expect(good(await watch({ currency: "EUR", locale: "de" }))).toMatchObject({ on: true });
  good(await watch());
  expect(await watched()).toEqual([`lowstock 1 ${email}`, `pricedrop 1 ${email}`]);
  const consents = await look("select source from consents where store_id = $1", [store.id], url);
  expect(consents).toEqual([{ source: "list" }, { source: "list" }]);
  expect(await look("select currency, locale from contacts where store_id = $1", [store.id], url)).toEqual([
    { currency: "EUR", locale: "de" },
  ]);
  expect(good(await watch({ on: "0", topics: "pricedrop" }))).toMatchObject({ on: false });
  expect(await watched()).toEqual([`lowstock 1 ${email}`, `pricedrop 6 ${email}`]);
});

test("an item on no list, a topic that cannot be watched and a shopper without an address are refused", async () => {
  const { store, watch, watched } = await aSavedItem();
  expect(refusalOf(await watch({ epi: "2" }))).toMatchObject({ status: 404, type: "unknown-item" });
  expect(refusalOf(await watch({ topics: "backinstock" }))).toMatchObject({ status: 400, type: "invalid-topics" });
  expect(refusalOf(await watch({ on: "maybe" }))).toMatchObject({ status: 400 });
  const guest = listsOf(store, await store.aGuest());
  const lid = await guest.create();
  await guest.add(lid, anItem(1));
  const refused = await guest.post("watch", { lid, epi: "1", topics: "pricedrop", on: "1" });
  expect(refusalOf(refused)).toMatchObject({ status: 400, type: "missing-address" });
  expect(refused.text).toContain("mediumvalue");
  expect(await watched()).toEqual([]);
});

test("a watch ends when its item leaves the last list, or when that list is deleted", async () => {
  const { lists, lid, watch, watched, account } = await aSavedItem();
  const other = await lists.create("Another one");
  await lists.add(other, anItem(1));
  good(await watch({ topics: "pricedrop" }));
  good(await lists.change(lid, { d: [anItem(1)] }));
  await relayAll();
  expect(await watched()).toEqual([`pricedrop 1 ${account.useremail}`]);
  good(await lists.post("delete-list", { lid: other }));
  await relayAll();
  expect(await watched()).toEqual([`pricedrop 6 ${account.useremail}`]);
});

test("a subscription that did not start as a watch does not end when the item leaves the list", async () => {
  const { store, account, lists, lid, watch, watched } = await aSavedItem();
  await subscribeAs(store, account.useremail, [anItem(1)], { topics: "pricedrop" });
  await subscribeAs(store, anEmail(), [anItem(1)], { topics: "lowstock" });
  good(await watch());
  good(await lists.change(lid, { d: [anItem(1)] }));
  await relayAll();
  expect((await watched()).map((text) => text.slice(0, 11)).toSorted()).toEqual([
    "lowstock 1 ",
    "lowstock 6 ",
    "pricedrop 1",
  ]);
});

test("the removals of a page are handled together: one statement when no one has alerts, and one transaction for each store", async () => {
  const removeFrom = async ({ lists, lid }: Awaited<ReturnType<typeof aSavedItem>>, epi: number) =>
    good(await lists.change(lid, { d: [anItem(epi)] }));
  const { db } = service.deps;
  const count = { statements: 0, stores: [] as number[] };
  const counting = endWatchesReader({
    db: {
      ...db,
      hot: {
        run: (statement, values) => {
          count.statements += 1;
          return db.hot.run(statement, values);
        },
      },
      inStore: (storeId, work, tx) => {
        count.stores.push(storeId);
        return db.inStore(storeId, work, tx);
      },
    },
  });
  const [one, two, without] = [await aSavedItem(), await aSavedItem(), await aSavedItem()];
  for (const epi of [2, 3]) await without.lists.add(without.lid, anItem(epi));
  for (const epi of [1, 2, 3]) await removeFrom(without, epi);
  await drainOutbox(db, counting);
  expect(count).toEqual({ statements: 1, stores: [] });

  for (const { lists, lid, watch } of [one, two]) {
    await lists.add(lid, anItem(2));
    good(await watch({ topics: "pricedrop" }));
    good(await watch({ topics: "pricedrop", epi: "2" }));
  }
  for (const epi of [1, 2]) await removeFrom(one, epi);
  await removeFrom(two, 2);
  await drainOutbox(db, counting);
  expect(count).toEqual({ statements: 2, stores: [one.store.id, two.store.id] });
  const states = async ({ watched }: typeof one) => (await watched()).map((text) => text.split(" ")[1]);
  expect([await states(one), (await states(two)).toSorted((a = "", b = "") => a.localeCompare(b))]).toEqual([
    ["6", "6"],
    ["1", "6"],
  ]);
});
