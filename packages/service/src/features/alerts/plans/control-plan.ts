import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { unknownPlan } from "../errors.ts";
import { deleteChunksOf, holdChunksOf, releaseChunksOf } from "../selection/chunk-queue.ts";
import type { Plan } from "./plan.ts";
import { deleteUnsentOffers, lockPlan, logChange, setPlanState } from "./sql.ts";

export type PlanCommand = "pause" | "resume" | "cancel";

/** Pauses, resumes or cancels a plan, also while its alerts are being sent. When it is cancelled, people who were not
 *  notified keep their place. A command that changes nothing is not an error. */
export async function controlPlan(tx: StoreTx, id: PlanId, command: PlanCommand): Promise<Plan> {
  const plan = await lockPlan(tx, id);
  if (!plan) throw unknownPlan();
  const isOver = plan.state === "cancelled" || plan.state === "superseded";
  if (command === "pause" && !isOver) {
    await setPlanState(tx, id, "held", null);
    if (plan.state !== "held") await logChange(tx, id, "paused");
    await holdChunksOf(tx, id);
  }
  if (command === "resume" && plan.state === "held") {
    await setPlanState(tx, id, "open", 0);
    await logChange(tx, id, "resumed");
    await releaseChunksOf(tx, id);
  }
  if (command === "cancel" && !isOver) {
    await deleteChunksOf(tx, id);
    await deleteUnsentOffers(tx, id, null);
    await setPlanState(tx, id, "cancelled", null);
    await logChange(tx, id, "cancelled");
  }
  tx.wakeAfterCommit("alerts");
  return (await lockPlan(tx, id)) ?? plan;
}
