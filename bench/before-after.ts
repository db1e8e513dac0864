import { resolve } from "node:path";
import type { BenchContext } from "./path.ts";
import { additions } from "./paths/update-ctx.ts";
import { prepareLists } from "./prepare-lists.ts";
import type { Line } from "./report.ts";
import { sideBySide, spreadOf } from "./side-by-side.ts";

const SHOPPERS = 20_000;
const CLIENTS = 128;
const BAR = 0.95;

/** Compares adding items with another version of Keepsake, in alternating slices. Each is one process with API and worker,
 *  so that what the worker does with the events counts too. */
export async function measureBeforeAfter(
  context: BenchContext,
  { before, reps, seconds }: { before: string | undefined; reps: number; seconds: number },
): Promise<Line> {
  if (!before) throw new Error("Name the other version: --before=<folder with its checkout and node_modules>");
  const prepare = async (database: string, checkout?: string) => {
    const lists = await prepareLists(context, {
      database,
      shoppers: SHOPPERS,
      role: "all",
      ...(checkout ? { checkout } : {}),
    });
    const script = await lists.write("add.lua", additions(lists.allShoppers));
    return { call: (length: number) => lists.call(script, CLIENTS, length), stop: lists.stop };
  };
  const sides = { before: await prepare("before", resolve(before)), after: await prepare("after") };
  const contenders = (length: number) => ({
    before: () => sides.before.call(length),
    after: () => sides.after.call(length),
  });
  await sideBySide(contenders(seconds), 1);
  const { rounds, busy } = await sideBySide(contenders(seconds), reps);
  await Promise.all([sides.before.stop(), sides.after.stop()]);
  const ratio = spreadOf(rounds, (round) => round.after.perSecond / round.before.perSecond);
  return {
    path: "before-after",
    clients: CLIENTS,
    reps,
    ratio: ratio.median,
    ratioMin: ratio.min,
    ratioMax: ratio.max,
    before: spreadOf(rounds, (round) => round.before.perSecond).median,
    after: spreadOf(rounds, (round) => round.after.perSecond).median,
    p99Before: spreadOf(rounds, (round) => round.before.p99).median,
    p99After: spreadOf(rounds, (round) => round.after.p99).median,
    bar: BAR,
    ok: ratio.median >= BAR,
    busy,
  };
}
