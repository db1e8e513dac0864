import { expect, test } from "vitest";
import { look } from "../../../test/fixtures/database.ts";
import { withServiceLogin } from "../../../test/fixtures/database-url.ts";
import { aMigratedDatabase } from "../../../test/fixtures/migrated-database.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { createDb } from "../db/db.ts";
import { pruneOutbox } from "./prune.ts";

async function anOutbox() {
  const url = await aMigratedDatabase();
  const db = createDb(withServiceLogin(url), { onError: () => undefined, wakeWorkers: () => {} });
  whenDone(() => db.end());
  return {
    prune: () => pruneOutbox(db),
    /** Inserts an event as if it had been written this many days ago. */
    write: (daysAgo: number) =>
      look(
        `insert into outbox (store_id, subject, payload, created_at, slot)
         values (1, 'test.event', jsonb_build_object('daysAgo', $1::int), now() - make_interval(days => $1),
           outbox_slot(now() - make_interval(days => $1)))`,
        [daysAgo],
        url,
      ),
    ages: async () =>
      (await look<{ age: number }>("select (payload -> 'daysAgo')::int as age from outbox order by age", [], url)).map(
        ({ age }) => age,
      ),
    /** Sets the position of a reader behind the events that are at least this many days old. */
    readUntil: (name: string, daysAgo: number) =>
      look(
        `insert into outbox_readers (name, xid, id)
         select $1, xid, id from outbox where (payload -> 'daysAgo')::int >= $2 order by xid desc, id desc limit 1
         on conflict (name) do update set xid = excluded.xid, id = excluded.id`,
        [name, daysAgo],
        url,
      ),
  };
}
/** Days ago, in the order in which the events were written. */
const WEEK = [6, 5, 4, 3, 2, 1, 0];

test("only days that are more than three days old and that every reader has read are deleted", async () => {
  const outbox = await anOutbox();
  for (const day of WEEK) await outbox.write(day);
  await outbox.readUntil("one", 0);
  await outbox.readUntil("other", 5);

  expect(await outbox.prune()).toBe(2);
  expect(await outbox.ages()).toEqual([0, 1, 2, 3, 4]);

  await outbox.readUntil("other", 0);
  await outbox.prune();
  const ages = await outbox.ages();
  expect(ages).not.toContain(4);
  expect(ages).toEqual(expect.arrayContaining([0, 1, 2]));
});

test("events that one reader has not read are kept, however old they are", async () => {
  const outbox = await anOutbox();
  for (const day of WEEK) await outbox.write(day);
  await outbox.readUntil("quick", 0);
  await outbox.readUntil("slow", 6);
  expect(await outbox.prune()).toBe(1);
  expect(await outbox.ages()).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a day with one unread event keeps all its events", async () => {
  const outbox = await anOutbox();
  await outbox.write(5);
  await outbox.readUntil("reader", 5);
  await outbox.write(5);
  expect(await outbox.prune()).toBe(0);
  expect(await outbox.ages()).toEqual([5, 5]);
});

test("pruning deletes nothing from an empty outbox or from the last three days", async () => {
  const outbox = await anOutbox();
  expect(await outbox.prune()).toBe(0);
  await outbox.write(1);
  await outbox.write(0);
  await outbox.readUntil("reader", 0);
  expect(await outbox.prune()).toBe(0);
  expect(await outbox.ages()).toEqual([0, 1]);
});
