import type { BoundedCount } from "../../../platform/bounded-count.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import { countChunksOfStore } from "./sql.ts";

/** How many batches of alerts, of up to a thousand people each, the store still has to send. */
export const countWaitingBatches = (tx: StoreTx): Promise<BoundedCount> => countChunksOfStore(tx);
