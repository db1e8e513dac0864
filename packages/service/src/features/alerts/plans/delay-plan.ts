import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { setPlanReason } from "./sql.ts";

/** Records why a plan waits, for the merchant to read. `continuePlan` clears it when the plan goes on. */
export async function delayPlan(tx: StoreTx, id: PlanId, reason: string): Promise<void> {
  await setPlanReason(tx, id, reason);
}
