import { coalesce } from "../../../platform/db/coalesce.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import type { Addition, AddOutcome } from "./item.ts";
import { addToList, addToLists } from "./sql.ts";

export type AddItems = (addition: Addition) => Promise<AddOutcome>;

/** The fast path for adding items: calls that arrive at the same time share one statement. A call whose list is locked
 *  waits for it in a statement of its own. Nothing is stored when the list is nearly full or is not the shopper's;
 *  `changeItems` then locks the list and decides. */
export const createAddItems = (hot: HotDb, metrics: Metrics, wakeWorkers: () => void): AddItems =>
  coalesce(
    async (additions) => {
      const outcomes = await addToLists(hot, additions);
      wakeWorkers();
      return outcomes.map((value) => (value.state === "locked" ? "locked" : { value }));
    },
    {
      inFlight: 2,
      max: 128,
      separateBy: ({ publicId }) => publicId,
      async whenLocked(addition) {
        const outcome = await addToList(hot, addition);
        wakeWorkers();
        return outcome;
      },
      onBatch: (size) => metrics.batches.observe({ verb: "add-items" }, size),
    },
  );
