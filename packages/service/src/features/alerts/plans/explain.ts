import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, VariantId } from "../../../platform/ids.ts";
import { findHistory, type SubscriptionHistory } from "../../subscriptions/line/history.ts";
import type { SubscriptionKey } from "../../subscriptions/subscription-key.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import type { DeliveryCounts } from "../delivery/delivery.ts";
import { findDeliveriesOf } from "../delivery/find-deliveries.ts";
import { explainReason } from "../delivery/reason.ts";
import type { OfferCounts } from "../offers/offer.ts";
import { type Plan, WAVE_REASONS, type Wave } from "./plan.ts";
import { countDeliveries, countOffers, findPlanProgress, findPlans, findWaves } from "./sql.ts";

const PLANS_MAX = 20;

export type PlanHistory = {
  readonly plan: Plan;
  readonly waves: readonly Wave[];
  readonly deliveries: DeliveryCounts;
  readonly offers: OfferCounts;
};

/** The plans of a variant, newest first, each with its waves and with counts of its deliveries and offers. */
export async function explainPlans(tx: StoreTx, variantId: VariantId, topic?: string): Promise<PlanHistory[]> {
  const histories: PlanHistory[] = [];
  for (const plan of await findPlans(tx, variantId, topic ?? null, PLANS_MAX)) {
    histories.push({
      plan,
      waves: await findWaves(tx, plan.id),
      deliveries: await countDeliveries(tx, plan.id),
      offers: plan.policy.offer ? await countOffers(tx, plan.id) : {},
    });
  }
  return histories;
}

/** One plan, with its waves and with counts of its deliveries. */
export async function explainPlan(tx: StoreTx, id: PlanId): Promise<PlanHistory | undefined> {
  const plan = await findPlanProgress(tx, id);
  return plan && { plan, waves: await findWaves(tx, id), deliveries: await countDeliveries(tx, id), offers: {} };
}

export type Explanation = {
  readonly subscription: SubscriptionHistory | undefined;
  readonly because: string;
  readonly plans: readonly PlanHistory[];
};

/** Why a shopper was notified, or was not. */
export async function explainSubscription(tx: StoreTx, key: SubscriptionKey): Promise<Explanation> {
  const plans = await explainPlans(tx, key.variantId, key.topic);
  const found = await findHistory(tx, key);
  const subscription = found && (await withDeliveries(tx, found, plans));
  return { subscription, because: becauseOf(subscription, plans), plans };
}

/** Adds what the plans' deliveries say about the subscription to its ledger. */
async function withDeliveries(
  tx: StoreTx,
  history: SubscriptionHistory,
  plans: readonly PlanHistory[],
): Promise<SubscriptionHistory> {
  if (!history.id) return history;
  const deliveries = await findDeliveriesOf(
    tx,
    history.id,
    plans.map(({ plan }) => plan),
  );
  const entries = deliveries.flatMap(({ at, reason, detail, planId }) => {
    const explained = explainReason(reason, detail);
    return explained ? [{ at, planId, state: explained.state, reason: explained.text }] : [];
  });
  const ledger = [...history.ledger, ...entries].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return { ...history, ledger };
}

function becauseOf(subscription: SubscriptionHistory | undefined, plans: readonly PlanHistory[]): string {
  if (!subscription) return "This address never signed up for this variant and topic.";
  const { state, place, ledger } = subscription;
  const lastReason = ledger[0]?.reason ?? "unknown";
  if (state !== "waiting") return `State: ${state}. Reason: ${lastReason}.`;
  const position = `The shopper is ${place === 1 ? "first" : `number ${place}`} in line`;
  const latest = plans[0];
  if (!latest) return `No alerts have been planned for this variant and topic yet. ${position}.`;
  const { plan } = latest;
  const isLastOffer = plan.policy.offer && ledger[0]?.planId === plan.id;
  return isLastOffer
    ? `Restock ${plan.number}: ${lastReason}. ${position} for the next restock.`
    : `${progressOf(latest)} ${position}.`;
}

function nameOf({ cause, topic, number }: Plan): string {
  if (cause === "merchant") return `${topic} ${number}, which the merchant started`;
  return sharesUnits(topic) ? `restock ${number}` : `${topic} ${number}`;
}

/** Why a plan has not reached a shopper who still waits. */
export function progressOf({ plan, waves }: PlanHistory): string {
  const cause = nameOf(plan);
  if (plan.reason)
    return `The alerts for ${cause} are ${plan.state === "held" ? "paused" : "waiting"}: ${plan.reason}.`;
  if (plan.state === "held") return `The alerts for ${cause} are on hold until the merchant resumes them.`;
  if (plan.state === "cancelled") return `The merchant cancelled the alerts for ${cause}.`;
  if (plan.state === "superseded") return `Newer alerts took over from the alerts for ${cause}.`;
  const lastWave = waves.at(-1);
  if (!lastWave) return `The alerts for ${cause} have not started yet.`;
  if (lastWave.reason === WAVE_REASONS.soldOut) return `Restock ${plan.number} sold out before the shopper's turn.`;
  const people = waves.reduce((sum, wave) => sum + wave.people, 0);
  const selected = people === 1 ? "1 person was" : `${people} people were`;
  return `${selected} selected for the alerts for ${cause}. Last wave: ${lastWave.reason}.`;
}
