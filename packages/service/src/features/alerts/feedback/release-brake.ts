import type { StoreTx } from "../../../platform/db/db.ts";
import { deleteBrake, resumePlans } from "./sql.ts";

/** Lets a store's alerts continue after complaints stopped them. Returns how many plans continue; undefined when the
 *  alerts were not stopped. */
export async function releaseBrake(tx: StoreTx): Promise<number | undefined> {
  const [brake] = await deleteBrake(tx);
  if (!brake) return undefined;
  const resumed = await resumePlans(tx, brake.reason);
  tx.wakeWorkersAfterCommit();
  return resumed.length;
}
