import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Events } from "../../../platform/outbox/events.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { sharesUnits, topicsStartedBy } from "../../subscriptions/topics.ts";
import { policyOf } from "../plans/policy.ts";
import { makePlans } from "./make-plans.ts";
import type { Cause, MoreUnits } from "./plan-event.ts";
import { type NewPlan, rerunPlans } from "./sql.ts";

/** Makes the plans for a store's restocks, low stock and price drops. A plan has the number of its event, so that an event
 *  that is read twice makes only one plan. */
export async function planAlerts(
  { db, stores }: { readonly db: Db; readonly stores: StoreCache },
  storeId: StoreId,
  causes: readonly Cause[],
): Promise<void> {
  if (causes.length === 0) return;
  const store = await stores.getById(storeId);
  if (store.isErased) return;
  const plans = causes.flatMap((cause) => toPlans(store, cause));
  await db.inStore(storeId, (tx) => makePlans(tx, store, plans));
}

const toPlans = (store: Store, { subject, payload }: Cause): Omit<NewPlan, "seed" | "state" | "keepDays">[] =>
  topicsStartedBy(subject).map((topic) => ({
    variantId: payload.variantId,
    topic,
    cause: "event",
    number: payload.number,
    policy: {
      ...policyOf(store, topic),
      // Low stock and price drops are for everyone who waits: there are no new units to share out.
      ...(sharesUnits(topic) ? {} : { audience: "all" as const }),
      ...(subject === "price.dropped" ? { price: toPriceDrop(payload) } : {}),
    },
  }));

const toPriceDrop = ({ currency, from, to }: Events["price.dropped"]) => ({ currency, from, to });

/** Runs the plans of restocks again, because more units came. */
export async function rerunRestocks(tx: StoreTx, events: readonly MoreUnits[]): Promise<void> {
  const plans = events.flatMap(({ payload: { variantId, number } }) =>
    topicsStartedBy("stock.restocked").map((topic) => ({ variantId, topic, number })),
  );
  await rerunPlans(tx, plans);
  tx.wakeAfterCommit("alerts");
}
