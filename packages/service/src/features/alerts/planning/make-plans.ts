import { randomUUID } from "node:crypto";
import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, VariantId } from "../../../platform/ids.ts";
import { alertRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { policyOf } from "../plans/policy.ts";
import { getNextNumber, insertPlans, type NewPlan } from "./sql.ts";

/** Makes the plans whose variant and topic someone waits for, and returns their ids. */
export async function makePlans(
  tx: StoreTx,
  store: Store,
  plans: readonly Omit<NewPlan, "seed" | "state">[],
): Promise<PlanId[]> {
  const state = alertRules(store.settings).requireApproval ? "held" : "open";
  const inserted = await insertPlans(
    tx,
    plans.map((plan) => ({ ...plan, seed: randomUUID(), state })),
  );
  tx.wakeAfterCommit("alerts");
  return inserted.map(({ id }) => id);
}

/** Plans an alert that the merchant starts, for everyone who waits for a variant under a topic. Stock is not checked.
 *  Returns undefined when no one waits. */
export async function planByMerchant(
  tx: StoreTx,
  store: Store,
  { variantId, topic }: { variantId: VariantId; topic: string },
): Promise<PlanId | undefined> {
  const number = await getNextNumber(tx, variantId, topic);
  const [id] = await makePlans(tx, store, [{ variantId, topic, number, policy: policyOf(store, topic) }]);
  return id;
}
