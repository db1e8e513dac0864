import { randomUUID } from "node:crypto";
import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, StoreId, VariantId } from "../../../platform/ids.ts";
import type { Events, OutboxEvent } from "../../../platform/outbox/events.ts";
import { alertRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { insertPlan, nextNumber, reopenPlan } from "../sql.ts";
import { type AlertPolicy, BACK_IN_STOCK, LOW_STOCK, PRICE_DROP, policyOf } from "./policy.ts";

type Planning = { readonly db: Db; readonly stores: StoreCache };
type Cause = Extract<OutboxEvent, { subject: "stock.restocked" | "stock.ran-low" | "price.dropped" }>;

const TOPICS = { "stock.restocked": BACK_IN_STOCK, "stock.ran-low": LOW_STOCK, "price.dropped": PRICE_DROP } as const;

/** Makes the plan for a restock, low stock or a price drop. The event's number is the plan's, so that an event that is
 *  read twice makes one plan. */
export async function planAlerts({ db, stores }: Planning, { storeId, subject, payload }: Cause) {
  const topic = TOPICS[subject];
  const store = await stores.getById(storeId);
  const { variantId, number } = payload;
  const policy: AlertPolicy = {
    ...policyOf(store, topic),
    // Low stock and price drops are for everyone who waits: there are no new units to share out.
    ...(topic === BACK_IN_STOCK ? {} : { audience: "all" as const }),
    ...(subject === "price.dropped" ? { price: pick(payload) } : {}),
  };
  await db.inStore(storeId, (tx) => makePlan(tx, store, { variantId, topic, number, policy }));
}

const pick = ({ currency, from, to }: Events["price.dropped"]) => ({ currency, from, to });

/** More units came: the plan of that restock runs again. */
export const replanRestock = ({ db }: Planning, storeId: StoreId, { variantId, number }: Events["stock.added"]) =>
  db.inStore(storeId, (tx) => reopenPlan(tx, variantId, BACK_IN_STOCK, number));

/** Tells everybody who waits for a variant under a topic, as the merchant says so: stock is not asked. */
export async function planByHand(
  tx: StoreTx,
  store: Store,
  { variantId, topic }: { variantId: VariantId; topic: string },
): Promise<PlanId | undefined> {
  const number = await nextNumber(tx, variantId, topic);
  return makePlan(tx, store, { variantId, topic, number, policy: policyOf(store, topic) });
}

async function makePlan(
  tx: StoreTx,
  store: Store,
  made: { variantId: VariantId; topic: string; number: number; policy: AlertPolicy },
): Promise<PlanId | undefined> {
  const [inserted] = await insertPlan(tx, {
    ...made,
    seed: randomUUID(),
    state: alertRules(store.settings).hold ? "held" : "open",
  });
  tx.ringAfterCommit();
  return inserted?.id;
}
