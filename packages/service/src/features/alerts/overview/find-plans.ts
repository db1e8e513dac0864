import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId } from "../../../platform/ids.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { describePlans, type PlanOverview } from "./describe-plans.ts";
import { selectPlansById } from "./sql.ts";

/** These plans of the store, as `listPlans` returns them. Those that there are not are left out. */
export const findPlans = async (
  variants: VariantCache,
  tx: StoreTx,
  ids: readonly PlanId[],
): Promise<readonly PlanOverview[]> =>
  ids.length === 0 ? [] : describePlans(variants, tx, await selectPlansById(tx, ids));
