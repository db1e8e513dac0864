import type { BoundedCount } from "../../../platform/bounded-count.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import { countJoinedBefore } from "../../subscriptions/waiting/count-joined-before.ts";
import type { DeliveryCounts } from "../delivery/delivery.ts";
import { isUnderWay, type Wave } from "../plans/plan.ts";
import { countDeliveriesOf, countSelectedOf, findLastWaves, type PlanRow } from "./sql.ts";

const WAVES_MAX = 20;

export type PlanOverview = PlanRow & {
  readonly variant: Variant | undefined;
  /** The last waves, in order. */
  readonly lastWaves: readonly Wave[];
  /** How many people its waves selected. */
  readonly peopleSelected: number;
  /** How many people are in line whom it may still notify; null when it is over. */
  readonly peopleWaiting: BoundedCount | null;
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
  const selected = new Map((await countSelectedOf(tx, ids)).map(({ planId, people }) => [planId, people]));
  const underWay = plans.filter(isUnderWay);
  const counted = await countJoinedBefore(tx, underWay);
  const waiting = new Map(underWay.map(({ id }, index) => [id, counted[index] ?? null]));
  const found = await variants.findByIds(
    tx.storeId,
    plans.map(({ variantId }) => variantId),
  );
  return plans.map((plan, index) => ({
    ...plan,
    variant: found[index],
    lastWaves: waves.get(plan.id) ?? [],
    peopleSelected: selected.get(plan.id) ?? 0,
    peopleWaiting: waiting.get(plan.id) ?? null,
    deliveries: counts.get(plan.id) ?? {},
  }));
}
