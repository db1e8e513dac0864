import type { StoreTx } from "../../../platform/db/db.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { DeliveryCounts } from "../delivery/delivery.ts";
import type { Wave } from "../plans/plan.ts";
import { countDeliveriesOf, findLastWaves, type PlanRow } from "./sql.ts";

const WAVES_MAX = 20;

export type PlanOverview = PlanRow & {
  readonly variant: Variant | undefined;
  /** The last waves, in order. */
  readonly lastWaves: readonly Wave[];
  readonly deliveries: DeliveryCounts;
};

/** Adds the variant, the last waves and the counts to each plan. */
export async function describePlans(
  variants: VariantCache,
  tx: StoreTx,
  plans: readonly PlanRow[],
): Promise<PlanOverview[]> {
  const ids = plans.map((plan) => plan.id);
  const waves = Map.groupBy(await findLastWaves(tx, ids, WAVES_MAX), ({ planId }) => planId);
  const counts = new Map((await countDeliveriesOf(tx, ids)).map(({ planId, ...ofPlan }) => [planId, ofPlan]));
  const found = await variants.findByIds(
    tx.storeId,
    plans.map(({ variantId }) => variantId),
  );
  return plans.map((plan, index) => ({
    ...plan,
    variant: found[index],
    lastWaves: waves.get(plan.id) ?? [],
    deliveries: counts.get(plan.id) ?? {},
  }));
}
