import { expect, test } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { anOutbox, aReader, aRelay, numberOf } from "../../../test/fixtures/outbox.ts";
import { createLog } from "../log.ts";
import { dropParked, findParked, PARKED_MAX, replayParked } from "./park.ts";
import type { OutboxReader } from "./reader.ts";
import { retryParked } from "./retry-parked.ts";

const WAIT_MS = 60_000;
const log = createLog("silent");
const makeDue = "update outbox_parked set retry_at = now() - interval '1 second' where retry_at is not null";

/** An outbox in which the reader has parked event 1, and handled event 2. */
async function aParkedEvent() {
  const outbox = await anOutbox();
  let isBroken = true;
  const { seen, events, reader } = aReader("breaks", (page) =>
    isBroken && page.some((event) => numberOf(event) === 1) ? new Error("broken") : undefined,
  );
  await outbox.write(1, 2);
  const { stop } = aRelay(outbox.url, [reader]);
  expect(await waitFor(() => seen.includes(2), WAIT_MS)).toBe(true);
  await stop();
  return {
    ...outbox,
    seen,
    events,
    reader,
    mend: () => {
      isBroken = false;
    },
    retry: () => retryParked({ db: outbox.db, readers: [reader], log }),
  };
}

test("a parked event is handled when it is tried again later, and is parked no more", async () => {
  const { ask, seen, events, mend, retry } = await aParkedEvent();
  await retry();
  expect(seen).toEqual([2]); // it is not time yet
  mend();
  await ask(makeDue);
  await retry();
  await retry();
  expect(seen).toEqual([2, 1]);
  expect(events.at(-1)).toMatchObject({ id: "1", number: "1", storeId: 1, subject: "test.event", payload: { n: 1 } });
  expect(events.at(-1)?.createdAt).toBeInstanceOf(Date);
  expect(await ask("select from outbox_parked")).toEqual([]);
});

test("a parked event that fails four more times is tried no more, until an operator replays it", async () => {
  const { db, ask, seen, mend, retry } = await aParkedEvent();
  const delays: (number | null)[] = [];
  for (let time = 0; time < 4; time += 1) {
    await ask(makeDue);
    await retry();
    const [row] = await ask<{ seconds: number | null }>(
      "select round(extract(epoch from retry_at - now()))::int as seconds from outbox_parked",
    );
    delays.push(row?.seconds ?? null);
  }
  expect(delays).toEqual([120, 600, 3_600, null]);
  const [parked] = await db.asWorker((tx) => findParked(tx, "breaks", 10));
  expect(parked).toMatchObject({ tries: 8, error: "broken", retryAt: null, event: { id: "1" } });

  mend();
  expect(await db.asWorker((tx) => replayParked(tx, { reader: "breaks", eventId: "1" }))).toBe(1);
  await retry();
  expect(seen).toEqual([2, 1]);
});

test("a dropped event is never handled", async () => {
  const { db, ask, seen, mend, retry } = await aParkedEvent();
  expect(await db.asWorker((tx) => dropParked(tx, { reader: "other" }))).toBe(0);
  expect(await db.asWorker((tx) => dropParked(tx, { reader: "breaks", eventId: "1" }))).toBe(1);
  mend();
  await ask(makeDue);
  await retry();
  expect(seen).toEqual([2]);
});

test("two workers that retry at the same time handle a parked event once, also one that counts exactly once", async () => {
  const { db, ask, mend } = await aParkedEvent();
  mend();
  await ask("create table counted (n int)");
  await ask("grant insert on counted to keepsake_worker");
  const reader: OutboxReader = {
    name: "breaks",
    async handleOnce(tx, page) {
      for (const number of page.map(numberOf)) await tx`insert into counted values (${number})`;
    },
  };
  await ask(makeDue);
  await Promise.all([1, 2, 3].map(() => retryParked({ db, readers: [reader], log })));
  expect(await ask("select n from counted")).toEqual([{ n: 1 }]);
});

test("a reader with too many parked events waits instead of parking more", async () => {
  const { url, ask, write } = await anOutbox();
  await ask(
    `insert into outbox_parked (reader, event_id, store_id, number, subject, payload, created_at, tries, error)
     select 'broken', -n, 1, n, 'test.event', '{}', now(), 4, 'broken' from generate_series(1, $1::int) as n`,
    [PARKED_MAX],
  );
  let isBroken = true;
  const { seen, reader } = aReader("broken", () => (isBroken ? new Error("broken") : undefined));
  const { logged } = aRelay(url, [reader]);
  await write(1);
  expect(await waitFor(() => logged.some(({ msg }) => msg.startsWith("Too many events")), WAIT_MS)).toBe(true);
  isBroken = false;
  expect(await waitFor(() => seen.includes(1), WAIT_MS)).toBe(true);
  expect(await ask("select count(*)::int as parked from outbox_parked")).toEqual([{ parked: PARKED_MAX }]);
});
