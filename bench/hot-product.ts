import type { BenchContext } from "./path.ts";
import { additions } from "./paths/update-ctx.ts";
import { prepareLists } from "./prepare-lists.ts";
import type { Line } from "./report.ts";
import { sideBySide, spreadOf } from "./side-by-side.ts";
import { requireNoneRefused } from "./wrk.ts";

const SHOPPERS = 200_000;
const SHOPPERS_SHORT = 100_000;
const CLIENTS = 32;
/** Adding one popular product may take at most 1.3 times as long as adding random products. */
const BAR = 1.3;

/** Compares 32 writers that add one product with 32 that add random ones, while workers count the saves. */
export async function measureHotProduct(
  context: BenchContext,
  options: { reps: number; seconds: number },
): Promise<Line> {
  const { reps, seconds } = options;
  const shoppers = context.isShort ? SHOPPERS_SHORT : SHOPPERS;
  const lists = await prepareLists(context, { database: "hot_product", shoppers, role: "all" });
  const cold = await lists.write("cold.lua", additions(lists.allShoppers));
  let rounds = 0;
  const contenders = {
    cold: () => requireNoneRefused(lists.call(cold, CLIENTS, seconds)),
    // A new product each time, because adding a product that is already on the list runs another statement.
    hot: async () => {
      rounds += 1;
      const hot = await lists.write(`hot-${rounds}.lua`, additions(lists.allShoppers, `${rounds}`));
      return requireNoneRefused(lists.call(hot, CLIENTS, seconds));
    },
  };
  await sideBySide(contenders, 1);
  const { rounds: measured } = await sideBySide(contenders, reps);
  await lists.stop();
  const ratio = spreadOf(measured, (round) => round.hot.p99 / round.cold.p99);
  return {
    path: "hot-product",
    clients: CLIENTS,
    reps,
    ratio: ratio.median,
    ratioMin: ratio.min,
    ratioMax: ratio.max,
    hotP99: spreadOf(measured, ({ hot }) => hot.p99).median,
    coldP99: spreadOf(measured, (round) => round.cold.p99).median,
    hot: spreadOf(measured, ({ hot }) => hot.perSecond).median,
    cold: spreadOf(measured, (round) => round.cold.perSecond).median,
    bar: BAR,
    ok: ratio.median <= BAR,
  };
}
