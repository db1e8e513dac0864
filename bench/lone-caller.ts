import { createAddItems } from "../packages/service/src/features/lists/items/add-items.ts";
import type { Addition } from "../packages/service/src/features/lists/items/item.ts";
import { addToLists } from "../packages/service/src/features/lists/items/sql.ts";
import type { ShopperId, StoreId, VariantId } from "../packages/service/src/platform/ids.ts";
import type { BenchContext } from "./path.ts";
import { prepareLists } from "./prepare-lists.ts";
import type { Line } from "./report.ts";
import { firstLidOf, VARIANTS } from "./seed-lists.ts";
import { openDeps } from "./service.ts";
import { spreadOf } from "./side-by-side.ts";

const SHOPPERS = 10_000;
const CALLS = 4_000;
const CALLS_SHORT = 1_500;
const WARM_UP = 500;
/** Batching may make a call that is alone at most this much slower. */
const BAR = 1.05;

/** Times one caller that waits for each answer: through the batching, and with the statement alone. */
export async function measureLoneCaller(context: BenchContext): Promise<Line> {
  const lists = await prepareLists(context, { database: "lone_caller", shoppers: SHOPPERS });
  await lists.stop();
  const deps = await openDeps(lists.databaseUrl);
  const { hot } = deps.db;
  const batched = createAddItems(hot, deps.metrics, () => undefined);
  const alone = (addition: Addition) => addToLists(hot, [addition]);

  const times = { batched: [] as number[], alone: [] as number[] };
  const calls = context.isShort ? CALLS_SHORT : CALLS;
  for (let call = -WARM_UP; call < calls; call += 1) {
    for (const name of call % 2 === 0 ? (["batched", "alone"] as const) : (["alone", "batched"] as const)) {
      const addition = randomAddition(lists.storeId, lists.firstId);
      const from = performance.now();
      await (name === "batched" ? batched(addition) : alone(addition));
      if (call >= 0) times[name].push(performance.now() - from);
    }
  }
  await deps.close();
  const p50 = { batched: spreadOf(times.batched, Number).median, alone: spreadOf(times.alone, Number).median };
  const ratio = p50.batched / p50.alone;
  return {
    path: "lone-caller",
    clients: 1,
    reps: calls,
    ratio,
    batchedMs: p50.batched,
    aloneMs: p50.alone,
    bar: BAR,
    ok: ratio <= BAR,
  };
}

function randomAddition(storeId: number, firstId: bigint): Addition {
  const n = 1 + Math.floor(Math.random() * SHOPPERS);
  const variant = Math.floor(Math.random() * VARIANTS);
  return {
    storeId: storeId as StoreId,
    publicId: firstLidOf(n),
    shopperId: `${firstId + BigInt(n)}` as ShopperId,
    itemsMax: 1_000,
    previewItems: 24,
    items: [
      {
        variantId: `${firstId + BigInt(variant)}` as VariantId,
        productId: `${variant}`,
        quantity: null,
        flags: 3,
        flagsGiven: 3,
        details: null,
      },
    ],
  };
}
