import { randomUUID } from "node:crypto";
import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, VariantId } from "../../../platform/ids.ts";
import { countStock } from "../../catalog/stock/count-stock.ts";
import { followStock } from "../../catalog/stock/follow-stock.ts";
import { alertRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import { PLAN_CAUSES } from "../plans/plan.ts";
import { policyOf } from "../plans/policy.ts";
import { getNextNumber, insertPlans, type NewPlan } from "./sql.ts";

/** Makes the plans whose variant and topic someone waits for, and returns their ids. */
export async function makePlans(
  tx: StoreTx,
  store: Store,
  plans: readonly Omit<NewPlan, "seed" | "state" | "keepDays">[],
): Promise<PlanId[]> {
  const { requireApproval, historyDays: keepDays } = alertRules(store.settings);
  const state = requireApproval ? "held" : "open";
  const inserted = await insertPlans(
    tx,
    plans.map((plan) => ({ ...plan, seed: randomUUID(), state, keepDays })),
  );
  // Retention deletes the stock of a restock with the plan that has its number, so no other plan may start this.
  await followStock(
    tx,
    inserted.filter(({ topic, cause }) => cause === PLAN_CAUSES.event && sharesUnits(topic)),
  );
  tx.wakeAfterCommit("alerts");
  return inserted.map(({ id }) => id);
}

/** Plans an alert that the merchant starts, for those who wait for a variant under a topic. Units in stock are shared out
 *  by the store's policy; without stock everyone is notified, because the merchant knows better. Returns undefined when no
 *  one waits. */
export async function planByMerchant(
  tx: StoreTx,
  store: Store,
  { variantId, topic }: { variantId: VariantId; topic: string },
): Promise<PlanId | undefined> {
  const number = await getNextNumber(tx, variantId, topic);
  const [id] = await makePlans(tx, store, [
    { variantId, topic, cause: "merchant", number, policy: await policyNow(tx, store, { variantId, topic }) },
  ]);
  return id;
}

async function policyNow(tx: StoreTx, store: Store, { variantId, topic }: { variantId: VariantId; topic: string }) {
  const policy = policyOf(store, topic);
  if (!sharesUnits(topic) || (await countStock(tx, variantId)).isIn) return policy;
  const { offer: _, ...withoutOffer } = policy;
  return { ...withoutOffer, ignoresStock: true as const };
}
