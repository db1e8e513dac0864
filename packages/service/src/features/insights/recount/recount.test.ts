import { readdir } from "node:fs/promises";
import { Command } from "commander";
import { Client } from "pg";
import { expect, test, vi } from "vitest";
import { waitFor } from "../../../../../../engines/wait-for.ts";
import { aLine, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { applyMigration } from "../../../../test/fixtures/apply-migration.ts";
import { aDatabaseBefore } from "../../../../test/fixtures/database-before.ts";
import { withServiceLogin } from "../../../../test/fixtures/database-url.ts";
import { aRelay } from "../../../../test/fixtures/outbox.ts";
import { parkUnread } from "../../../../test/fixtures/park-unread.ts";
import { findDifferences, rollUp } from "../../../../test/fixtures/roll-up.ts";
import { anEmail, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { createDb } from "../../../platform/db/db.ts";
import { createLog } from "../../../platform/log.ts";
import { retryParked } from "../../../platform/outbox/retry-parked.ts";
import { findAsOf } from "../find-as-of.ts";
import { rollUpReader } from "../rollups/roll-up-reader.ts";
import { rollupCommands } from "./commands.ts";
import { rebuildRollups } from "./rebuild-rollups.ts";

const WAIT_MS = 60_000;

/** A shop whose store has three people in line, a restock and two people notified, all rolled up. */
async function aShopWithFigures() {
  const shop = await anAlertShop();
  const { db } = shop.service.deps;
  const store = await shop.aStore();
  const price = { variants: [{ epi: 1, pr: 20, currency: "EUR" }] };
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: price }));
  await aLine(store, 2);
  await stock(store, 5);
  await shop.work();
  await stock(store, 0);
  for (const qty of [1, 2, 3]) good(await subscribeAs(store, anEmail(), [aProduct(1, { qty })]));
  await rollUp(db);
  const demand = async () =>
    (
      await shop.ask<{ people: number }>(
        "select people, units, value::float8, currency from demand where store_id = $1",
        [store.id],
      )
    )[0];
  const today = async () =>
    (
      await shop.ask(
        "select sum(signed_up)::int as signed_up, sum(notified)::int as notified, sum(restocks)::int as restocks from store_days where store_id = $1",
        [store.id],
      )
    )[0];
  return { shop, db, store, demand, today };
}
const FIGURES = { people: 3, units: 6, value: 120, currency: "EUR" };
const TODAY = { signed_up: 5, notified: 2, restocks: 1 };

test("the roll-ups count who waits, for how much, and what happened today", async () => {
  const { db, demand, today } = await aShopWithFigures();
  expect(await demand()).toEqual(FIGURES);
  expect(await today()).toEqual(TODAY);
  expect(await findDifferences(db)).toEqual([]);
});

test.each([
  ["update demand set people = people + 1", ["people waiting", "people waiting in the store"]],
  ["update demand set price = 1", ["value waiting", "value waiting in the store"]],
  ["update demand set currency = 'USD'", ["value waiting"]],
  ["delete from demand", ["people waiting", "units waiting", "value waiting"]],
  ["update store_demand set value = value - 1", ["value waiting in the store"]],
  ["update variant_days set notified = notified + 1 where topic <> ''", ["notified", "notified in the store"]],
  ["delete from store_days", ["signed_up in the store"]],
  ["insert into variant_saves (store_id, variant_id, lists) select store_id, variant_id, 4 from demand", ["lists"]],
])("control: a check finds the damage of `%s`, and a rebuild repairs it", async (damage, found) => {
  const { shop, db, demand, today } = await aShopWithFigures();
  await shop.ask(damage);
  const figures = (await findDifferences(db)).map(({ figure }) => figure);
  expect(figures).toEqual(expect.arrayContaining(found));
  await rebuildRollups(db);
  expect(await findDifferences(db)).toEqual([]);
  expect(await demand()).toEqual(FIGURES);
  expect(await today()).toEqual(TODAY);
});

