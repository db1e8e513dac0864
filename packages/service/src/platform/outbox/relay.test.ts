import { expect, test } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { connectAsSuperuser, look } from "../../../test/fixtures/database.ts";
import { withServiceLogin } from "../../../test/fixtures/database-url.ts";
import { aMigratedDatabase } from "../../../test/fixtures/migrated-database.ts";
import { natsUrl } from "../../../test/fixtures/nats-url.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { createDb, type Db } from "../db/db.ts";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { createWakeUps, type WakeUps } from "../wake-ups.ts";
import type { OutboxEvent } from "./events.ts";
import type { OutboxReader } from "./reader.ts";
import { declareReader, relayPage, startRelay } from "./relay.ts";

const log = createLog("silent");
const NO_WAKE_UPS: WakeUps = { send: () => {}, listen: () => {}, close: async () => {} };

/** A separate database, because a reader gets the events of every store. */
async function anOutbox() {
  const url = await aMigratedDatabase();
  const db = createDb(withServiceLogin(url), { onError: () => undefined, wakeWorkers: () => {} });
  whenDone(() => db.end());
  return {
    url,
    db,
    /** Writes each event in its own transaction. */
    write: async (...numbers: number[]) => {
      for (const number of numbers) await look(INSERT, [number], url);
    },
    writeMany: (count: number) =>
      look(
        `insert into outbox (store_id, subject, payload)
         select 1, 'test.event', jsonb_build_object('n', n) from generate_series(1, $1::int) as n`,
        [count],
        url,
      ),
  };
}
const INSERT =
  "insert into outbox (store_id, subject, payload) values (1, 'test.event', jsonb_build_object('n', $1::int))";
const numberOf = ({ payload }: OutboxEvent) => (payload as { n?: number }).n ?? 0;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A reader that records every event it gets, also repeated ones. */
function aReader(name = "test") {
  const seen: number[] = [];
  const reader: OutboxReader = {
    name,
    handle: async (_tx, events) => void seen.push(...events.map(numberOf)),
  };
  return { seen, reader };
}
/** An event is readable when no older transaction is open. Other tests use this server, so that may take a moment. */
const readAll = async (db: Db, reader: OutboxReader, done: () => boolean) => {
  await declareReader(db, reader);
  return waitFor(async () => {
    while (await relayPage(db, reader));
    return done();
  }, 60_000);
};

test("a reader gets every event once and in order", async () => {
  const { db, write } = await anOutbox();
  const { seen, reader } = aReader();
  await write(1, 2, 3);
  expect(await readAll(db, reader, () => seen.length >= 3)).toBe(true);
  await write(4, 5);
  expect(await readAll(db, reader, () => seen.length >= 5)).toBe(true);
  expect(await relayPage(db, reader)).toBe(false);

  expect(seen).toEqual([1, 2, 3, 4, 5]);
});

test("more events than fit into a page are read page by page", async () => {
  const { db, writeMany } = await anOutbox();
  const { seen, reader } = aReader();
  await writeMany(1_234);
  expect(await readAll(db, reader, () => seen.length >= 1_234)).toBe(true);
  expect(seen).toEqual(upTo(1_234));
});

test("each reader has its own position", async () => {
  const { db, write } = await anOutbox();
  const [one, other] = [aReader("one"), aReader("other")];
  await write(1, 2);
  expect(await readAll(db, one.reader, () => one.seen.length >= 2)).toBe(true);
  await write(3);
  expect(await readAll(db, other.reader, () => other.seen.length >= 3)).toBe(true);
  expect([one.seen, other.seen]).toEqual([
    [1, 2],
    [1, 2, 3],
  ]);
});

test("an event with a smaller id that is committed late is not skipped", async () => {
  const { db, url, write } = await anOutbox();
  const { seen, reader } = aReader();
  const late = await connectAsSuperuser(url);
  await late.query("begin");
  await late.query(INSERT, [1]);
  await write(2);
  await declareReader(db, reader);
  while (await relayPage(db, reader));
  expect(seen).toEqual([]); // event 2 waits, because event 1 may still be committed

  // Control: ordered by id alone, event 2 would be read now and event 1 never.
  expect(await look("select payload -> 'n' as n from outbox where id > 0 order by id", [], url)).toEqual([{ n: 2 }]);
  await late.query("commit");
  await late.end();
  expect(await readAll(db, reader, () => seen.length >= 2)).toBe(true);
  expect(seen).toEqual([1, 2]);
});

test("the writes of a reader are committed exactly once, although it throws and gets the events again", async () => {
  const { db, url, write } = await anOutbox();
  let tries = 0;
  const reader: OutboxReader = {
    name: "throws",
    handle: async (tx, events) => {
      tries += 1;
      await tx`insert into outbox_readers (name) values (${`wrote-${events.map(numberOf).join("-")}`})`;
      if (tries < 3) throw new Error("not yet");
    },
  };
  await write(1, 2);
  await declareReader(db, reader);
  const isDone = async () => {
    await relayPage(db, reader).catch(() => false);
    return tries >= 3;
  };
  expect(await waitFor(isDone, 60_000)).toBe(true);
  await relayPage(db, reader);

  expect(tries).toBe(3);
  const wrote = "select name from outbox_readers where name like 'wrote-%'";
  expect(await look(wrote, [], url)).toEqual([{ name: "wrote-1-2" }]);
});

