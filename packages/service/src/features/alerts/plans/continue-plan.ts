import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, VariantId } from "../../../platform/ids.ts";
import type { AlertPolicy } from "./policy.ts";
import { findPlanProgress, pausePlan, setPlanReason } from "./sql.ts";

export type PlanInProgress = {
  readonly variantId: VariantId;
  readonly number: number;
  readonly policy: AlertPolicy;
};

/** Returns the plan when its alerts may be sent now, and clears the reason why it waited. Returns undefined when it is
 *  paused or cancelled. Pauses it when complaints stopped the store's alerts. */
export async function continuePlan(tx: StoreTx, id: PlanId): Promise<PlanInProgress | undefined> {
  const plan = await findPlanProgress(tx, id);
  if (plan?.state !== "open" && plan?.state !== "done") return undefined;
  if (plan.brake) {
    await pausePlan(tx, id, plan.brake);
    return undefined;
  }
  if (plan.reason) await setPlanReason(tx, id, null);
  const { variantId, number, policy } = plan;
  return { variantId, number, policy };
}
