import type { StoreTx } from "../../platform/db.ts";
import type { SubscriptionId, VariantId } from "../../platform/ids.ts";
import { selectInLine } from "./sql.ts";

const LINE_MAX = 1_000_000;

/** Who is next in line, in order: at most `limit` people, and as many as what they want fits into `quantity`. `drawn` is by
 *  lot, and the same seed draws the same. */
export const findInLine = (
  tx: StoreTx,
  line: {
    variantId: VariantId;
    topic: string;
    order: "oldest" | "newest" | "drawn";
    seed?: string;
    limit?: number;
    quantity?: number;
  },
): Promise<SubscriptionId[]> => {
  const { seed = "", limit = LINE_MAX, quantity = null, ...rest } = line;
  return selectInLine(tx, { ...rest, seed, quantity, limit: Math.min(limit, LINE_MAX) });
};
