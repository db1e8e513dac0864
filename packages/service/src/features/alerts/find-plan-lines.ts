import type { Runner } from "../../platform/db/db.ts";
import type { PlanId, StoreId, VariantId } from "../../platform/ids.ts";
import { findLinesOfPlans } from "./sql.ts";

export type PlanLine = { readonly variantId: VariantId; readonly topic: string };

/** What plans of several stores are about. A plan that was deleted is not in it. */
export async function findPlanLines(
  runner: Runner,
  plans: readonly { readonly storeId: StoreId; readonly planId: PlanId }[],
): Promise<ReadonlyMap<PlanId, PlanLine>> {
  if (plans.length === 0) return new Map();
  const rows = await findLinesOfPlans(runner, plans);
  return new Map(rows.map(({ planId, ...line }) => [planId, line]));
}
