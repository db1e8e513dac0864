import type { StoreTx } from "../../../platform/db/db.ts";
import { deleteHistory, type RestockKey, startHistory } from "./sql.ts";

/** A restock whose stock changes more often is known only in part. */
export const CHANGES_KEPT = 1_000;

/** Keeps how the stock changes in these restocks from now on, so that they can be replayed. Whoever asks for it forgets it,
 *  too: nothing else deletes it. */
export async function followStock(tx: StoreTx, restocks: readonly RestockKey[]): Promise<void> {
  if (restocks.length > 0) await startHistory(tx, restocks, CHANGES_KEPT);
}

export const forgetPastStock = (tx: StoreTx, restock: RestockKey): Promise<void> => deleteHistory(tx, restock);
