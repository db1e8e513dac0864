import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { unknownPlan } from "../errors.ts";
import { dropChosen, dropChunks, lockPlan, type Plan, setPlanState } from "../sql.ts";

export type Command = "hold" | "resume" | "cancel";

/** The merchant's hand on a plan, at any moment. Nobody is told while it is held; whoever was not told when it is
 *  cancelled keeps their place. A command that changes nothing is no mistake. */
export async function controlPlan(tx: StoreTx, id: PlanId, command: Command): Promise<Plan> {
  const plan = await lockPlan(tx, id);
  if (!plan) throw unknownPlan();
  if (command === "hold" && plan.state !== "cancelled") await setPlanState(tx, id, "held", null);
  if (command === "resume" && plan.state === "held") await setPlanState(tx, id, "open", 0);
  if (command === "cancel" && plan.state !== "cancelled") {
    await dropChunks(tx, id);
    await dropChosen(tx, id, null);
    await setPlanState(tx, id, "cancelled", null);
  }
  tx.ringAfterCommit();
  return (await lockPlan(tx, id)) ?? plan;
}
