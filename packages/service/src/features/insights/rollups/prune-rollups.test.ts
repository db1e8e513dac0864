import { expect, test } from "vitest";
import { anOutbox } from "../../../../test/fixtures/outbox.ts";
import { pruneRollups, ROLL_UP_DAYS } from "./prune-rollups.ts";

test("figures are kept for 800 days, of variants and of stores", async () => {
  const { db, ask } = await anOutbox();
  const days = [0, ROLL_UP_DAYS - 1, ROLL_UP_DAYS + 1, ROLL_UP_DAYS + 90];
  await ask(
    `insert into variant_days (store_id, variant_id, day, topic, currency) select 1, 1, (now() at time zone 'UTC')::date - ago, '', '' from unnest($1::int[]) as ago`,
    [days],
  );
  await ask(
    "insert into store_days (store_id, day, topic, currency) select store_id, day, topic, currency from variant_days",
  );
  expect(await pruneRollups(db)).toBe(4);
  for (const table of ["variant_days", "store_days"])
    expect(await ask(`select (now() at time zone 'UTC')::date - day as ago from ${table} order by 1`)).toEqual([
      { ago: 0 },
      { ago: ROLL_UP_DAYS - 1 },
    ]);
});
