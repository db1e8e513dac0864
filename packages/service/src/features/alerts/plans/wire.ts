import { Type } from "typebox";
import { MEDIA } from "../../subscriptions/address.ts";
import type { PlanStory } from "./explain.ts";

const platformId = Type.Unknown({ description: "The variant: a whole number or a text of 1 to 64 characters" });
const topic = Type.String({ minLength: 1, maxLength: 64 });
const planId = Type.String({ pattern: "^\\d{1,19}$", description: "As alerts/plans answers it" });

export const SendIn = Type.Object({ epi: platformId, topic });
export const PlansIn = Type.Object({ epi: platformId, topic: Type.Optional(topic) });
export const ControlIn = Type.Object({ plan: planId });
export const RehearseIn = Type.Object({
  epi: platformId,
  topic: Type.Optional(topic),
  units: Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.String({ pattern: "^[1-9]\\d{0,5}$" })]),
});
/** One person in the line of a variant. */
export const SomebodyIn = Type.Object({
  epi: platformId,
  topic: Type.Optional(topic),
  medium: Type.Union(Object.keys(MEDIA).map((word) => Type.Literal(word))),
  mediumvalue: Type.String({ minLength: 3, maxLength: 254 }),
});
export const AnyOut = Type.Unknown();

export const planRecord = ({ plan, waves, deliveries, offers }: PlanStory) => ({
  plan: plan.id,
  topic: plan.topic,
  restock: plan.number,
  state: plan.state,
  reason: plan.reason,
  policy: plan.policy,
  cts: plan.createdAt.getTime(),
  next: plan.nextAt?.getTime() ?? null,
  waves: waves.map(({ wave, units, people, reason, begunAt }) => ({
    wave,
    units,
    people,
    reason,
    ts: begunAt.getTime(),
  })),
  deliveries,
  ...(plan.policy.offer ? { offers } : {}),
});
