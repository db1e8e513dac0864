import type { Db } from "../../../platform/db/db.ts";
import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import { forgetPastStock } from "../../catalog/stock/follow-stock.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import { PLAN_CAUSES } from "../plans/plan.ts";
import { deleteDeliveries, deletePlan, findOldPlans, type OldPlan, truncateSlot } from "./sql.ts";

const PLANS_AT_ONCE = 100;
const DELIVERIES_AT_ONCE = 5_000;

/** Deletes plans that are kept no longer, with everything that belongs to them. When no store keeps any plan of a month, its
 *  deliveries are truncated. Otherwise they are deleted in pages, plan by plan. */
export const prunePlans = (db: Db): Promise<number> =>
  pruneInPages(async () => {
    const old = await db.asWorker((tx) => findOldPlans(tx, PLANS_AT_ONCE));
    const slots = new Set(old.flatMap(({ slot, isSlotOver }) => (isSlotOver ? [slot] : [])));
    for (const slot of slots) await db.asWorker((tx) => truncateSlot(tx, slot));
    for (const plan of old) await deleteOldPlan(db, plan);
    return old.length;
  });

async function deleteOldPlan(db: Db, plan: OldPlan): Promise<void> {
  for (;;) {
    const deleted = await db.inStore(plan.storeId, (tx) => deleteDeliveries(tx, plan, DELIVERIES_AT_ONCE));
    if (deleted < DELIVERIES_AT_ONCE) break;
  }
  await db.inStore(plan.storeId, async (tx) => {
    const deleted = await deletePlan(tx, plan.id);
    const isRestock = deleted?.cause === PLAN_CAUSES.event && sharesUnits(deleted.topic);
    if (isRestock) await forgetPastStock(tx, deleted);
  });
}
