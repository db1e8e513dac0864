import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { countStock } from "../../catalog/stock/count-stock.ts";
import type { Outcome } from "../../subscriptions/line/recipients.ts";
import type { AlertPolicy } from "../plans/policy.ts";
import { dropChosen, lockPlan, offerUntil, openOffers } from "../sql.ts";
import { inWords } from "./answer-offer.ts";
import { freeUnits } from "./end-offers.ts";

/** Until when units are held for those who are about to be told. */
export type Hold = { readonly until: Date; readonly isSoldOut: boolean };

/** Looked at right before: a provider that was away, or a night, may lie between the wave and the message. */
export async function beginHold(
  tx: StoreTx,
  plan: {
    readonly variantId: VariantId;
    readonly number: number;
    readonly offer: NonNullable<AlertPolicy["offer"]>;
  },
): Promise<Hold> {
  const { isIn, number } = await countStock(tx, plan.variantId);
  return { until: await offerUntil(tx, plan.offer.minutes), isSoldOut: !isIn || number !== plan.number };
}

/** Whoever was told, or may have been, has an offer; everybody else is as before. */
export function asOffered<T extends { readonly settled: Outcome }>(told: T, { until }: Hold): T {
  const { settled } = told;
  if (settled.state !== "notified") return told;
  const reason = `offered until ${inWords(until)}${settled.reason === "sent" ? "" : ", if it arrived"}`;
  return { ...told, settled: { ...settled, state: "offered", reason } };
}

/** In the transaction that writes the deliveries down: opens the offers of those who were told, and frees what was kept
 *  for those who were not. */
export async function writeOffers(
  tx: StoreTx,
  planId: PlanId,
  { settled, changed }: { readonly settled: readonly Outcome[]; readonly changed: readonly SubscriptionId[] },
  { until }: Hold,
): Promise<void> {
  const hasChanged = new Set(changed); // whoever left while the message was on its way needs no offer
  const isOffered = ({ id, state }: Outcome) => state === "offered" && hasChanged.has(id);
  const offered = settled.filter(isOffered).map(({ id }) => id);
  const others = settled.filter((one) => !isOffered(one)).map(({ id }) => id);
  if (offered.length > 0) {
    await openOffers(tx, planId, offered, until);
    await announce(tx, "alert.offered", { planId, subscriptionIds: offered });
  }
  if (others.length === 0) return;
  const plan = await lockPlan(tx, planId); // before the offers, as whoever cancels it does
  await dropChosen(tx, planId, others);
  if (plan) await freeUnits(tx, [plan]);
}
