import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { unknownPlan } from "../errors.ts";
import type { Plan } from "./plan.ts";
import { deleteChunks, deleteUnsentOffers, lockPlan, setPlanState } from "./sql.ts";

export type PlanCommand = "pause" | "resume" | "cancel";

/** Pauses, resumes or cancels a plan, also while its alerts are being sent. When it is cancelled, people who were not
 *  notified keep their place. A command that changes nothing is not an error. */
export async function controlPlan(tx: StoreTx, id: PlanId, command: PlanCommand): Promise<Plan> {
  const plan = await lockPlan(tx, id);
  if (!plan) throw unknownPlan();
  if (command === "pause" && plan.state !== "cancelled") await setPlanState(tx, id, "held", null);
  if (command === "resume" && plan.state === "held") await setPlanState(tx, id, "open", 0);
  if (command === "cancel" && plan.state !== "cancelled") {
    await deleteChunks(tx, id);
    await deleteUnsentOffers(tx, id, null);
    await setPlanState(tx, id, "cancelled", null);
  }
  tx.wakeAfterCommit("alerts");
  return (await lockPlan(tx, id)) ?? plan;
}
