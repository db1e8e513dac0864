import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import type { Plan } from "./plan.ts";
import { addUnitsSelected, returnUnits } from "./sql.ts";

/** Counts the units that a person wants who was selected outside a wave. */
export const countUnits = async (tx: StoreTx, { id }: { readonly id: PlanId }, units: number): Promise<void> =>
  void (await addUnitsSelected(tx, id, units));

/** Gives back the units of people who bounced or left: the next in line is notified of them. Offers free their own. */
export async function giveUnitsBack(tx: StoreTx, plan: Plan, units: number): Promise<void> {
  const { audience, offer, ignoresStock } = plan.policy;
  if (units <= 0 || audience !== "per-unit" || offer || ignoresStock || !sharesUnits(plan.topic)) return;
  await returnUnits(tx, plan.id, units);
  tx.wakeAfterCommit("alerts");
}
