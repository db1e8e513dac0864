import { type Static, Type } from "typebox";
import type { PlanId } from "../../../platform/ids.ts";
import { historyRecord } from "../../subscriptions/line/wire.ts";
import { TopicIn } from "../../subscriptions/wire.ts";
import { platformId, readTopic, readVariantId } from "../wire.ts";
import type { Explanation, PlanHistory } from "./explain.ts";
import type { Plan } from "./plan.ts";
import type { Rehearsal } from "./rehearse.ts";

const planId = Type.String({ pattern: "^\\d{1,19}$", description: "The id of a plan, as alerts/plans returns it" });

export const SendIn = Type.Object({ epi: platformId, topic: TopicIn });
export const PlansIn = Type.Object({ epi: platformId, topic: Type.Optional(TopicIn) });
export const ControlIn = Type.Object({ plan: planId });
export const RehearseIn = Type.Object({
  epi: platformId,
  topic: Type.Optional(TopicIn),
  units: Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.String({ pattern: "^[1-9]\\d{0,5}$" })]),
});

export const readPlanId = ({ plan }: Static<typeof ControlIn>) => plan as PlanId;
export const readRehearsal = (body: Static<typeof RehearseIn>) => ({
  platformId: readVariantId(body),
  topic: readTopic(body),
  units: Number(body.units),
});

export const planStateRecord = ({ id, state }: Plan) => ({ plan: id, state });

export const planRecord = ({ plan, waves, deliveries, offers }: PlanHistory) => ({
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

export const rehearsalRecord = ({ policy, waiting, notified, recipients, left, next }: Rehearsal) => ({
  policy,
  waiting,
  told: notified,
  people: recipients.map(({ place, medium, maskedAddress, quantity }) => ({
    place,
    medium,
    address: maskedAddress,
    quantity,
  })),
  left,
  next,
});

export const explanationRecord = ({ because, subscription, plans }: Explanation) => ({
  because,
  subscription: subscription ? historyRecord(subscription) : null,
  plans: plans.map(planRecord),
});