test("a rebuild while the reader is behind counts nothing twice", async () => {
  const { db, store, demand, today } = await aShopWithFigures();
  good(await subscribeAs(store, anEmail(), [aProduct(1, { qty: 4 })]));
  expect(await findDifferences(db)).toEqual([]);
  await rebuildRollups(db);
  expect(await demand()).toEqual(FIGURES);
  await rollUp(db);
  expect(await demand()).toEqual({ people: 4, units: 10, value: 200, currency: "EUR" });
  expect(await today()).toEqual({ ...TODAY, signed_up: 6 });
});

test("rebuilds while people sign up and the reader runs lose and repeat nothing", async () => {
  const { shop, db, store, demand } = await aShopWithFigures();
  const relay = aRelay(shop.url, [rollUpReader]);
  const signUps = async () => {
    for (let n = 0; n < 40; n += 1) good(await subscribeAs(store, anEmail()));
  };
  const rebuilds = async () => {
    for (let n = 0; n < 8; n += 1) await rebuildRollups(db);
  };
  await Promise.all([signUps(), signUps(), rebuilds()]);
  expect(await waitFor(async () => (await demand())?.people === 83, WAIT_MS)).toBe(true);
  await relay.stop();
  expect(await findDifferences(db)).toEqual([]);
});

test("a parked event is not in the figures until it is handled; a check and the answers know it", async () => {
  const { shop, db, store, demand } = await aShopWithFigures();
  const other = await shop.aStore();
  const asOf = ({ id }: TestStore) => db.inStore(id, findAsOf);
  good(await subscribeAs(store, anEmail()));
  await parkUnread(db, rollUpReader);
  expect(await findDifferences(db)).toEqual([]);
  await rebuildRollups(db);
  expect(await demand()).toEqual(FIGURES);
  const [first] = await shop.ask<{ at: Date }>("select min(created_at) as at from outbox_parked");
  expect(await asOf(store)).toEqual(first?.at);
  expect((await asOf(other))?.getTime()).toBeGreaterThan(first?.at.getTime() ?? 0);
  await shop.ask("update outbox_parked set retry_at = now()");
  await retryParked({ db, readers: [rollUpReader], log: createLog("silent") });
  expect(await demand()).toMatchObject({ people: 4 });
  expect((await asOf(store))?.getTime()).toBeGreaterThan(first?.at.getTime() ?? 0);
  expect(await findDifferences(db)).toEqual([]);
});

test("a new price changes what the line is worth", async () => {
  const { db, store, demand } = await aShopWithFigures();
  const reprice = async (pr: number | null, currency: string) => {
    const variants = [{ epi: 1, pr, currency }];
    good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
    expect(await findDifferences(db)).toEqual([]);
    await rollUp(db);
    expect(await findDifferences(db)).toEqual([]);
    return demand();
  };
  expect(await reprice(19.99, "USD")).toEqual({ people: 3, units: 6, value: 119.94, currency: "USD" });
  expect(await reprice(null, "USD")).toEqual({ people: 3, units: 6, value: null, currency: "" });
});

test("orders of more than 2^31 units on one day are counted", async () => {
  const { shop, db, store } = await aShopWithFigures();
  for (const day of ["2026-11-01", new Date().toISOString().slice(0, 10)])
    await shop.ask(
      `insert into outbox (store_id, subject, payload)
       select $1, 'order.counted', jsonb_build_object('day', $2::text, 'currency', 'EUR', 'variantIds', jsonb_build_array((select min(id)::text from variants)),
         'topics', '[""]'::jsonb, 'units', '[1500000000]'::jsonb, 'revenue', '["1"]'::jsonb) from generate_series(1, 4)`,
      [store.id, day],
    );
  await rollUp(db);
  expect(await findDifferences(db)).toEqual([]);
  await rebuildRollups(db);
  const units = await shop.ask("select units from store_days where store_id = $1 and units <> 0", [store.id]);
  expect(units).toEqual([{ units: "6000000000" }, { units: "6000000000" }]);
});

