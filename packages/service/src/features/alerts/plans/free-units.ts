import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { sharesUnits, TOPICS } from "../../subscriptions/topics.ts";
import { deleteOffersOfLeavers, deleteUnsentOffers, lockPlan, rerunLastPlans } from "./sql.ts";

const TOPICS_WITH_UNITS = Object.keys(TOPICS).filter(sharesUnits);

/** Runs the plan of each variant's last restock again after `inSeconds`, because units are no longer reserved: the next
 *  in line is offered them. */
export async function freeUnits(tx: StoreTx, variantIds: readonly VariantId[], inSeconds = 0): Promise<void> {
  if (variantIds.length === 0) return;
  await rerunLastPlans(tx, [...new Set(variantIds)], TOPICS_WITH_UNITS, inSeconds);
  tx.wakeAfterCommit("alerts");
}

/** Frees the units that are reserved for people who were selected for a wave but not notified. */
export async function freeUnsentUnits(
  tx: StoreTx,
  planId: PlanId,
  ids: readonly SubscriptionId[],
  inSeconds = 0,
): Promise<void> {
  const plan = await lockPlan(tx, planId); // before the offers, in the order of a cancellation
  await deleteUnsentOffers(tx, planId, ids);
  if (plan) await freeUnits(tx, [plan.variantId], inSeconds);
}

/** Frees the units that a plan reserves for people who left before they were notified. `people`: only these; null: all. */
export async function freeUnitsOfLeavers(
  tx: StoreTx,
  { id, variantId }: { readonly id: PlanId; readonly variantId: VariantId },
  people: readonly SubscriptionId[] | null = null,
): Promise<void> {
  await lockPlan(tx, id);
  await deleteOffersOfLeavers(tx, id, people);
  await freeUnits(tx, [variantId]);
}
