import { toBatches } from "./batches.ts";
import type { StockLevel } from "./records.ts";

/** The locations of a variant stay in one call: units that moved from one to another would be gone, and then back in stock,
 *  between two calls. */
export function toStockBatches(levels: readonly StockLevel[], max: number): StockLevel[][] {
  const variants = new Map<string, StockLevel[]>();
  for (const level of levels) {
    const known = variants.get(`${level.epi}`);
    if (known) known.push(level);
    else variants.set(`${level.epi}`, [level]);
  }
  const parts = [...variants.values()].flatMap((one) => toBatches(one, { max }));
  return toBatches(parts, { max, weightMax: max, weight: (part) => part.length }).map((batch) => batch.flat());
}
