import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId } from "../../../platform/ids.ts";
import type { Plan } from "./plan.ts";
import { findPlanProgress, pausePlan, setPlanReason } from "./sql.ts";

/** Returns the plan when its alerts may be sent now, and clears the reason why it waited. Returns "held" when it is paused,
 *  and "over" when it is cancelled or superseded. Pauses it when complaints stopped the store's alerts. */
export async function continuePlan(tx: StoreTx, id: PlanId): Promise<Plan | "held" | "over"> {
  const plan = await findPlanProgress(tx, id);
  if (!plan || plan.state === "cancelled" || plan.state === "superseded") return "over";
  if (plan.state === "held") return "held";
  if (plan.brake) {
    await pausePlan(tx, id, plan.brake);
    return "held";
  }
  if (plan.reason) await setPlanReason(tx, id, null);
  return plan;
}
