import fc from "fast-check";
import { expect, test } from "vitest";
import { aDatabase, connectAsSuperuser } from "../../../test/fixtures/database.ts";
import { drainOutbox } from "../../../test/fixtures/drain-outbox.ts";
import { anOutbox, aReader } from "../../../test/fixtures/outbox.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import type { StoreId } from "../ids.ts";
import { readBatches } from "./read-batches.ts";
import { PARTITION_SQL, partitionOf } from "./reader.ts";
import { tick } from "./tick.ts";

const FULL = process.env["KEEPSAKE_TESTS"] === "full";
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** What readers could see before there were batches: nothing that an open transaction might still precede. */
const OLD_WAY = `select payload -> 'n' as n from outbox where xid < pg_snapshot_xmin(pg_current_snapshot()) order by outbox.xid, outbox.id`;

test("a transaction that is held open in another database does not delay the events of this one", async () => {
  const { db, ask, write } = await anOutbox();
  const other = await connectAsSuperuser(await aDatabase());
  whenDone(() => other.end());
  await other.query("begin");
  await other.query("create table held (id int)");
  await write(1, 2);
  const { seen, reader } = aReader();
  await drainOutbox(db, reader);
  expect(seen).toEqual([1, 2]);
  expect(await ask(OLD_WAY)).toEqual([]); // control
});

test("two changes of one row are read in the order of their commits, although the second transaction began first", async () => {
  const { db, ask, open } = await anOutbox();
  await ask("create table levels (id int primary key, n int)");
  await ask("insert into levels values (3, 0)");
  const [second, first] = [await open(), await open()];
  await second.query("select pg_current_xact_id()");
  await first.query("update levels set n = 1 where id = 3");
  await first.write(1);
  const waiting = second.query("update levels set n = 2 where id = 3"); // waits for the lock
  await first.commit();
  await waiting;
  await second.write(2);
  await second.commit();

  const { seen, reader } = aReader();
  await drainOutbox(db, reader);
  expect(seen).toEqual([1, 2]);
  const byXid = await ask<{ n: number }>("select payload -> 'n' as n from outbox order by xid, id");
  expect(byXid.map(({ n }) => n)).toEqual([2, 1]); // control
});

test("an event with a smaller id that is committed late is read in a later batch, once", async () => {
  const { db, open, write } = await anOutbox();
  const { seen, reader } = aReader();
  const late = await open();
  await late.write(1);
  await write(2);
  await drainOutbox(db, reader);
  expect(seen).toEqual([2]);
  await write(3);
  await drainOutbox(db, reader);
  await late.commit();
  await drainOutbox(db, reader);
  await write(4);
  await drainOutbox(db, reader);
  expect(seen).toEqual([2, 3, 1, 4]);
});

test("the events of a store have consecutive numbers in the order of reading, also across batches", async () => {
  const { db, open, write, writeFor, writeMany } = await anOutbox();
  const { events, reader } = aReader();
  const late = await open();
  await late.write(9);
  await write(1, 2);
  await writeFor(7, 1, 2, 3);
  await drainOutbox(db, reader);
  await late.commit();
  await drainOutbox(db, reader);
  await writeMany(100, 10);
  await drainOutbox(db, reader);
  const numbers = new Map<number, number[]>();
  for (const { storeId, number } of events) numbers.set(storeId, [...(numbers.get(storeId) ?? []), Number(number)]);
  expect(numbers.get(1)).toEqual(upTo(13));
  expect(numbers.get(7)).toEqual(upTo(13));
  for (const ofStore of numbers.values()) expect(ofStore).toEqual(upTo(ofStore.length));
  expect(events.find(({ id }) => id === "1")).toMatchObject({ number: "3" }); // it was committed third
});

test("many events at once are cut into batches in the order of ids, and their numbers go on", async () => {
  const { db, writeMany, ask } = await anOutbox();
  await writeMany(1_000, 3);
  expect(await tick(db, { apartMs: 0, eventsMax: 64 })).toEqual({ newest: 16n, made: true });
  const { seen, events, reader } = aReader();
  await drainOutbox(db, reader);
  expect(seen).toEqual(upTo(1_000));
  for (const store of [1, 2, 3]) {
    const numbers = events.filter(({ storeId }) => storeId === store).map(({ number }) => Number(number));
    expect(numbers).toEqual(upTo(numbers.length));
  }
  expect(await ask("select sum(events)::int as events from outbox_batches")).toEqual([{ events: 1_000 }]);
});

test("a backlog that is too large for one statement's time is put into batches by a longer one", async () => {
  const { db, writeMany } = await anOutbox();
  await writeMany(100);
  expect(await tick(db, { apartMs: 0, hasTimedOut: true })).toEqual({ newest: 1n, made: true });
});

test("without new events a tick writes nothing and uses up no transaction number", async () => {
  const { db, ask, write } = await anOutbox();
  await write(1);
  await tick(db, { apartMs: 0 });
  const countWrites = async () => {
    const [row] = await ask<{ batches: number; rows: number }>(
      "select count(*)::int as batches, (select count(*)::int from outbox_numbers) as rows from outbox_batches",
    );
    return row;
  };
  const before = await countWrites();
  const ticker = await db.asWorker(async (tx) => {
    await tx`select from tick_outbox(interval '0', 5000)`;
    return tx<{ xid: string | null }>`select pg_current_xact_id_if_assigned()::text as xid`;
  });
  expect(ticker).toEqual([{ xid: null }]);
  expect(await countWrites()).toEqual(before);
});

