import type { StoreTx } from "../../../platform/db/db.ts";
import { releaseChunksOf } from "../selection/chunk-queue.ts";
import { resumePausedPlans } from "./sql.ts";

/** Resumes the plans that were paused for this reason, and returns how many. Plans that the merchant paused stay paused. */
export async function resumePlans(tx: StoreTx, reason: string): Promise<number> {
  const resumed = await resumePausedPlans(tx, reason);
  for (const { id } of resumed) await releaseChunksOf(tx, id);
  tx.wakeAfterCommit("alerts");
  return resumed.length;
}
