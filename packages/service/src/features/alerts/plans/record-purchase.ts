import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { findDeliveriesOf } from "../delivery/find-deliveries.ts";
import { explainReason } from "../delivery/reason.ts";
import { addPurchases, findPlans, type Purchase } from "./sql.ts";

/** When somebody bought, and for how many days after an alert a purchase counts for it. */
export type PurchaseTime = { readonly boughtAt: Date; readonly windowDays: number };

const PLANS_MAX = 20;

/** The plan whose alert reached this shopper last before a purchase, if the purchase counts for it. */
export async function findAlertBefore(
  tx: StoreTx,
  { id, variantId, topic }: { readonly id: SubscriptionId; readonly variantId: VariantId; readonly topic: string },
  { boughtAt, windowDays }: PurchaseTime,
): Promise<PlanId | undefined> {
  const plans = await findPlans(tx, variantId, topic, PLANS_MAX);
  const deliveries = await findDeliveriesOf(tx, id, plans);
  const until = boughtAt.getTime();
  const isInWindow = (at: number) => at <= until && at > until - windowDays * 86_400_000;
  const reached = deliveries
    .filter(({ at, reason, detail }) => isInWindow(at.getTime()) && hasReached(explainReason(reason, detail)?.state))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return reached[0]?.planId;
}

const hasReached = (state: string | undefined) => state === "notified" || state === "offered";

/** Counts purchases for the plans whose alerts the shoppers got. Comes last in a transaction: until it ends, nobody else can write
 *  these plans. */
export async function recordPurchases(tx: StoreTx, purchases: readonly Purchase[]): Promise<void> {
  if (purchases.length > 0) await addPurchases(tx, purchases);
}
