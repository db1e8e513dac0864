import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import type { Plan, SelectionFacts } from "./plan.ts";
import { addUnitsSelected, logSelection, returnUnits } from "./sql.ts";

/** Counts the units of people who were selected outside a wave, if there were any. */
export async function countUnits(
  tx: StoreTx,
  { id }: { readonly id: PlanId },
  selection: SelectionFacts,
): Promise<void> {
  if (selection.people === 0) return;
  await addUnitsSelected(tx, id, selection.units);
  await logSelection(tx, id, "selected", selection);
}

/** Gives back the units of people who bounced or left: the next in line is notified of them. Offers free their own. */
export async function giveUnitsBack(tx: StoreTx, plan: Plan, units: number): Promise<void> {
  const { audience, offer, ignoresStock } = plan.policy;
  if (units <= 0 || audience !== "per-unit" || offer || ignoresStock || !sharesUnits(plan.topic)) return;
  await returnUnits(tx, plan.id, units);
  tx.wakeAfterCommit("alerts");
}
