import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { countStock } from "../../catalog/stock/count-stock.ts";
import type { Store } from "../../stores/store.ts";
import { makePlans } from "../planning/make-plans.ts";
import { NO_WAVE, type Plan, type SelectionFacts } from "./plan.ts";
import { type Allowance, allowance, policyOf } from "./policy.ts";
import { countReservedUnits, getTime, isWaitOver, lockPlanOfNumber, lockReservedUnits } from "./sql.ts";

/** The plan of the last restock, locked, if it has units left for one more person, and how many people and units it allows.
 *  The plan may be paused.
 *  When no one waited at the restock, there is no plan: this makes it, and its first wave is for whoever waits
 *  now. */
export async function findUnitsLeft(
  tx: StoreTx,
  store: Store,
  { variantId, topic }: { readonly variantId: VariantId; readonly topic: string },
): Promise<
  | { readonly plan: Plan; readonly allowed: Allowance; readonly known: Omit<SelectionFacts, "people" | "units"> }
  | undefined
> {
  const { number, isIn } = await countStock(tx, variantId);
  if (!isIn) return;
  const made = await makePlans(tx, store, [
    { variantId, topic, cause: "event", number, policy: policyOf(store, topic) },
  ]);
  if (made.length > 0) return;
  const plan = await lockPlanOfNumber(tx, { variantId, topic, number });
  if (!plan || plan.state === "cancelled" || plan.state === "superseded") return;
  const { offer, waitSeconds } = plan.policy;
  if (offer) await lockReservedUnits(tx, variantId);
  const known = {
    at: await getTime(tx),
    wave: NO_WAVE,
    stock: await countStock(tx, variantId),
    unitsSelected: plan.unitsSelected,
    isWaitOver: waitSeconds > 0 && (await isWaitOver(tx, plan.id, waitSeconds)),
    unitsReserved: offer ? await countReservedUnits(tx, variantId) : 0,
  };
  const allowed = allowance(plan.policy, known.stock, known);
  return allowed === "none" ? undefined : { plan, allowed, known };
}
