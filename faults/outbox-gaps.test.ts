import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createDb, type Db } from "../packages/service/src/platform/db/db.ts";
import type { StoreId } from "../packages/service/src/platform/ids.ts";
import { pruneOutbox } from "../packages/service/src/platform/outbox/prune.ts";
import type { OutboxReader } from "../packages/service/src/platform/outbox/reader.ts";
import { declareReader, relayPage } from "../packages/service/src/platform/outbox/relay.ts";
import { writeEvent } from "../packages/service/test/fixtures/write-event.ts";
import { openLab, report } from "./lab.ts";
import { load, tally } from "./load.ts";

const WRITERS = 8;
const TRANSACTIONS = 4_000;
const COMMIT_DELAY_MS = 20;
const RELAYS = 2;

/** A database with a reader of the outbox. `received` are the ids of the events it was given. */
async function anOutboxReader() {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const db = createDb(lab.settings["DATABASE_URL"] ?? "", { onError: () => {}, wakeWorkers: () => {} });
  onTestFinished(db.end);
  const received: string[] = [];
  const reader: OutboxReader = {
    name: "faults",
    handle: async (_tx, events) => void received.push(...events.map((event) => event.id)),
  };
  await declareReader(db, reader);
  return { lab, db, reader, received };
}

test("a reader of the outbox gets the events of transactions that commit late, each event once", async () => {
  const { lab, db, reader, received } = await anOutboxReader();
  const store = await lab.aStore();
  const [[id] = []] = await lab.select(`select id from stores where pid = '${store.pid}'`);

  let isOver = false;
  const naive = pollNaively(db, () => isOver);
  const relaying = load({ loops: RELAYS, until: () => isOver }, async () => {
    if (!(await relayPage(db, reader))) await pause(1);
  });

  await load({ loops: WRITERS, calls: TRANSACTIONS }, () =>
    db.inStore(Number(id) as StoreId, async (tx) => {
      for (let n = Math.random() * 3; n > 0; n--) await writeEvent(tx, "faults.happened", { n: Math.floor(n) });
      await pause(Math.random() * COMMIT_DELAY_MS);
    }),
  );
  isOver = true;
  await relaying;
  while (await relayPage(db, reader));

  const written = (await lab.select("select id from outbox where subject = 'faults.happened'")).flat();
  const times = tally(received);
  const missed = written.filter((event) => !times[event]).length;
  const repeated = Object.values(times).filter((count) => count > 1).length;
  const naivelyReceived = await naive;
  const missedNaively = written.filter((event) => !naivelyReceived.has(event)).length;
  report("outbox gaps", { written: written.length, missed, repeated, missedNaively });

  expect(written.length).toBeGreaterThanOrEqual(TRANSACTIONS);
  expect({ missed, repeated }).toEqual({ missed: 0, repeated: 0 });
  expect(missedNaively).toBeGreaterThan(0);
});

test("outbox events keep their order when transaction numbers gain a digit", async () => {
  const { lab, db, reader, received } = await anOutboxReader();
  // More than a page on either side of transaction 10000, one row per transaction.
  await lab.select(`do $$ begin
    while pg_current_xact_id() < '9400' loop commit; end loop;
    for n in 1..1200 loop
      insert into outbox (store_id, subject, payload) values (1, 'faults.happened', '{}');
      commit;
    end loop;
  end $$`);
  while (await relayPage(db, reader));

  const [first = [], last = []] = await lab.select(
    "(select xid from outbox order by xid limit 1) union all (select xid from outbox order by xid desc limit 1)",
  );
  expect([Number(first), Number(last)].map((xid) => xid < 10_000)).toEqual([true, false]);
  expect(received).toEqual((await lab.select("select id from outbox order by outbox.xid, outbox.id")).flat());
});

test("past days of the outbox are deleted only after every reader has read them", async () => {
  const { lab, db, reader } = await anOutboxReader();
  await lab.select(`insert into outbox (store_id, subject, payload, created_at, slot)
    select 1, 'faults.happened', '{}', at, outbox_slot(at)
    from generate_series(now() - interval '6 days', now(), interval '1 day') as at`);

  expect(await pruneOutbox(db)).toBe(0);
  while (await relayPage(db, reader));
  expect(await pruneOutbox(db)).toBe(4);
  expect(await lab.select("select count(*) from outbox where created_at > now() - interval '3 days'")).toEqual([["3"]]);
  expect(await lab.select("select count(*) from outbox")).toEqual([["3"]]);
});

/** The obvious but wrong way to read the outbox: everything above the highest id read so far. */
async function pollNaively(db: Db, isOver: () => boolean) {
  const seen = new Set<string>();
  let last = "0";
  const poll = () => db.asWorker((tx) => tx<{ id: string }>`select id from outbox where id > ${last} order by id`);
  const take = async () => {
    for (const { id } of await poll()) seen.add((last = id));
  };
  await load({ loops: 1, until: isOver }, async () => {
    await take();
    await pause(5);
  });
  await take();
  return seen;
}