test("two relays of the same reader hand over each event once", async () => {
  const { url, write } = await anOutbox();
  const { seen, reader } = aReader();
  const relays = [aRelay(url, reader), aRelay(url, reader)];
  const writing = write(...upTo(100));
  expect(await waitFor(() => seen.length >= 100, 60_000)).toBe(true);
  await writing;
  await Promise.all(relays.map(({ stop }) => stop()));
  expect(seen).toEqual(upTo(100));
});

test("a relay continues after a reader has thrown", async () => {
  const { url, write } = await anOutbox();
  let fails = 1;
  const seen: number[] = [];
  const reader: OutboxReader = {
    name: "once",
    handle: async (_tx, events) => {
      if (fails-- > 0) throw new Error("first time");
      seen.push(...events.map(numberOf));
    },
  };
  aRelay(url, reader);
  await write(1, 2);
  expect(await waitFor(() => seen.length >= 2, 60_000)).toBe(true);
  expect(seen).toEqual([1, 2]);
});

test("an event on which its reader always fails is skipped after eight tries and logged, and all others are read once", async () => {
  const { url, write } = await anOutbox();
  const seen: number[] = [];
  let tries = 0;
  const reader: OutboxReader = {
    name: "fails-on-3",
    handle: async (_tx, events) => {
      const isAlone = events.length === 1;
      for (const number of events.map(numberOf)) {
        if (number === 3 && isAlone) tries += 1;
        if (number === 3) throw new Error("never");
      }
      seen.push(...events.map(numberOf));
    },
  };
  await write(1, 2, 3, 4, 5);
  const { metrics, logged } = aRelay(url, reader);
  expect(await waitFor(() => seen.includes(5), 60_000)).toBe(true);
  await write(6);
  expect(await waitFor(() => seen.includes(6), 60_000)).toBe(true);

  expect([seen, tries]).toEqual([[1, 2, 4, 5, 6], 8]);
  expect(logged.filter(({ msg }) => msg.startsWith("Skipped an event"))).toMatchObject([
    { level: 50, reader: "fails-on-3", event: { subject: "test.event", payload: { n: 3 } } },
  ]);
  expect((await metrics.setAside.get()).values).toMatchObject([{ value: 1, labels: { reader: "fails-on-3" } }]);
  expect(await look("select payload -> 'n' as n from outbox where payload -> 'n' = '3'", [], url)).toEqual([{ n: 3 }]);
});

test("the writes of a reader that then failed on a skipped event are rolled back", async () => {
  const { url, write } = await anOutbox();
  const seen: number[] = [];
  const reader: OutboxReader = {
    name: "writes",
    handle: async (tx, events) => {
      for (const number of events.map(numberOf))
        await tx`insert into outbox_readers (name) values (${`wrote-${number}`})`;
      if (events.some((event) => numberOf(event) === 1)) await tx`select 1 / 0`;
      seen.push(...events.map(numberOf));
    },
  };
  await write(1, 2);
  aRelay(url, reader);
  expect(await waitFor(() => seen.includes(2), 60_000)).toBe(true);
  const isKept = async () =>
    (await look("select name from outbox_readers where name like 'wrote-%'", [], url)).length > 0;
  expect(await waitFor(isKept, 60_000)).toBe(true);
  expect(await look("select name from outbox_readers where name like 'wrote-%'", [], url)).toEqual([
    { name: "wrote-2" },
  ]);
});

test("a wake-up from another process wakes every reader long before the next poll", async () => {
  const { url, write } = await anOutbox();
  const processes = [createWakeUps(natsUrl, log), createWakeUps(natsUrl, log)];
  whenDone(async () => void (await Promise.all(processes.map((wakeUps) => wakeUps.close()))));
  const [one, other] = [aReader("one"), aReader("other")];
  const relay = aRelay(url, one.reader, { wakeUps: processes[0] as WakeUps, more: [other.reader], pollMs: 600_000 });
  await write(1);
  const isSeen = () => {
    processes[1]?.send("outbox");
    return one.seen.length > 0 && other.seen.length > 0;
  };
  expect(await waitFor(isSeen, 60_000)).toBe(true);

  const start = performance.now();
  await relay.stop();
  expect(performance.now() - start).toBeLessThan(60_000);
});

function aRelay(
  url: string,
  reader: OutboxReader,
  options: { wakeUps?: WakeUps; more?: OutboxReader[]; pollMs?: number } = {},
) {
  const db = createDb(withServiceLogin(url), { onError: () => undefined, wakeWorkers: () => {} });
  const metrics = createMetrics({ poolWaiting: () => 0 });
  const logged: LogLine[] = [];
  const relay = startRelay({
    db,
    wakeUps: options.wakeUps ?? NO_WAKE_UPS,
    readers: [reader, ...(options.more ?? [])],
    pollMs: options.pollMs ?? 10,
    retryMs: 1,
    log: createLog("info", { write: (line: string) => void logged.push(JSON.parse(line) as LogLine) }),
    metrics,
  });
  whenDone(async () => {
    await relay.stop();
    await db.end();
  });
  return { ...relay, metrics, logged };
}
type LogLine = { level: number; msg: string } & Record<string, unknown>;
