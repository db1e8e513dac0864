import { expect, test } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { natsUrl } from "../../../test/fixtures/nats-url.ts";
import { anOutbox, aReader, aRelay, numberOf } from "../../../test/fixtures/outbox.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { unavailable } from "../errors.ts";
import { createLog } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { createNats } from "../nats.ts";
import { createWakeUps, type WakeUps } from "../wake-ups.ts";
import { rewindReader } from "./positions.ts";
import { type OutboxReader, PARTITIONS } from "./reader.ts";
import { tick } from "./tick.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const WAIT_MS = 60_000;

const lagIn =
  ({ registry }: Metrics) =>
  async (reader: string) => {
    const [gauge] = (await registry.getMetricsAsJSON()).filter((one) => one.name === "keepsake_outbox_lag_seconds");
    return gauge?.values.find(({ labels }) => labels["reader"] === reader)?.value ?? Number.NaN;
  };

test("a reader gets every event once, and those of a store in order", async () => {
  const { url, write, writeMany } = await anOutbox();
  const { seen, reader } = aReader();
  aRelay(url, [reader]);
  await write(...upTo(50));
  expect(await waitFor(() => seen.length >= 50, WAIT_MS)).toBe(true);
  expect(seen).toEqual(upTo(50));
  await writeMany(12_345);
  expect(await waitFor(() => seen.length >= 12_395, WAIT_MS)).toBe(true);
  expect(seen.slice(50)).toEqual(upTo(12_345));
});

test("a reader gets only the events of its subjects", async () => {
  const { url, write, ask } = await anOutbox();
  const { events, reader } = aReader();
  aRelay(url, [{ ...reader, subjects: ["list.created"] }]);
  await write(1);
  await ask("insert into outbox (store_id, subject, payload) values (1, 'list.created', '{}')");
  await write(2);
  expect(await waitFor(() => events.length > 0, WAIT_MS)).toBe(true);
  expect(events.map(({ subject, number }) => [subject, number])).toEqual([["list.created", "2"]]);
});

