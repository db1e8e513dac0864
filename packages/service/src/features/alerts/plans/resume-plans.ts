import type { StoreTx } from "../../../platform/db/db.ts";
import { resumePausedPlans } from "./sql.ts";

/** Resumes the plans that were paused for this reason, and returns how many. Plans that the merchant paused stay paused. */
export async function resumePlans(tx: StoreTx, reason: string): Promise<number> {
  const resumed = await resumePausedPlans(tx, reason);
  tx.wakeAfterCommit("alerts");
  return resumed.length;
}
