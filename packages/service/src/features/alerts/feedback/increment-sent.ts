import type { StoreTx } from "../../../platform/db/db.ts";
import { addSent } from "./sql.ts";

/** Counts alerts that were sent, for the share of complaints. Called last in its transaction: it locks the count of the
 *  store's day until the transaction ends. */
export async function incrementSent(tx: StoreTx, count: number): Promise<void> {
  if (count > 0) await addSent(tx, count);
}