test("each reader has its own position, and goes on there after a restart", async () => {
  const { url, write } = await anOutbox();
  const [one, other] = [aReader("one"), aReader("other")];
  await write(1, 2);
  const first = aRelay(url, [one.reader]);
  expect(await waitFor(() => one.seen.length >= 2, WAIT_MS)).toBe(true);
  await first.stop();
  await write(3);
  aRelay(url, [one.reader, other.reader]);
  expect(await waitFor(() => one.seen.length >= 3 && other.seen.length >= 3, WAIT_MS)).toBe(true);
  expect([one.seen, other.seen]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
});

test("workers share the stores, and each event is handled once", async () => {
  const { url, ask, writeMany } = await anOutbox();
  const readers = [aReader(), aReader(), aReader()];
  for (const { reader } of readers) aRelay(url, [reader]);
  const areShared = async () => {
    const [row] = await ask<{ workers: number; most: number }>(
      `select count(*)::int as workers, max(partitions)::int as most
       from (select count(*) as partitions from outbox_partitions where worker is not null group by worker) as shares`,
    );
    return row?.workers === 3 && row.most <= 6;
  };
  expect(await waitFor(areShared, WAIT_MS)).toBe(true);
  await writeMany(3_000, 100);
  const seenByAll = () => readers.flatMap(({ seen }) => seen);
  expect(await waitFor(() => seenByAll().length >= 3_000, WAIT_MS)).toBe(true);
  expect(sorted(seenByAll())).toEqual(upTo(3_000));
  expect(readers.every(({ seen }) => seen.length > 0)).toBe(true);
});

test("the partitions of a worker that stops go to another at once, and nothing is handled twice", async () => {
  const { url, ask, writeMany } = await anOutbox();
  const [leaving, staying] = [aReader(), aReader()];
  const relay = aRelay(url, [leaving.reader]);
  await writeMany(500, 50);
  expect(await waitFor(() => leaving.seen.length >= 500, WAIT_MS)).toBe(true);
  aRelay(url, [staying.reader]);
  await relay.stop();
  await writeMany(500, 50);
  expect(await waitFor(() => staying.seen.length + leaving.seen.length >= 1_000, WAIT_MS)).toBe(true);
  expect(sorted([...leaving.seen, ...staying.seen])).toEqual(sorted([...upTo(500), ...upTo(500)]));
  const [owned] = await ask<{ workers: number; taken: number }>(
    "select count(distinct worker)::int as workers, count(worker)::int as taken from outbox_partitions",
  );
  expect(owned).toEqual({ workers: 1, taken: PARTITIONS });
});

test("the partitions of a worker that died go to another within three seconds", async () => {
  const { url, ask, write } = await anOutbox();
  const DEAD = "00000000-0000-0000-0000-000000000001";
  await ask("insert into outbox_workers values ($1, clock_timestamp() + interval '2 seconds')", [DEAD]);
  await ask("update outbox_partitions set worker = $1", [DEAD]);
  const died = performance.now();
  const { seen, reader } = aReader();
  aRelay(url, [reader]);
  await write(1);
  expect(await waitFor(() => seen.length > 0, WAIT_MS)).toBe(true);
  expect(performance.now() - died).toBeLessThan(4_000); // a second for a slow machine
});

test("what a reader writes exactly once is committed once, although it throws and gets the events again", async () => {
  const { url, ask, write } = await anOutbox();
  await ask("create table counted (n int)");
  await ask("grant insert on counted to keepsake_worker");
  let tries = 0;
  const reader: OutboxReader = {
    name: "counts",
    async handleOnce(tx, events) {
      tries += 1;
      for (const number of events.map(numberOf)) await tx`insert into counted values (${number})`;
      if (tries < 3) throw new Error("not yet");
    },
  };
  await write(1, 2, 3);
  aRelay(url, [reader]);
  const counted = async () => (await ask<{ n: number }>("select n from counted order by n")).map(({ n }) => n);
  expect(await waitFor(async () => (await counted()).length >= 3, WAIT_MS)).toBe(true);
  await write(4);
  expect(await waitFor(async () => (await counted()).length >= 4, WAIT_MS)).toBe(true);
  expect(await counted()).toEqual([1, 2, 3, 4]);
});

test("a worker whose reader another one has moved on commits nothing for the events in between", async () => {
  const { url, ask, write } = await anOutbox();
  await ask("create table counted (n int)");
  await ask("grant insert on counted to keepsake_worker");
  const reader: OutboxReader = {
    name: "counts",
    async handleOnce(tx, events) {
      for (const number of events.map(numberOf)) await tx`insert into counted values (${number})`;
    },
  };
  aRelay(url, [reader]);
  const counted = async () => (await ask<{ n: number }>("select n from counted order by n")).map(({ n }) => n);
  await write(1);
  expect(await waitFor(async () => (await counted()).length > 0, WAIT_MS)).toBe(true);
  await ask("update outbox_positions set batch = 2");
  await write(2);
  await waitFor(async () => (await ask("select from outbox_batches")).length > 2, WAIT_MS);
  await write(3);
  expect(await waitFor(async () => (await counted()).includes(3), WAIT_MS)).toBe(true);
  expect(await counted()).toEqual([1, 3]);
});

test("an event on which its reader always fails is parked after four tries and logged, and all others are read once", async () => {
  const { url, ask, write } = await anOutbox();
  let tries = 0;
  const { seen, reader } = aReader("fails-on-3", (events) => {
    if (!events.some((event) => numberOf(event) === 3)) return undefined;
    if (events.length === 1) tries += 1;
    return new Error("never");
  });
  await write(1, 2, 3, 4, 5);
  const { logged } = aRelay(url, [reader]);
  expect(await waitFor(() => seen.includes(5), WAIT_MS)).toBe(true);
  await write(6);
  expect(await waitFor(() => seen.includes(6), WAIT_MS)).toBe(true);

  expect([seen, tries]).toEqual([[1, 2, 4, 5, 6], 4]);
  expect(logged.filter(({ msg }) => msg.startsWith("Parked an event"))).toMatchObject([
    { level: 50, reader: "fails-on-3", event: { subject: "test.event", payload: { n: 3 } } },
  ]);
  expect(await ask("select reader, payload, tries, error from outbox_parked")).toEqual([
    { reader: "fails-on-3", payload: { n: 3 }, tries: 4, error: "never" },
  ]);
});

test("the writes of a reader that then failed on a parked event are rolled back", async () => {
  const { url, ask, write } = await anOutbox();
  await ask("create table counted (n int)");
  await ask("grant insert on counted to keepsake_worker");
  const reader: OutboxReader = {
    name: "writes",
    async handleOnce(tx, events) {
      for (const number of events.map(numberOf)) await tx`insert into counted values (${number})`;
      if (events.some((event) => numberOf(event) === 1)) await tx`select 1 / 0`;
    },
  };
  await write(1, 2);
  aRelay(url, [reader]);
  const counted = () => ask<{ n: number }>("select n from counted");
  expect(await waitFor(async () => (await counted()).length > 0, WAIT_MS)).toBe(true);
  expect(await counted()).toEqual([{ n: 2 }]);
  expect(await ask("select event_id from outbox_parked")).toEqual([{ event_id: "1" }]);
});

test("a reader that fails for ever delays no other reader", async () => {
  const { url, write } = await anOutbox();
  const broken = aReader("broken", () => new Error("broken"));
  const { seen, reader } = aReader("fine");
  aRelay(url, [broken.reader, reader], { backOffMs: 1_000 });
  await write(...upTo(50));
  expect(await waitFor(() => seen.length >= 50, WAIT_MS)).toBe(true);
  expect([seen, broken.seen]).toEqual([upTo(50), []]);
});

test("a store whose event hangs does not delay the stores of other partitions", async () => {
  const { url, writeFor } = await anOutbox();
  let isHanging = false;
  let release = () => {};
  const hangs = new Promise<void>((resolve) => {
    release = resolve;
  });
  const seen: number[] = [];
  const reader: OutboxReader = {
    name: "hangs",
    async handle(events) {
      isHanging = events.some(({ storeId }) => storeId === 1);
      if (isHanging) await hangs;
      seen.push(...events.map(numberOf));
    },
  };
  aRelay(url, [reader]);
  await writeFor(1, 1);
  expect(await waitFor(() => isHanging, WAIT_MS)).toBe(true);
  await writeFor(2, 2);
  expect(await waitFor(() => seen.includes(2), WAIT_MS)).toBe(true);
  expect(seen).toEqual([2]);
  release();
  expect(await waitFor(() => seen.includes(1), WAIT_MS)).toBe(true);
});

test("a reader that never parks waits until what it needs is there again, and keeps the order", async () => {
  const { url, ask, write } = await anOutbox();
  let tries = 0;
  const { seen, reader } = aReader("waits", () => ((tries += 1) < 8 ? unavailable("NATS") : undefined));
  aRelay(url, [{ ...reader, neverParks: true }]);
  await write(1, 2, 3);
  expect(await waitFor(() => seen.length >= 3, WAIT_MS)).toBe(true);
  expect(seen).toEqual([1, 2, 3]);
  expect(await ask("select from outbox_parked")).toEqual([]);
});

test("the lag of a reader that is stuck rises with the clock, and falls to zero when it is through", async () => {
  const { url, write } = await anOutbox();
  let isStuck = true;
  const { seen, reader } = aReader("stuck", () => (isStuck ? unavailable("The database") : undefined));
  const fine = aReader("fine");
  const lagOf = lagIn(aRelay(url, [reader, fine.reader]).metrics);
  await write(1);
  expect(await waitFor(async () => (await lagOf("stuck")) > 0.5, WAIT_MS)).toBe(true);
  expect(await lagOf("fine")).toBe(0);
  isStuck = false;
  expect(await waitFor(() => seen.length > 0, WAIT_MS)).toBe(true);
  expect(await waitFor(async () => (await lagOf("stuck")) === 0, WAIT_MS)).toBe(true);
});

test("the lag rises also while nobody can put events into batches, and falls to zero afterwards", async () => {
  const { url, open, write } = await anOutbox();
  const { seen, reader } = aReader("idle");
  const lagOf = lagIn(aRelay(url, [reader]).metrics);
  await write(1);
  expect(await waitFor(() => seen.length > 0, WAIT_MS)).toBe(true);
  // As a ticker that hangs in the middle of its transaction.
  const hanging = await open();
  await hanging.query("select pg_advisory_xact_lock(hashtextextended('keepsake outbox', 0))");
  await write(2);
  expect(await waitFor(async () => (await lagOf("idle")) > 5, WAIT_MS)).toBe(true);
  await hanging.commit();
  expect(await waitFor(() => seen.length > 1, WAIT_MS)).toBe(true);
  expect(await waitFor(async () => (await lagOf("idle")) === 0, WAIT_MS)).toBe(true);
});

test("a wake-up from another process wakes every reader long before the next poll", async () => {
  const { url, write } = await anOutbox();
  const log = createLog("silent");
  const connections = [createNats(natsUrl, log), createNats(natsUrl, log)];
  whenDone(async () => void (await Promise.all(connections.map((nats) => nats.close()))));
  const processes = connections.map((nats) => createWakeUps(nats));
  const [one, other] = [aReader("one"), aReader("other")];
  const relay = aRelay(url, [one.reader, other.reader], { wakeUps: processes[0] as WakeUps, pollMs: 600_000 });
  await write(1);
  const isSeen = () => {
    processes[1]?.send("outbox");
    return one.seen.length > 0 && other.seen.length > 0;
  };
  expect(await waitFor(isSeen, WAIT_MS)).toBe(true);

  const start = performance.now();
  await relay.stop();
  expect(performance.now() - start).toBeLessThan(WAIT_MS);
});

test("an event that is committed right after a batch was made is read long before the next poll", async () => {
  const { url, write } = await anOutbox();
  const listeners: (() => void)[] = [];
  const ring = () => listeners.forEach((wake) => wake());
  const wakeUps: WakeUps = { send: ring, listen: (_bell, wake) => void listeners.push(wake), close: async () => {} };
  const { seen, reader } = aReader();
  aRelay(url, [reader], { wakeUps, pollMs: 600_000 });
  for (const number of upTo(20)) {
    await write(number);
    ring();
    expect(await waitFor(() => seen.includes(number), WAIT_MS)).toBe(true);
  }
  expect(seen).toEqual(upTo(20));
});

test("the positions of readers reach the database also where no event concerned them, so that old days can be deleted", async () => {
  const { url, ask, write } = await anOutbox();
  const { reader } = aReader();
  aRelay(url, [{ ...reader, subjects: ["list.created"] }]);
  await write(1, 2);
  const isMoved = async () => {
    const [row] = await ask<{ behind: number }>(
      "select count(*)::int as behind from outbox_positions where batch < (select max(batch) from outbox_batches)",
    );
    return row?.behind === 0;
  };
  expect(await waitFor(isMoved, WAIT_MS)).toBe(true);
});

test("while the positions of one reader are locked, those of the other are saved, and the worker gives partitions to another", async () => {
  const { url, ask, open, write } = await anOutbox();
  const [counts, other] = [aReader("counts"), aReader("other")];
  const relay = aRelay(url, [counts.reader, other.reader]);
  await write(1);
  expect(await waitFor(() => counts.seen.length + other.seen.length >= 2, WAIT_MS)).toBe(true);
  const rebuild = await open();
  await rebuild.query("select from outbox_positions where reader = 'counts' for update");
  await write(2);
  expect(await waitFor(() => counts.seen.includes(2) && other.seen.includes(2), WAIT_MS)).toBe(true);
  const behind = async (reader: string) => {
    const [row] = await ask<{ behind: number }>(
      "select count(*)::int as behind from outbox_positions where reader = $1 and batch < (select max(batch) from outbox_batches)",
      [reader],
    );
    return row?.behind;
  };
  expect(await waitFor(async () => (await behind("other")) === 0, WAIT_MS)).toBe(true);
  expect(await behind("counts")).toBe(PARTITIONS);
  aRelay(url, [counts.reader, other.reader]);
  const isShared = async () =>
    (await ask("select worker from outbox_partitions group by worker having worker is not null")).length === 2;
  expect(await waitFor(isShared, WAIT_MS)).toBe(true);
  await relay.stop();
  expect(await ask("select id from outbox_workers")).toHaveLength(1);
  await rebuild.commit();
  expect(await waitFor(async () => (await behind("counts")) === 0, WAIT_MS)).toBe(true);
});

test("a reader that is rewound reads the events since that moment again, and never moves forward", async () => {
  const { url, db, ask, write } = await anOutbox();
  const { seen, reader } = aReader();
  const relay = aRelay(url, [reader]);
  await write(1, 2);
  expect(await waitFor(() => seen.length >= 2, WAIT_MS)).toBe(true);
  await rewindReader(db.worker, reader.name, new Date(0));
  expect(await waitFor(() => seen.length >= 4, WAIT_MS)).toBe(true);
  expect(seen).toEqual([1, 2, 1, 2]);

  await relay.stop();
  await write(3);
  await ask("update outbox_positions set batch = 0");
  await tick(db, { apartMs: 0 });
  await ask("update outbox_batches set created_at = now() - interval '1 hour' where batch <= 1");
  await rewindReader(db.worker, reader.name, new Date(Date.now() - 60_000));
  expect(await ask("select distinct batch from outbox_positions")).toEqual([{ batch: "0" }]);
});
