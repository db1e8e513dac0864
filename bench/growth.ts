import type { BenchContext } from "./path.ts";
import { prepareShoppers } from "./paths/generate-regid.ts";
import type { Line } from "./report.ts";
import { sideBySide, spreadOf } from "./side-by-side.ts";
import { requireNoneRefused } from "./wrk.ts";

const FEW = 100_000;
const MANY = 10_000_000;
const MANY_SHORT = 1_000_000;
const CLIENTS = 8;
/** With a hundred times the shoppers, the service may slow down at most 1.3 times as much as the bare statement. */
const BAR = 1.3;

/** Measures how the time of a call grows with the number of shoppers, for the service and for the bare statement. */
export async function measureGrowth(context: BenchContext, options: { reps: number; seconds: number }): Promise<Line> {
  const { reps, seconds } = options;
  const few = await prepareShoppers(context, { database: "few_shoppers", shoppers: FEW });
  const shoppers = context.isShort ? MANY_SHORT : MANY;
  const many = await prepareShoppers(context, { database: "many_shoppers", shoppers });

  const contenders = {
    bareFew: () => few.timeBare(CLIENTS, seconds),
    serviceFew: async () => (await requireNoneRefused(few.service(CLIENTS, seconds))).p50,
    serviceMany: async () => (await requireNoneRefused(many.service(CLIENTS, seconds))).p50,
    bareMany: () => many.timeBare(CLIENTS, seconds),
  };
  await sideBySide(contenders, 1); // Warms up both sides.
  const { rounds, busy } = await sideBySide(contenders, reps);
  await few.finish();
  await many.finish();

  const service = spreadOf(rounds, (round) => round.serviceMany / round.serviceFew).median;
  const bare = spreadOf(rounds, (round) => round.bareMany / round.bareFew).median;
  const ratio = spreadOf(rounds, (it) => it.serviceMany / it.serviceFew / (it.bareMany / it.bareFew));
  const median = (name: keyof (typeof rounds)[number]) => spreadOf(rounds, (round) => round[name]).median;
  return {
    path: "growth",
    clients: CLIENTS,
    reps,
    ratio: ratio.median,
    ratioMin: ratio.min,
    ratioMax: ratio.max,
    bare,
    service,
    bar: BAR,
    ok: ratio.median <= BAR,
    busy,
    shoppers,
    bareFewMs: median("bareFew"),
    bareManyMs: median("bareMany"),
    serviceFewMs: median("serviceFew"),
    serviceManyMs: median("serviceMany"),
  };
}
