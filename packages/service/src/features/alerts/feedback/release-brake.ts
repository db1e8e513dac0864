import type { StoreTx } from "../../../platform/db/db.ts";
import { resumePlans } from "../plans/resume-plans.ts";
import { deleteBrake } from "./sql.ts";

/** Lets a store's alerts continue after complaints stopped them. Returns how many plans continue; undefined when the
 *  alerts were not stopped. */
export async function releaseBrake(tx: StoreTx): Promise<number | undefined> {
  const [brake] = await deleteBrake(tx);
  return brake && resumePlans(tx, brake.reason);
}
