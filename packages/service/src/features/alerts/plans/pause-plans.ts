import type { StoreTx } from "../../../platform/db/db.ts";
import { pauseOpenPlans, resumePausedPlans } from "./sql.ts";

/** Pauses the plans of the store that still have waves to come. */
export async function pausePlans(tx: StoreTx, reason: string): Promise<void> {
  await pauseOpenPlans(tx, reason);
}

/** Resumes the plans that were paused for this reason, and returns how many. Plans that the merchant paused stay paused. */
export async function resumePlans(tx: StoreTx, reason: string): Promise<number> {
  const resumed = await resumePausedPlans(tx, reason);
  tx.wakeWorkersAfterCommit();
  return resumed.length;
}
