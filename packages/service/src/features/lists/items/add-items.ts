import { coalesce } from "../../../platform/db/coalesce.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import type { Addition, AddOutcome } from "./item.ts";
import { addToLists } from "./sql.ts";

export type AddItems = (addition: Addition) => Promise<AddOutcome>;

/** The fast path for adding items: calls that arrive at the same time share one statement. It stores nothing when the
 *  list is nearly full or is not the shopper's; `changeItems` then locks the list and decides. */
export const createAddItems = (hot: HotDb, metrics: Metrics, wakeWorkers: () => void): AddItems =>
  coalesce(
    async (additions) => {
      const outcomes = await addToLists(hot, additions);
      wakeWorkers();
      return outcomes.map((value) => ({ value }));
    },
    {
      inFlight: 2,
      max: 128,
      separateBy: ({ publicId }) => publicId,
      onBatch: (size) => metrics.batches.observe({ verb: "add-items" }, size),
    },
  );
