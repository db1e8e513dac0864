import type { StoreTx } from "../../../platform/db/db.ts";
import { isInteger, readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { Rows } from "../../../platform/http/send-rows.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { DeliveryCounts } from "../delivery/delivery.ts";
import type { Wave } from "../plans/plan.ts";
import { countDeliveriesOf, findLastWaves, type PlanFilter, type PlanRow, selectPlans } from "./sql.ts";

const WAVES_MAX = 20;
/** Adding up the deliveries of a plan reads a row for each 200 people. */
const PLANS_MAX = 100;

export type PlanOverview = PlanRow & {
  readonly variant: Variant | undefined;
  /** The last waves, in order. */
  readonly lastWaves: readonly Wave[];
  readonly deliveries: DeliveryCounts;
};

/** A page of the store's plans, the newest first. */
export async function listPlans(
  variants: VariantCache,
  tx: StoreTx,
  filter: PlanFilter,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<Rows<PlanOverview>> {
  const [at, id] = readCursor(cursor, [isInteger, isInteger]) ?? [];
  const size = Math.min(limit, PLANS_MAX);
  const plans = await selectPlans(tx, filter, at !== undefined && id !== undefined ? { at, id } : undefined, size);
  const ids = plans.map((plan) => plan.id);
  const waves = Map.groupBy(await findLastWaves(tx, ids, WAVES_MAX), ({ planId }) => planId);
  const counts = new Map((await countDeliveriesOf(tx, ids)).map(({ planId, ...ofPlan }) => [planId, ofPlan]));
  const found = await variants.findByIds(
    tx.storeId,
    plans.map(({ variantId }) => variantId),
  );
  const last = plans.at(-1);
  return {
    rows: plans.map((plan, index) => ({
      ...plan,
      variant: found[index],
      lastWaves: waves.get(plan.id) ?? [],
      deliveries: counts.get(plan.id) ?? {},
    })),
    next: last && plans.length === size ? writeCursor([last.at, last.id]) : null,
  };
}
