import { type Static, Type } from "typebox";
import { maybeWhy, whyOut } from "../../../platform/http/why.ts";
import { named, nullable, refTo } from "../../../platform/http/wire.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { marketIn, readVariantName } from "../../catalog/variants/wire.ts";
import { StoreSettings } from "../../stores/settings/settings.ts";
import { HistoryOut, historyRecord } from "../../subscriptions/line/wire.ts";
import { TopicIn } from "../../subscriptions/wire.ts";
import { platformId, readTopic } from "../wire.ts";
import type { Explanation, PlanHistory } from "./explain.ts";
import { PLAN_CAUSES, PLAN_STATES, type Plan, WAVE_PHRASES } from "./plan.ts";
import { PLAN_REASONS } from "./plan-reasons.ts";
import type { Rehearsal } from "./rehearse.ts";

export const planId = Type.String({
  pattern: "^\\d{1,19}$",
  examples: ["1234567"],
  description: "The id of a plan, as alerts/plans returns it",
});

/** The rules of the store's settings that decide who is notified. */
export const PolicyIn = Type.Pick(StoreSettings.properties.alerts, [
  "audience",
  "order",
  "perUnit",
  "waveSize",
  "waitSeconds",
  "unitsMax",
  "offerMinutes",
  "afterOffer",
]);

export const SendIn = Type.Object({ epi: platformId, ...marketIn, topic: TopicIn });
export const PlansIn = Type.Object({ epi: platformId, ...marketIn, topic: Type.Optional(TopicIn) });
export const ControlIn = Type.Object({ plan: planId });
export const RehearseIn = Type.Object({
  epi: platformId,
  ...marketIn,
  topic: Type.Optional(TopicIn),
  units: Type.Union([
    Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    Type.String({ pattern: "^[1-9]\\d{0,5}$", examples: ["12"] }),
  ]),
  policy: Type.Optional({
    ...PolicyIn,
    description: "Only as JSON. Rules to try that are not saved; those left out are the store's own",
  }),
});

export const readPlanId = ({ plan }: Static<typeof ControlIn>) => plan as PlanId;
export const readRehearsal = (body: Static<typeof RehearseIn>) => ({
  variant: readVariantName(body),
  topic: readTopic(body),
  units: Number(body.units),
  change: body.policy ?? {},
});

const ms = (what: string) => Type.Integer({ description: `${what}, in milliseconds since 1970` });
export const PolicyOut = Type.Object(
  {
    audience: Type.String(),
    order: Type.String(),
    perUnit: Type.Integer(),
    waveSize: Type.Integer(),
    waitSeconds: Type.Integer(),
    unitsMax: Type.Optional(
      Type.Integer({ description: "Units that one person counts as at most; absent in plans of older versions" }),
    ),
    price: Type.Optional(Type.Object({ currency: Type.String(), from: Type.Number(), to: Type.Number() })),
    ignoresStock: Type.Optional(Type.Boolean({ description: "The merchant started it without stock" })),
    offer: Type.Optional(Type.Object({ minutes: Type.Integer(), after: Type.String() })),
  },
  { description: "Who is notified, and in which order" },
);
const PlanWhy = whyOut("PlanWhy", PLAN_REASONS);
const WaveWhy = whyOut("WaveWhy", WAVE_PHRASES);
export const PLAN_WHYS = [PlanWhy, WaveWhy];
export const planWhy = maybeWhy(PlanWhy);
export const waveWhy = maybeWhy(WaveWhy);
/** The code of why a plan is paused or waits. */
export const planWhyOf = (reason: string | null) => (reason === null ? null : PLAN_REASONS.read(reason));
const Counts = (description: string) => Type.Record(Type.String(), Type.Integer(), { description });
export const PlanOut = named(
  "Plan",
  Type.Object({
    plan: Type.String({ description: "Id" }),
    topic: Type.String(),
    by: Type.String({ description: `What started it, one of ${Object.keys(PLAN_CAUSES).join(", ")}` }),
    restock: Type.Integer({
      description: "The number of the restock or other event; plans of the merchant have their own",
    }),
    state: Type.String({ description: `One of ${Object.keys(PLAN_STATES).join(", ")}` }),
    reason: nullable(Type.String({ description: "Why it is paused or waits" })),
    why: planWhy,
    policy: PolicyOut,
    cts: ms("Created"),
    next: nullable(ms("The next wave")),
    waves: Type.Array(
      Type.Object({
        wave: Type.Integer(),
        units: nullable(Type.Integer({ description: "Stock counted before the wave" })),
        people: Type.Integer(),
        reason: Type.String(),
        why: waveWhy,
        ts: ms("Begun"),
      }),
    ),
    deliveries: Counts("Number of deliveries by state"),
    offers: Type.Optional(Counts("Number of offers by state")),
  }),
);
export const PLAN_RECORDS = [PlanOut];
export const PlannedOut = Type.Object({ message: Type.String(), plan: Type.String() });
export const PlansOut = Type.Object({ plans: Type.Array(refTo(PlanOut)) });
export const PlanStateOut = Type.Object({ plan: Type.String(), state: Type.String() });
export const RehearsalOut = Type.Object({
  policy: PolicyOut,
  waiting: Type.Integer(),
  told: Type.Integer({ description: "How many would be notified" }),
  people: Type.Array(
    Type.Object({
      place: Type.Integer(),
      medium: Type.String(),
      address: Type.String({ description: "Masked" }),
      quantity: Type.Integer(),
    }),
    { description: "The first of them" },
  ),
  left: Type.Integer(),
  next: Type.String({ description: "What would happen next" }),
});
export const ExplanationOut = Type.Object({
  because: Type.String(),
  subscription: nullable(HistoryOut),
  plans: Type.Array(refTo(PlanOut)),
});

export const planStateRecord = ({ id, state }: Plan) => ({ plan: id, state });

export const planRecord = ({ plan, waves, deliveries, offers }: PlanHistory) => ({
  plan: plan.id,
  topic: plan.topic,
  by: plan.cause,
  restock: plan.number,
  state: plan.state,
  reason: plan.reason,
  why: planWhyOf(plan.reason),
  policy: plan.policy,
  cts: plan.createdAt.getTime(),
  next: plan.nextAt?.getTime() ?? null,
  waves: waves.map(({ wave, units, people, reason, begunAt }) => ({
    wave,
    units,
    people,
    reason,
    why: WAVE_PHRASES.read(reason),
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
