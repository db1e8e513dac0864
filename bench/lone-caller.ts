import { createAddItems } from "../packages/service/src/features/lists/items/add-items.ts";
import type { Addition } from "../packages/service/src/features/lists/items/item.ts";
import { addToLists } from "../packages/service/src/features/lists/items/sql.ts";
import type { ShopperId, StoreId, VariantId } from "../packages/service/src/platform/ids.ts";
import type { Ground } from "./path.ts";
import { prepareLists } from "./prepare-lists.ts";
import type { Line } from "./report.ts";
import { firstLidOf, VARIANTS } from "./seed-lists.ts";
import { openParts } from "./service.ts";
import { spreadOf } from "./side-by-side.ts";

const SHOPPERS = 10_000;
const CALLS = 4_000;
const CALLS_SHORT = 1_500;
const WARM_UP = 500;
/** Folding may cost a caller without company at most this. */
const BAR = 1.05;

/** An addition by one caller who waits for each answer: through the folding, and as the statement alone. */
export async function measureLoneCaller(ground: Ground): Promise<Line> {
  const lists = await prepareLists(ground, { database: "lone_caller", shoppers: SHOPPERS });
  await lists.stop();
  const parts = openParts(lists.databaseUrl);
  const { hot } = parts.db;
  const folded = createAddItems(hot, parts.metrics, () => undefined);
  const alone = (addition: Addition) => addToLists(hot, [addition]);

  const times = { folded: [] as number[], alone: [] as number[] };
  const calls = ground.isShort ? CALLS_SHORT : CALLS;
  for (let call = -WARM_UP; call < calls; call += 1) {
    for (const name of call % 2 === 0 ? (["folded", "alone"] as const) : (["alone", "folded"] as const)) {
      const addition = someAddition(lists.storeId, lists.firstId);
      const from = performance.now();
      await (name === "folded" ? folded(addition) : alone(addition));
      if (call >= 0) times[name].push(performance.now() - from);
    }
  }
  await parts.close();
  const p50 = { folded: spreadOf(times.folded, Number).median, alone: spreadOf(times.alone, Number).median };
  const ratio = p50.folded / p50.alone;
  return {
    path: "lone-caller",
    clients: 1,
    reps: calls,
    ratio,
    foldedMs: p50.folded,
    aloneMs: p50.alone,
    bar: BAR,
    ok: ratio <= BAR,
  };
}

function someAddition(storeId: number, firstId: bigint): Addition {
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
