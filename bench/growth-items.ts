import type { BenchContext } from "./path.ts";
import { bareFetch, fetches } from "./paths/fetch-lists.ts";
import { additions, bareAddition } from "./paths/update-ctx.ts";
import { timePgbench } from "./pgbench.ts";
import { prepareLists } from "./prepare-lists.ts";
import { psql } from "./psql.ts";
import type { Line } from "./report.ts";
import { countItems } from "./seed-lists.ts";
import { sideBySide, spreadOf } from "./side-by-side.ts";
import { requireNoneRefused } from "./wrk.ts";

const FEW_ITEMS = 1_000_000;
const MANY_ITEMS = 20_000_000;
const SHORT_DIVISOR = 10;
const CLIENTS = 8;
/** With twenty times the items, the service may slow down at most 1.3 times as much as the bare statement. */
const BAR = 1.3;
const BYTES_BAR = 150;

/** Measures how the time of a call grows with the number of items, for the service and for the bare statements. */
export async function* measureItemGrowth(
  context: BenchContext,
  options: { reps: number; seconds: number },
): AsyncIterable<Line> {
  const { reps, seconds } = options;
  const divisor = context.isShort ? SHORT_DIVISOR : 1;
  const few = await prepareSize(context, "few_items", FEW_ITEMS / divisor);
  const many = await prepareSize(context, "many_items", MANY_ITEMS / divisor);
  yield { path: "growth-items", bytesPerItem: many.bytesPerItem, bar: BYTES_BAR, ok: many.bytesPerItem <= BYTES_BAR };

  for (const call of ["fetch-lists", "update-ctx"] as const) {
    const contenders = {
      bareFew: () => few.timeBare(call, seconds),
      serviceFew: () => few.timeService(call, seconds),
      serviceMany: () => many.timeService(call, seconds),
      bareMany: () => many.timeBare(call, seconds),
    };
    await sideBySide(contenders, 1); // Warms up both sides.
    const { rounds } = await sideBySide(contenders, reps);
    const ratio = spreadOf(rounds, (it) => it.serviceMany / it.serviceFew / (it.bareMany / it.bareFew));
    const median = (name: keyof (typeof rounds)[number]) => spreadOf(rounds, (round) => round[name]).median;
    yield {
      path: "growth-items",
      call,
      clients: CLIENTS,
      reps,
      ratio: ratio.median,
      ratioMin: ratio.min,
      ratioMax: ratio.max,
      bare: spreadOf(rounds, (round) => round.bareMany / round.bareFew).median,
      service: spreadOf(rounds, (round) => round.serviceMany / round.serviceFew).median,
      bar: BAR,
      ok: ratio.median <= BAR,
      items: MANY_ITEMS / divisor,
      bareFewMs: median("bareFew"),
      bareManyMs: median("bareMany"),
      serviceFewMs: median("serviceFew"),
      serviceManyMs: median("serviceMany"),
    };
  }
  await few.stop();
  await many.stop();
}

async function prepareSize(context: BenchContext, database: string, items: number) {
  const shoppers = Math.round(items / (countItems(1_000) / 1_000));
  const lists = await prepareLists(context, { database, shoppers });
  const { databaseUrl: url, allShoppers, heavy } = lists;
  const calls = {
    "fetch-lists": {
      lua: await lists.write("fetch.lua", fetches(heavy)),
      sql: await lists.write("fetch.sql", bareFetch(lists)),
      credentials: heavy.count,
    },
    "update-ctx": {
      lua: await lists.write("add.lua", additions(allShoppers)),
      sql: await lists.write("add.sql", bareAddition(lists)),
      credentials: allShoppers.count,
    },
  };
  type Call = keyof typeof calls;
  return {
    bytesPerItem: Number(
      await psql(url, "select pg_total_relation_size('items')::float8 / (select count(*) from items)"),
    ),
    timeService: async (call: Call, seconds: number) =>
      (await requireNoneRefused(lists.call(calls[call].lua, CLIENTS, seconds))).p50,
    async timeBare(call: Call, seconds: number) {
      const { sql: script, credentials } = calls[call];
      return (await timePgbench({ url, script, variables: { credentials }, clients: CLIENTS, seconds })).medianMs;
    },
    stop: () => lists.stop(),
  };
}
