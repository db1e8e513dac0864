import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aDatabaseBefore } from "../../../../test/fixtures/database-before.ts";
import { withServiceLogin } from "../../../../test/fixtures/database-url.ts";
import { aMigratedDatabase } from "../../../../test/fixtures/migrated-database.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { createDb } from "../../db/db.ts";
import { migrate } from "../../db/migrate.ts";
import { createLog } from "../../log.ts";
import { createMailer, pruneMails } from "./send-queued-mails.ts";

const DAY_MS = 86_400_000;
/** The beginning of the three days that the slot of today has. */
const START_MS = Math.floor(Date.now() / (3 * DAY_MS)) * 3 * DAY_MS;
const onDay = (day: number) => new Date(START_MS + day * DAY_MS);

const SENT = { sent_at: new Date(0) };
const GIVEN_UP = { attempts: 8 };
const DUE = { due_at: new Date(0) };
/** A worker has it for some minutes and tries to send it. */
const LEASED = { attempts: 1, due_at: new Date(Date.now() + 10 * 60_000) };
/** A text message that was handed to the provider. */
const HANDED_OVER = { attempts: 1, due_at: "infinity", medium: "sms" };

function openDb(url: string) {
  const db = createDb(withServiceLogin(url), { onError: () => undefined, wake: () => {} });
  whenDone(() => db.end());
  return db;
}

/** A database of its own, because old mails of all stores are removed together. */
async function aMailQueue() {
  const url = await aMigratedDatabase();
  const db = openDb(url);
  let id = 0;
  return {
    url,
    db,
    /** Queues a mail as if on this day, counted from the beginning of the current slot. */
    async write(kind: string, day: number, columns: Record<string, unknown>) {
      id += 1;
      const row = {
        id,
        kind,
        store_id: 1,
        to_email: "a@shop.example",
        subject: "",
        text_body: "",
        html_body: "",
        ...columns,
      };
      const names = Object.keys(row).join(", ");
      const places = Object.keys(row).map((_, index) => `$${index + 2}`);
      await look(
        `insert into mails (created_at, slot, ${names}) values ($1, mails_slot($1), ${places.join(", ")})`,
        [onDay(day), ...Object.values(row)],
        url,
      );
    },
    empty: async (day: number) => {
      const [row] = await db.worker<{ done: boolean }>`select empty_old_mails(${onDay(day)}) as done`;
      return row?.done;
    },
    kinds: async () =>
      (await look<{ kind: string }>("select kind from mails order by id", [], url)).map(({ kind }) => kind),
  };
}

test("mails are removed when they are more than seven days old, and three days of them at a time", async () => {
  const { write, empty, kinds } = await aMailQueue();
  const days = [-9, -8, -6.01, -6, -3, 0, 0.9];
  for (const day of days) await write(`day ${day}`, day, SENT);
  expect(await empty(0.99)).toBe(false);
  expect(await kinds()).toHaveLength(days.length);
  expect(await empty(1)).toBe(true);
  expect(await kinds()).toEqual(["day -6", "day -3", "day 0", "day 0.9"]);
  expect(await empty(1)).toBe(false);
  expect(await empty(3.5)).toBe(false);
  expect(await empty(4)).toBe(true);
  expect(await kinds()).toEqual(["day -3", "day 0", "day 0.9"]);
});

test("a mail that was not sent stays, however old it is, and is sent later", async () => {
  const { db, write, empty, kinds } = await aMailQueue();
  await write("sent", -8, SENT);
  await write("given up", -8, GIVEN_UP);
  await write("handed over", -8, HANDED_OVER);
  await write("due", -8, DUE);
  expect(await empty(1)).toBe(true);
  expect(await kinds()).toEqual(["due"]);
  const sent: string[] = [];
  await createMailer({
    db,
    log: createLog("silent"),
    isWithheld: async () => false,
    senders: { email: async (mail) => void sent.push(mail.to) },
  }).sendDueMails();
  expect(sent).toEqual(["a@shop.example"]);
});

test("while one of its mails is being sent, no mail of a slot is removed", async () => {
  const { url, write, empty, kinds } = await aMailQueue();
  await write("sent", -8, SENT);
  await write("leased", -8, LEASED);
  expect(await empty(1)).toBe(false);
  expect(await kinds()).toEqual(["sent", "leased"]);
  await look("update mails set sent_at = now() where kind = 'leased'", [], url);
  expect(await empty(1)).toBe(true);
  expect(await kinds()).toEqual([]);
});

test("mails are queued as usual when no worker has removed old ones for weeks", async () => {
  const { write, empty, kinds } = await aMailQueue();
  for (let day = -40; day <= 0; day += 1) await write(`day ${day}`, day, SENT);
  expect(await kinds()).toHaveLength(41);
  for (const day of [1, 4, 7, 10]) await empty(day);
  expect(await kinds()).toEqual([]);
});

test("what the worker runs every minute removes nothing of the last seven days", async () => {
  const { url, db, kinds } = await aMailQueue();
  await look(
    `insert into mails (id, store_id, kind, to_email, subject, text_body, html_body, created_at, slot, sent_at)
     select day, 1, day, '', '', '', '', at, mails_slot(at), at
     from generate_series(0, 6) as day, lateral (select now() - make_interval(days => day)) as moment (at)`,
    [],
    url,
  );
  await pruneMails(db);
  expect(await kinds()).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
});

test("the upgrade keeps all mails where they are, and those that are not sent are sent", async () => {
  const { url, ownerUrl, client } = await aDatabaseBefore("0041_mails_get_a_slot.sql");
  await client.query(`
    insert into mails (id, store_id, kind, to_email, mailbox, subject, text_body, html_body, created_at, sent_at)
    select n, 1, n, n || '@shop.example', 'm', '', 'text', 'html', now() - n * interval '1 hour', case when n > 3 then now() end
    from generate_series(1, 100) as n`);
  const fileOf = async (where: string) =>
    (await client.query(`select pg_relation_filenode(oid) as file from pg_class where ${where}`)).rows;
  const [file] = await fileOf("relname = 'mails'");
  await migrate(ownerUrl, createLog("silent"));

  expect(await fileOf("relname like 'mails\\__' and relkind = 'r'")).toContainEqual(file);
  expect((await client.query("select count(*)::int from mails")).rows).toEqual([{ count: 100 }]);
  const sent: string[] = [];
  await createMailer({
    db: openDb(url),
    log: createLog("silent"),
    isWithheld: async () => false,
    senders: { email: async (mail) => void sent.push(mail.to) },
  }).sendDueMails();
  expect(sent.toSorted()).toEqual(["1@shop.example", "2@shop.example", "3@shop.example"]);
});

test("all partitions have the same indexes, policies and rights, also the one that the old table became", async () => {
  const shapes = await look<{ shape: string }>(`
    select distinct concat_ws(';', relrowsecurity, relforcerowsecurity, relacl,
      (select string_agg(replace(indexdef, c.relname, ''), ',' order by indexdef) from pg_indexes where tablename = c.relname),
      (select string_agg(policyname || cmd || roles::text, ',') from pg_policies where tablename = c.relname),
      (select string_agg(pg_get_constraintdef(oid), ',' order by conname) from pg_constraint where conrelid = c.oid)) as shape
    from pg_class c where relname ~ '^mails_[0-3]$'`);
  expect(shapes).toHaveLength(1);
});
