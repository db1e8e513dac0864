import { readdir } from "node:fs/promises";
import { Client } from "pg";
import { expect, test } from "vitest";
import { applyMigration } from "../../../../test/fixtures/apply-migration.ts";
import { connectAsSuperuser } from "../../../../test/fixtures/database.ts";
import { aDatabaseBefore } from "../../../../test/fixtures/database-before.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";

const FOLDER = new URL("../../../../migrations/", import.meta.url);
const LINE = "0033_waiting_line.sql";
const CARRY_OVER = "0034_carry_over_alerts.sql";
const PEOPLE = 12_000;

async function applyFiles(ownerUrl: string, isWanted: (name: string) => boolean) {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}_/.test(file)).toSorted();
  for (const file of files.filter(isWanted)) await applyMigration(client, file);
  await client.end();
}

/** A database of the version before the line: every third subscription waits, one restock notified every third. */
async function anOldDatabase() {
  const { url, client, ownerUrl } = await aDatabaseBefore(LINE);
  await client.query("set session_replication_role = replica");
  await client.query(`
    insert into stores (id, pid, name, sealed_secret) values (1, 'store-1', 'A', '');
    insert into variants (id, store_id, platform_id) values (1, 1, '1');
    insert into contacts (id, store_id, medium, value, address_hash)
      select n, 1, 1, 'p' || n || '@example.com', md5(n::text)::uuid from generate_series(1, ${PEOPLE}) as n;
    insert into subscriptions (id, store_id, variant_id, contact_id, state, topic, quantity)
      select n, 1, 1, n, (array[1, 3, 6])[1 + n % 3], 'backinstock', 1 + n % 2 from generate_series(1, ${PEOPLE}) as n;
    insert into plans (id, store_id, variant_id, topic, number, seed, policy, state) values (7, 1, 1, 'backinstock', 1, 's', '{}', 2);
    insert into deliveries (plan_id, subscription_id, store_id, state)
      select 7, id, 1, 1 from subscriptions where state = 3;
    insert into chunks (plan_id, turn, store_id, nth, wave, subscription_ids) values (7, 4, 1, 0, 1, '{3, 6}')`);
  await client.query("set session_replication_role = origin");
  return { url, client, ownerUrl };
}

/** Where the line and the subscriptions differ. */
const DIFFERENCES = `
  select s.id, w.subscription_id as "inLine" from subscriptions s full join waiting w on w.subscription_id = s.id
  where (s.state = 1) is distinct from (w.subscription_id is not null)
    or (s.state = 1 and (w.place, w.quantity) is distinct from (line_place(s.signed_up_at), s.quantity))`;

test("the upgrade carries over who waits and what was delivered, while people sign up, leave and are notified", async () => {
  const { url, client, ownerUrl } = await anOldDatabase();
  await applyFiles(ownerUrl, (name) => name === LINE);
  const writer = await connectAsSuperuser(url);
  whenDone(() => writer.end());
  let isCarriedOver = false;
  let changes = 0;
  const write = async () => {
    while (!isCarriedOver || changes < 20) {
      const id = 1 + ((changes * 397) % PEOPLE);
      await writer.query(
        "update subscriptions set state = case state when 1 then 3 else 1 end, signed_up_at = clock_timestamp() where id between $1 and $1 + 5",
        [id],
      );
      changes += 1;
    }
  };
  const carryOver = async () => {
    await applyFiles(ownerUrl, (name) => name === CARRY_OVER);
    isCarriedOver = true;
  };
  await Promise.all([write(), carryOver()]);
  expect((await client.query(DIFFERENCES)).rows).toEqual([]);
  const { rows } = await client.query(`
    select count(*)::int as deliveries, count(distinct slot)::int as slots, bool_and(d.slot = (select slot from plans)) as "isOfPlan"
    from deliveries d where state = 1`);
  expect(rows).toEqual([{ deliveries: PEOPLE / 3, slots: 1, isOfPlan: true }]);
  const chunks = await client.query("select state, turn, subscription_ids as ids from chunks");
  expect(chunks.rows).toEqual([{ state: 2, turn: "4", ids: ["3", "6"] }]);
});

test("an interrupted carry-over can be run again", async () => {
  const { client, ownerUrl } = await anOldDatabase();
  await applyFiles(ownerUrl, (name) => name === LINE || name === CARRY_OVER);
  await client.query("delete from waiting where subscription_id % 2 = 0");
  await applyFiles(ownerUrl, (name) => name >= CARRY_OVER);
  expect((await client.query(DIFFERENCES)).rows).toEqual([]);
});

test("control: without the triggers, what changes during the carry-over is missed", async () => {
  const { client, ownerUrl } = await anOldDatabase();
  await applyFiles(ownerUrl, (name) => name === LINE);
  await client.query("alter table subscriptions disable trigger follow_line");
  await applyFiles(ownerUrl, (name) => name === CARRY_OVER);
  await client.query("update subscriptions set state = 3 where id = 3");
  expect((await client.query(DIFFERENCES)).rows).toHaveLength(1);
});
