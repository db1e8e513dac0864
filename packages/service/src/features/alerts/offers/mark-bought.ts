import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { findSubscription } from "../../subscriptions/line/find-subscription.ts";
import { HAPPENINGS } from "../../subscriptions/line/happenings.ts";
import { recordOutcomes } from "../../subscriptions/line/record-outcomes.ts";
import type { State } from "../../subscriptions/state.ts";
import type { SubscriptionKey } from "../../subscriptions/subscription-key.ts";
import { neverSignedUp } from "../errors.ts";
import { endHoldsOf } from "../holds/end-holds.ts";
import { freeUnits, freeUnsentUnits } from "../plans/free-units.ts";
import { findAlertBefore, type PurchaseTime, recordPurchases } from "../plans/record-purchase.ts";
import { closeBoughtOffers, findPlansWithUnsent } from "./sql.ts";

/** Shops often report a sale before they report the lower stock: the next wave waits this long for the stock report. */
const STOCK_REPORT_SECONDS = 60;

/** The shopper bought the product: their offer ends and they leave the line. Returns whether anything changed. */
export async function markBought(tx: StoreTx, key: SubscriptionKey, purchase: PurchaseTime): Promise<boolean> {
  const subscription = await findSubscription(tx, key);
  if (!subscription) throw neverSignedUp();
  const ended = await endAsBought(tx, { ...subscription, variantId: key.variantId, topic: key.topic }, purchase);
  if (ended?.planId) await recordPurchases(tx, [{ planId: ended.planId, boughtAt: purchase.boughtAt }]);
  return ended !== undefined;
}

/** The same for a subscription that is known. The caller records the purchase for the plan whose alert the shopper got, if there
 *  is one. Returns undefined when nothing changed. */
export async function endAsBought(
  tx: StoreTx,
  {
    id,
    state,
    variantId,
    topic,
  }: {
    readonly id: SubscriptionId;
    readonly state: State;
    readonly variantId: VariantId;
    readonly topic: string;
  },
  purchase: PurchaseTime,
): Promise<{ readonly planId: PlanId | undefined } | undefined> {
  // Before other plans are locked: delivery locks the plan of an offer first, too.
  for (const plan of await findPlansWithUnsent(tx, [id]))
    await freeUnsentUnits(tx, plan.id, [id], STOCK_REPORT_SECONDS);
  const closed = await closeBoughtOffers(tx, [id]);
  await endHoldsOf(tx, closed);
  await freeUnits(
    tx,
    closed.map((offer) => offer.variantId),
    STOCK_REPORT_SECONDS,
  );
  if (state !== "waiting" && state !== "offered" && state !== "notified") return undefined;
  // A shopper who waits again did not buy because of the last alert.
  const alertBefore = state === "waiting" ? undefined : () => findAlertBefore(tx, { id, variantId, topic }, purchase);
  const planId = closed.at(-1)?.planId ?? (await alertBefore?.());
  const changed = await recordOutcomes(tx, [
    { id, state: "bought", reason: HAPPENINGS.say("bought", {}), ...(planId ? { planId } : {}) },
  ]);
  if (changed.length === 0) return undefined;
  await announce(tx, "alert.bought", { subscriptionIds: [id], variantIds: [variantId], topics: [topic] });
  return { planId };
}
