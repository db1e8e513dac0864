import { randomUUID } from "node:crypto";
import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, StoreId, VariantId } from "../../../platform/ids.ts";
import type { Events, OutboxEvent } from "../../../platform/outbox/events.ts";
import { alertRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { sharesUnits, topicsStartedBy } from "../../subscriptions/topics.ts";
import { type AlertPolicy, policyOf } from "./policy.ts";
import { getNextNumber, insertPlan, reopenPlan } from "./sql.ts";

export type PlanDeps = { readonly db: Db; readonly stores: StoreCache };
type Cause = Extract<OutboxEvent, { subject: "stock.restocked" | "stock.ran-low" | "price.dropped" }>;

/** Makes the plan for a restock, low stock or a price drop. The plan has the number of the event, so that an event that is
 *  read twice makes only one plan. */
export async function planAlerts({ db, stores }: PlanDeps, { storeId, subject, payload }: Cause) {
  const store = await stores.getById(storeId);
  const { variantId, number } = payload;
  for (const topic of topicsStartedBy(subject)) {
    const policy: AlertPolicy = {
      ...policyOf(store, topic),
      // Low stock and price drops are for everyone who waits: there are no new units to share out.
      ...(sharesUnits(topic) ? {} : { audience: "all" as const }),
      ...(subject === "price.dropped" ? { price: toPriceDrop(payload) } : {}),
    };
    await db.inStore(storeId, (tx) => makePlan(tx, store, { variantId, topic, number, policy }));
  }
}

const toPriceDrop = ({ currency, from, to }: Events["price.dropped"]) => ({ currency, from, to });

/** Runs the plan of a restock again, because more units came. */
export async function replanRestock(
  { db }: Pick<PlanDeps, "db">,
  storeId: StoreId,
  { variantId, number }: Events["stock.added"],
) {
  for (const topic of topicsStartedBy("stock.restocked"))
    await db.inStore(storeId, (tx) => reopenPlan(tx, variantId, topic, number));
}

/** Plans an alert that the merchant starts, for everyone who waits for a variant under a topic. Stock is not checked.
 *  Returns undefined when no one waits. */
export async function planByMerchant(
  tx: StoreTx,
  store: Store,
  { variantId, topic }: { variantId: VariantId; topic: string },
): Promise<PlanId | undefined> {
  const number = await getNextNumber(tx, variantId, topic);
  return makePlan(tx, store, { variantId, topic, number, policy: policyOf(store, topic) });
}

export async function makePlan(
  tx: StoreTx,
  store: Store,
  plan: { variantId: VariantId; topic: string; number: number; policy: AlertPolicy },
): Promise<PlanId | undefined> {
  const { requireApproval } = alertRules(store.settings);
  const [inserted] = await insertPlan(tx, {
    ...plan,
    seed: randomUUID(),
    state: requireApproval ? "held" : "open",
  });
  tx.wakeWorkersAfterCommit();
  return inserted?.id;
}
