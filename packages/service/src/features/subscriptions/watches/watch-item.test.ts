import { expect, test } from "vitest";
import { waitFor } from "../../../../../../engines/wait-for.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aMigratedDatabase } from "../../../../test/fixtures/migrated-database.ts";
import { anEmail, aService, aStore, type Params, refusalOf } from "../../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";
import { subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { declareReader, relayPage } from "../../../platform/outbox/relay.ts";
import { endWatchesReader } from "./end-watches-reader.ts";

// A database of its own: the reader gets the events of all stores.
const url = await aMigratedDatabase();
const service = aService({ env: { DATABASE_URL: url } });
const reader = endWatchesReader(service.deps);
await declareReader(service.deps.db, reader);

const UNREAD = `select from outbox o, outbox_readers r where r.name = 'end-watches' and (o.xid, o.id) > (r.xid, r.id) limit 1`;
const relayAll = () =>
  waitFor(async () => {
    while (await relayPage(service.deps.db, reader));
    return (await look(UNREAD, [], url)).length === 0;
  }, 60_000);

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
