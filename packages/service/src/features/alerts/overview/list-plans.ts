import type { StoreTx } from "../../../platform/db/db.ts";
import { isInteger, readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { Rows } from "../../../platform/http/send-rows.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { describePlans, type PlanOverview } from "./describe-plans.ts";
import { type PlanFilter, selectPlans } from "./sql.ts";

/** Adding up the deliveries of a plan reads a row for each 200 people. */
const PLANS_MAX = 100;

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
  const last = plans.at(-1);
  return {
    rows: await describePlans(variants, tx, plans),
    next: last && plans.length === size ? writeCursor([last.at, last.id]) : null,
  };
}
