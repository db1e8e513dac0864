import { expect, test } from "vitest";
import { aMarketingShop, withKlaviyo } from "../../../../test/fixtures/marketing.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import type { ContactId, ShopperId, SubscriptionId } from "../../../platform/ids.ts";
import { deleteMessagesOf, type OfPerson, selectMessagesOf } from "./sql.ts";

const WAITING = 100_000;
/** Of the person's messages, one names the account, one the address and one the alert. */
const personOf = (nth: number): OfPerson => ({
  shopperIds: [`${3 * nth}`, "-1"] as ShopperId[],
  contactIds: [`${3 * nth + 1}`, "-1"] as ContactId[],
  subscriptionIds: [`${3 * nth + 2}`, "-1"] as SubscriptionId[],
});

/** How many rows of messages the work reads. */
async function countRead(tx: StoreTx, work: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    const [row] = await tx<{ n: number }>`
      select (idx_tup_fetch + seq_tup_read)::int as n from pg_stat_xact_user_tables where relname = 'marketing_messages'`;
    return row?.n ?? 0;
  };
  const before = await count(); // of earlier transactions of the connection
  await work();
  return (await count()) - before;
}

test("what waits about one person is exported and deleted without reading what waits about others", async () => {
  const shop = await aMarketingShop();
  const store = await shop.aStore();
  const { id } = await withKlaviyo(store, shop.klaviyo);
  const find = (nth: number) =>
    store.inStore(async (tx) => {
      let keys: string[] = [];
      const read = await countRead(tx, async () => {
        keys = (await selectMessagesOf(tx, personOf(nth), "0", 100)).map(({ key }) => key);
      });
      return { keys, read };
    });
  const forget = (nth: number) =>
    store.inStore(async (tx) => {
      let deleted = 0;
      const read = await countRead(tx, async () => {
        deleted = await deleteMessagesOf(tx, personOf(nth), 100);
      });
      return { deleted, read };
    });
  await find(1); // A plan that was made while the table was empty stays until the table is analysed.
  await shop.ask(
    `insert into marketing_messages (id, store_id, connection_id, created_at, due_at, number, place, subject, shopper_id, contact_id, subscription_id)
     select n, $1, $2, now(), now(), n, 0, 'item.added', case when n % 3 = 0 then n end, case when n % 3 = 1 then n end, case when n % 3 = 2 then n end
     from generate_series(1, $3::int) as n`,
    [store.id, id, WAITING],
  );
  const theirs = { keys: ["60", "61", "62"], read: 6 };
  expect(await find(20)).toEqual(theirs);
  await shop.ask("analyze marketing_messages");
  expect(await find(20)).toEqual(theirs);
  expect(await forget(20)).toEqual({ deleted: 3, read: 6 });
  expect(await find(20)).toEqual({ keys: [], read: 0 });
  expect(await find(21)).toEqual({ keys: ["63", "64", "65"], read: 6 });
  expect(await shop.ask("select skipped::int from marketing_turns")).toEqual([{ skipped: 3 }]);
});

test("a page of an export goes on where the last one ended", async () => {
  const shop = await aMarketingShop();
  const store = await shop.aStore();
  const { id } = await withKlaviyo(store, shop.klaviyo);
  await shop.ask(
    `insert into marketing_messages (id, store_id, connection_id, created_at, due_at, number, place, subject, shopper_id)
     select n, $1, $2, now(), now(), n, 0, 'item.added', 1 from generate_series(1, 5) as n`,
    [store.id, id],
  );
  const person: OfPerson = { shopperIds: ["1"] as ShopperId[], contactIds: [], subscriptionIds: [] };
  const read = async (after: string) =>
    (await store.inStore((tx) => selectMessagesOf(tx, person, after, 2))).map(({ key }) => key);
  expect([await read("0"), await read("2"), await read("4")]).toEqual([["1", "2"], ["3", "4"], ["5"]]);
});
