import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { FULL, openLab, report, type Service } from "./lab.ts";

const KILLS = FULL ? 10 : 3;
const PER_SECOND = 500;
const TAKEOVER_MS = 3_000;
const AWAY_MS = 1_500;

test("when workers are killed one after the other, another makes the batches within three seconds, and no event is lost", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const workers = await Promise.all([lab.start("worker"), lab.start("worker")]);
  const stalls = lab.watchStalls();

  let isOver = false;
  const writing = writeEvents(lab.select, () => isOver);
  await waitFor(async () => Number(await lab.select("select count(*) from outbox_batches")) > 1, 60_000);

  for (let kill = 0; kill < KILLS; kill += 1) {
    const victim = workers[kill % workers.length] as Service;
    await victim.kill();
    await pause(AWAY_MS);
    await victim.start();
    await pause(500);
  }
  isOver = true;
  const written = await writing;
  const isRead = async () => Number(await lab.select(BATCHED)) === written && Number(await lab.select(LEFT)) === 0;
  expect(await waitFor(isRead, 60_000)).toBe(true);

  const gaps = await lab.select(
    "select extract(epoch from created_at - lag(created_at) over (order by batch)) * 1000 from outbox_batches where batch > 1",
  );
  const longest = Math.max(...gaps.flat().filter(Boolean).map(Number));
  const [[numbers] = []] = await lab.select(
    "select max(first_number + events - 1) from outbox_numbers where store_id = 1",
  );
  report("killed tickers", { kills: KILLS, written, longestPauseMs: longest });
  expect(Number(numbers)).toBe(written);
  expect(stalls.overlap(0) || longest < TAKEOVER_MS).toBe(true);
});

const BATCHED = "select coalesce(sum(events), 0) from outbox_batches";
const LEFT = `select count(*) from outbox_positions p
  where p.reader in ('count-saves', 'plan-alerts') and p.batch < (select max(batch) from outbox_batches)`;

async function writeEvents(select: (sql: string) => Promise<string[][]>, isOver: () => boolean) {
  let written = 0;
  while (!isOver()) {
    await select(
      `insert into outbox (store_id, subject, payload) select 1, 'item.added', '{"listId": "1", "shopperId": "1", "variantIds": [], "productIds": []}'
       from generate_series(1, ${PER_SECOND / 10})`,
    );
    written += PER_SECOND / 10;
    await pause(100);
  }
  return written;
}
