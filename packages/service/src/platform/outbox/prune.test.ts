import { expect, test } from "vitest";
import { drainOutbox } from "../../../test/fixtures/drain-outbox.ts";
import { anOutbox as anEmptyOutbox, aReader } from "../../../test/fixtures/outbox.ts";
import { declareReaders } from "./positions.ts";
import { createPruneOutbox } from "./prune.ts";
import { tick } from "./tick.ts";

async function anOutbox(readers = ["one", "other"]) {
  const { db, ask } = await anEmptyOutbox();
  await declareReaders(db.worker, readers);
  return {
    db,
    ask,
    prune: () => createPruneOutbox(readers)(db),
    /** Inserts an event, and makes its batch, as if it had been this many days ago. */
    async write(daysAgo: number) {
      await ask(
        `insert into outbox (store_id, subject, payload, created_at, slot)
         values (1, 'test.event', jsonb_build_object('daysAgo', $1::int), now() - make_interval(days => $1),
           outbox_slot(now() - make_interval(days => $1)))`,
        [daysAgo],
      );
      const ticked = await tick(db, { apartMs: 0 });
      for (const table of ["outbox_batches", "outbox_numbers"])
        await ask(
          `update ${table} set slot = outbox_slot(now() - make_interval(days => $1))
             ${table === "outbox_batches" ? ", created_at = now() - make_interval(days => $1)" : ""} where batch = $2`,
          [daysAgo, String(ticked?.newest)],
        );
    },
    ages: async () =>
      (await ask<{ age: number }>("select (payload -> 'daysAgo')::int as age from outbox order by age")).map(
        ({ age }) => age,
      ),
    /** Sets the position of a reader behind the events that are at least this many days old. */
    readUntil: (name: string, daysAgo: number) =>
      ask(
        `update outbox_positions set batch = (
           select max(batch) from outbox_batches where created_at < now() - make_interval(days => $2) + interval '1 hour'
         ) where reader = $1`,
        [name, daysAgo],
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
  await outbox.readUntil("one", 0);
  await outbox.readUntil("other", 6);
  expect(await outbox.prune()).toBe(1);
  expect(await outbox.ages()).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a reader that an upgrade has removed keeps no events", async () => {
  const outbox = await anOutbox(["one"]);
  await declareReaders(outbox.db.worker, ["removed"]);
  for (const day of WEEK) await outbox.write(day);
  await outbox.readUntil("one", 0);
  await outbox.prune();
  expect(await outbox.ages()).not.toContain(4);
});

test("a day with an event that is in no batch yet keeps all its events", async () => {
  const outbox = await anOutbox();
  await outbox.write(5);
  await outbox.write(0);
  for (const name of ["one", "other"]) await outbox.readUntil(name, 0);
  await outbox.ask(
    `insert into outbox (store_id, subject, payload, created_at, slot)
     select store_id, subject, payload, created_at, slot from outbox where (payload -> 'daysAgo')::int = 5`,
  );
  expect(await outbox.prune()).toBe(0);
  expect(await outbox.ages()).toEqual([0, 5, 5]);
});

test("pruning deletes nothing from an empty outbox, from the last three days or from the day of the newest batch", async () => {
  const outbox = await anOutbox();
  expect(await outbox.prune()).toBe(0);
  await outbox.write(5);
  await outbox.readUntil("one", 0);
  await outbox.readUntil("other", 0);
  expect(await outbox.prune()).toBe(0);
  await outbox.write(1);
  await outbox.write(0);
  for (const name of ["one", "other"]) await outbox.readUntil(name, 0);
  expect(await outbox.prune()).toBe(1);
  expect(await outbox.ages()).toEqual([0, 1]);
});

test("the numbers of a store go on while a slot still has events of eight days ago", async () => {
  const outbox = await anOutbox();
  // The installation is nine days old.
  await outbox.ask(
    "update outbox_batches set created_at = now() - interval '9 days', slot = outbox_slot(now() - interval '9 days')",
  );
  for (const day of [8, 7]) await outbox.write(day);
  await outbox.write(0);
  const { events, reader } = aReader("new");
  await drainOutbox(outbox.db, reader);
  expect(events.map(({ number }) => number)).toEqual(["1", "2", "3"]);
});

test("the numbers of a store go on after all days with its events were deleted, and readers go on behind the gap", async () => {
  const outbox = await anOutbox();
  for (const day of [6, 5]) await outbox.write(day);
  await outbox.ask("insert into outbox (store_id, subject, payload) values (2, 'test.event', '{}')");
  await tick(outbox.db, { apartMs: 0 });
  for (const name of ["one", "other"]) await outbox.readUntil(name, 0);
  expect(await outbox.prune()).toBe(2);
  await outbox.write(0);
  const { events, reader } = aReader("new");
  await drainOutbox(outbox.db, reader);
  expect(events.map(({ storeId, number }) => [storeId, number])).toEqual([
    [2, "1"],
    [1, "3"],
  ]);
});
