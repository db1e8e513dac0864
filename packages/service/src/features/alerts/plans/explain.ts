import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Address } from "../../subscriptions/address.ts";
import { findHistory, type SubscriptionHistory } from "../../subscriptions/line/history.ts";
import {
  countDeliveries,
  countOffers,
  type DeliveryCounts,
  findPlans,
  findWaves,
  type OfferCounts,
  type Plan,
  type Wave,
} from "../sql.ts";

const PLANS_SHOWN = 20;

export type PlanStory = {
  readonly plan: Plan;
  readonly waves: readonly Wave[];
  readonly deliveries: DeliveryCounts;
  readonly offers: OfferCounts;
};

/** What was decided for a variant, newest first: who was to hear, what was counted before each wave, what came of it. */
export async function explainPlans(tx: StoreTx, variantId: VariantId, topic?: string): Promise<PlanStory[]> {
  const plans = await findPlans(tx, variantId, PLANS_SHOWN);
  const stories: PlanStory[] = [];
  for (const plan of plans.filter((one) => !topic || one.topic === topic)) {
    stories.push({
      plan,
      waves: await findWaves(tx, plan.id),
      deliveries: await countDeliveries(tx, plan.id),
      offers: plan.policy.offer ? await countOffers(tx, plan.id) : {},
    });
  }
  return stories;
}

export type Explanation = {
  readonly subscription: SubscriptionHistory | undefined;
  readonly because: string;
  readonly plans: readonly PlanStory[];
};

/** Why somebody was told, or was not. */
export async function explainSubscription(
  tx: StoreTx,
  who: { readonly address: Address; readonly variantId: VariantId; readonly topic: string },
): Promise<Explanation> {
  const subscription = await findHistory(tx, who);
  const plans = await explainPlans(tx, who.variantId, who.topic);
  return { subscription, because: becauseOf(subscription, plans), plans };
}

function becauseOf(subscription: SubscriptionHistory | undefined, plans: readonly PlanStory[]): string {
  if (!subscription) return "This address never signed up for this variant and topic.";
  const { state, place, ledger } = subscription;
  const last = ledger[0]?.reason ?? "nothing is known";
  if (state !== "waiting") return `It is ${state}: ${last}.`;
  const latest = plans[0];
  if (!latest) return `Nothing has come since: place ${place} in line.`;
  const { plan, waves } = latest;
  const told = waves.reduce((sum, wave) => sum + wave.people, 0);
  const end = waves.at(-1)?.reason ?? "no wave has begun";
  if (plan.policy.offer && ledger[0]?.planId === plan.id)
    return `Of restock ${plan.number}: ${last}. Keeps place ${place} in line for the next.`;
  if (plan.reason) return `The plan of restock ${plan.number} waits: ${plan.reason}. Place ${place} in line.`;
  if (plan.state === "held")
    return `The plan of restock ${plan.number} is held by the merchant: place ${place} in line.`;
  if (plan.state === "cancelled")
    return `The plan of restock ${plan.number} was cancelled by the merchant: place ${place} in line.`;
  return `Of restock ${plan.number}, ${told} ${told === 1 ? "person" : "people"} before heard (${end}): place ${place} in line.`;
}