test("events of versions that did not name the topic count under the topic of the subscription or plan", async () => {
  const { shop, db, store, today } = await aShopWithFigures();
  await aLine(store, 2);
  await stock(store, 9);
  await shop.work();
  await shop.ask("update outbox set payload = payload - 'topics' where subject = 'alert.subscribed'");
  await shop.ask("update outbox set payload = payload - 'topic' - 'variantId' where subject = 'alert.sent'");
  await rollUp(db);
  expect(await today()).toMatchObject({ signed_up: 7, notified: 7, restocks: 2 });
  expect(await findDifferences(db)).toEqual([]);
});

test("the commands report what they found and did", async () => {
  const { shop, db } = await aShopWithFigures();
  async function run(...args: string[]) {
    const program = new Command("keepsake");
    rollupCommands(program, (work) => work({ db }));
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    try {
      await program.parseAsync(["rollups", ...args], { from: "user" });
      return write.mock.calls.map(([text]) => String(text)).join("");
    } finally {
      write.mockRestore();
      process.exitCode = 0;
    }
  }
  expect(await run("check")).toMatch(/^All figures agree with a full count\. Days since \d{4}-\d\d-\d\d were compared/);
  await shop.ask("update demand set units = 9");
  expect(await run("check")).toContain("backinstock  units waiting: the roll-up says 9, a full count 6\n");
  expect(await run("rebuild")).toMatch(
    /^Counted again: who waits, what is saved, and the days since \d{4}-\d\d-\d\d\./,
  );
  expect(JSON.parse(await run("check", "--json"))).toMatchObject({ differences: [] });
});

const FOLDER = new URL("../../../../migrations/", import.meta.url);

test("the upgrade counts who waits and what is saved once, while both change", async () => {
  const { url, client, ownerUrl } = await aDatabaseBefore("0065_line_changes.sql");
  await client.query(`
    insert into stores (id, pid, name, sealed_secret) values (1, 'store-1', 'A', '');
    insert into variants (id, store_id, platform_id, product) values (1, 1, '1', '{"price": 2.5, "currency": "EUR"}');
    insert into contacts (id, store_id, medium, value, address_hash)
      select n, 1, 1, 'p' || n || '@example.com', md5(n::text)::uuid from generate_series(1, 10) as n;
    insert into shoppers (id, store_id, regid) values (1, 1, md5('1')::uuid);
    insert into subscriptions (id, store_id, variant_id, contact_id, state, topic, quantity)
      select n, 1, 1, n, 1, 'backinstock', 2 from generate_series(1, 10) as n;
    insert into lists (id, store_id, shopper_id, name) values (1, 1, 1, 'List');
    insert into items (store_id, list_id, variant_id) values (1, 1, 1);
    insert into outbox (store_id, subject, payload) values (1, 'item.added', '{"variantIds": ["1"]}')`);
  const migrate = async (from: string, to: string) => {
    const owner = new Client({ connectionString: ownerUrl });
    await owner.connect();
    const files = (await readdir(FOLDER))
      .filter((file) => file >= from && file < to && /^\d{4}_/.test(file))
      .toSorted();
    for (const file of files) await applyMigration(owner, file);
    await owner.end();
  };
  await migrate("0065", "0066");
  await client.query("update subscriptions set state = 6 where id <= 3");
  await migrate("0066", "0068");
  await client.query("update subscriptions set state = 6 where id = 4");
  await migrate("0068", "9999");
  const db = createDb(withServiceLogin(url), { onError: () => undefined, wake: () => {} });
  whenDone(() => db.end());
  expect(await findDifferences(db)).toEqual([]);
  await rollUp(db);
  expect(await findDifferences(db)).toEqual([]);
  const { rows } = await client.query(
    "select people, units, value::float8, (select lists from variant_saves) as lists from demand",
  );
  expect(rows).toEqual([{ people: 6, units: 12, value: 30, lists: 1 }]);
});
