import type { StoreTx } from "../../../platform/db/db.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import { findHeld, type HeldPlan } from "./sql.ts";

export type ShownHeldPlan = HeldPlan & { readonly variant: Variant | undefined };

/** The newest plans that are paused, or wait for approval. */
export async function findHeldPlans(tx: StoreTx, variants: VariantCache, limit: number): Promise<ShownHeldPlan[]> {
  const plans = await findHeld(tx, limit);
  const found = await variants.findByIds(
    tx.storeId,
    plans.map(({ variantId }) => variantId),
  );
  return plans.map((plan, index) => ({ ...plan, variant: found[index] }));
}