test("a tick that comes soon after the last batch makes none, and tells which is the newest", async () => {
  const { db, write } = await anOutbox();
  await write(1);
  expect(await tick(db, { apartMs: 0 })).toEqual({ newest: 1n, made: true });
  await write(2);
  expect(await tick(db, { apartMs: 60_000 })).toEqual({ newest: 1n, made: false });
  expect(await tick(db, { apartMs: 0 })).toEqual({ newest: 2n, made: true });
});

test("while one process makes a batch, another one is told to come again", async () => {
  const { db, write, open } = await anOutbox();
  await write(1);
  const ticker = await open();
  await ticker.query("select from tick_outbox(interval '0', 5000)");
  expect(await tick(db, { apartMs: 0 })).toBeUndefined();
  await ticker.commit();
  expect(await tick(db, { apartMs: 0 })).toEqual({ newest: 1n, made: false });
});

test("a process reads only the partitions that it asks for, with the same numbers", async () => {
  const { db, writeMany } = await anOutbox();
  await writeMany(160, 32);
  await tick(db, { apartMs: 0 });
  const [batch] = await readBatches(db.worker, 0n, [3]);
  expect(new Set(batch?.events.map(({ storeId }) => Number(storeId)))).toEqual(new Set([3, 19]));
  expect(batch?.events.filter(({ storeId }) => storeId === 19).map(({ number }) => number)).toEqual([
    "1",
    "2",
    "3",
    "4",
    "5",
  ]);
});

test("the first stores of all shards are spread over the partitions, and the database computes the same ones", async () => {
  const { ask } = await anOutbox();
  const ids = upTo(64).map((n) => ((n % 16) << 19) + 1 + Math.floor(n / 16));
  const rows = await ask<{ partition: number }>(
    `select ${PARTITION_SQL} as partition from unnest($1::int[]) with ordinality as store (store_id, nth) order by nth`,
    [ids],
  );
  const partitions = ids.map((id) => partitionOf({ storeId: id as StoreId }));
  expect(rows.map(({ partition }) => partition)).toEqual(partitions);
  expect(new Set(partitions.slice(0, 15)).size).toBeGreaterThan(14);
});

test("after a restore into a cluster with lower transaction numbers, each event that was not read is read once", async () => {
  const { db, ask, write } = await anOutbox();
  const { seen, reader } = aReader();
  await write(1, 2);
  await drainOutbox(db, reader);
  await write(3);
  // As it was in the cluster before: two events in a batch, and one that was not.
  await ask("update outbox set xid = '1000000' where id <= 2");
  await ask(
    "update outbox_batches set snapshot = '1000001:1000001:', from_xid = '1000000', to_xid = '1000000' where batch > 0",
  );
  await ask("update outbox set xid = '1000002' where id = 3");
  await write(4);
  await drainOutbox(db, reader);
  await drainOutbox(db, reader);
  await write(5);
  await drainOutbox(db, reader);
  expect(seen).toEqual([1, 2, 3, 4, 5]);

  const again = aReader("another");
  await drainOutbox(db, again.reader);
  expect(again.seen).toEqual([1, 2, 3, 4, 5]);
  expect(again.events.map(({ number }) => number)).toEqual(["1", "2", "3", "4", "5"]);
});

type Step = { readonly who: number; readonly act: "write" | "commit" | "rollback" | "tick" };

test("whatever the order of writes, commits, rollbacks and ticks: each committed event is read once, with the next number of its store", async () => {
  const { db, ask, open } = await anOutbox();
  const { events, reader } = aReader();
  const writers = await Promise.all([open(), open(), open(), open()]);
  let written = 0;
  const steps = fc.array(
    fc.record<Step>({
      who: fc.integer({ min: 0, max: 3 }),
      act: fc.constantFrom("write", "write", "commit", "rollback", "tick"),
    }),
    { minLength: 1, maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (actions) => {
      events.length = 0;
      const first = written;
      for (const { who, act } of actions) {
        const writer = writers[who];
        if (act === "tick") await drainOutbox(db, reader);
        else if (act === "write") await writer?.write((written += 1), 1 + who);
        else await writer?.query(`${act}; begin`);
      }
      for (const writer of writers) await writer.query("commit; begin");
      await drainOutbox(db, reader);
      const committed = await ask<{ id: string }>(
        "select id from outbox where (payload -> 'n')::int > $1 order by id",
        [first],
      );
      expect(events.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(
        committed.map(({ id }) => Number(id)),
      );
      for (const store of [1, 2, 3, 4]) {
        const ofStore = events.filter(({ storeId }) => storeId === store).map(({ number }) => Number(number));
        expect(ofStore).toEqual(ofStore.map((_, index) => (ofStore[0] ?? 0) + index));
      }
    }),
    { numRuns: FULL ? 200 : 15 },
  );
});
