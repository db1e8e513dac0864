import type { Ground } from "./path.ts";
import { bareFetch, fetches } from "./paths/fetch-lists.ts";
import { additions, bareAddition } from "./paths/update-ctx.ts";
import { timePgbench } from "./pgbench.ts";
import { prepareLists } from "./prepare-lists.ts";
import { psql } from "./psql.ts";
import type { Line } from "./report.ts";
import { itemsOf } from "./seed-lists.ts";
import { sideBySide, spreadOf } from "./side-by-side.ts";

const FEW_ITEMS = 1_000_000;
const MANY_ITEMS = 20_000_000;
const SHORT = 10;
const CLIENTS = 8;
/** The service may not lose more to twenty times the items than 1.3 times what the bare statement loses. */
const BAR = 1.3;
const BYTES_BAR = 150;

/** How the time of a call grows with the number of items, for the service and for the bare statements. */
export async function* measureItemGrowth(
  ground: Ground,
  options: { reps: number; seconds: number },
): AsyncIterable<Line> {
  const { reps, seconds } = options;
  const part = ground.isShort ? SHORT : 1;
  const few = await prepareSize(ground, "few_items", FEW_ITEMS / part);
  const many = await prepareSize(ground, "many_items", MANY_ITEMS / part);
  yield { path: "growth-items", bytesPerItem: many.bytesPerItem, bar: BYTES_BAR, ok: many.bytesPerItem <= BYTES_BAR };

  for (const call of ["fetch-lists", "update-ctx"] as const) {
    const contenders = {
      bareFew: () => few.timeBare(call, seconds),
      serviceFew: () => few.timeService(call, seconds),
      serviceMany: () => many.timeService(call, seconds),
      bareMany: () => many.timeBare(call, seconds),
    };
    await sideBySide(contenders, 1); // warms both up
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
      items: MANY_ITEMS / part,
      bareFewMs: median("bareFew"),
      bareManyMs: median("bareMany"),
      serviceFewMs: median("serviceFew"),
      serviceManyMs: median("serviceMany"),
    };
  }
  await few.stop();
  await many.stop();
}

async function prepareSize(ground: Ground, database: string, items: number) {
  const shoppers = Math.round(items / (itemsOf(1_000) / 1_000));
  const lists = await prepareLists(ground, { database, shoppers });
  const { databaseUrl: url, everybody, heavy } = lists;
  const calls = {
    "fetch-lists": {
      lua: await lists.write("fetch.lua", fetches(heavy)),
      sql: await lists.write("fetch.sql", bareFetch(lists)),
      credentials: heavy.count,
    },
    "update-ctx": {
      lua: await lists.write("add.lua", additions(everybody)),
      sql: await lists.write("add.sql", bareAddition(lists)),
      credentials: everybody.count,
    },
  };
  type Call = keyof typeof calls;
  return {
    bytesPerItem: Number(
      await psql(url, "select pg_total_relation_size('items')::float8 / (select count(*) from items)"),
    ),
    timeService: async (call: Call, seconds: number) => (await lists.call(calls[call].lua, CLIENTS, seconds)).p50,
    async timeBare(call: Call, seconds: number) {
      const { sql: script, credentials } = calls[call];
      return (await timePgbench({ url, script, variables: { credentials }, clients: CLIENTS, seconds })).medianMs;
    },
    stop: () => lists.stop(),
  };
}
