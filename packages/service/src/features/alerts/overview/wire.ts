import { type Static, Type } from "typebox";
import { rowsQuery } from "../../../platform/http/send-rows.ts";
import { maybeWhy, whyOut } from "../../../platform/http/why.ts";
import { isGiven, nullable } from "../../../platform/http/wire.ts";
import type { PlanId } from "../../../platform/ids.ts";
import { maskAddresses } from "../../../platform/text/mask-address.ts";
import { marketIn, marketOut, marketRecord, readVariantName } from "../../catalog/variants/wire.ts";
import { HAPPENINGS } from "../../subscriptions/line/happenings.ts";
import { HappeningWhy } from "../../subscriptions/line/wire.ts";
import { COUNTED_MAX, COUNTED_TOGETHER_MAX } from "../../subscriptions/waiting/count-joined-before.ts";
import { TopicIn } from "../../subscriptions/wire.ts";
import { PLAN_CAUSES, PLAN_STATES, WAVE_PHRASES } from "../plans/plan.ts";
import { PolicyOut, planId, planWhy, planWhyOf, waveWhy } from "../plans/wire.ts";
import { platformId } from "../wire.ts";
import type { PlanOverview } from "./describe-plans.ts";
import { type PlanRecipient, PRICE_PHRASES } from "./list-recipients.ts";

export const PlansIn = Type.Object({
  ...rowsQuery,
  epi: Type.Optional(platformId),
  ...marketIn,
  topic: Type.Optional(TopicIn),
  state: Type.Optional(
    Type.Union([Type.Literal("open"), Type.Literal("held"), Type.Literal("over")], {
      description: "Only plans that are under way or paused (`open`), that are paused (`held`), or that are over",
    }),
  ),
  plan: Type.Optional({ ...planId, description: "Only the plan with this id" }),
});
export const readPlansFilter = ({ epi, market, topic, state, plan }: Static<typeof PlansIn>) => ({
  variant: isGiven(epi) ? readVariantName({ epi, market }) : null,
  topic: topic ?? null,
  planId: (plan ?? null) as PlanId | null,
  state: state ?? null,
});

export const RecipientsIn = Type.Object({
  ...rowsQuery,
  plan: planId,
  who: Type.Optional(
    Type.Union([Type.Literal("notified"), Type.Literal("failed"), Type.Literal("waiting")], {
      description:
        "Those who got the alert (the default), those to whom it could not be sent, or those who joined the line before it and still wait. A page of the failed may be short and still have a next one",
    }),
  ),
});
export const readPlan = ({ plan }: Static<typeof RecipientsIn>) => plan as PlanId;

const Instant = Type.String({ format: "date-time" });
export const PlanOverviewOut = Type.Object({
  plan: Type.String({ description: "Id" }),
  epi: nullable(Type.String({ description: "Variant id" })),
  ...marketOut,
  dt: nullable(Type.String({ description: "Title" })),
  vi: nullable(Type.String({ description: "Title of the variant" })),
  topic: Type.String(),
  by: Type.String({ description: `What started it, one of ${Object.keys(PLAN_CAUSES).join(", ")}` }),
  restock: Type.Integer({
    description: "The number of the restock or other event; plans of the merchant have their own",
  }),
  state: Type.String({ description: `One of ${Object.keys(PLAN_STATES).join(", ")}` }),
  reason: nullable(Type.String({ description: "Why it is paused or waits" })),
  why: planWhy,
  policy: PolicyOut,
  created: Instant,
  next: nullable(Instant),
  unitsSelected: Type.Integer({ description: "Units wanted by the people selected so far" }),
  waves: Type.Integer({ description: "How many waves there were" }),
  lastWaves: Type.Array(
    Type.Object({
      wave: Type.Integer(),
      at: Instant,
      units: nullable(Type.Integer({ description: "Stock counted before the wave" })),
      people: Type.Integer(),
      reason: Type.String(),
      why: waveWhy,
    }),
    { description: "The last 20 of them, in order" },
  ),
  selected: Type.Integer({ description: "People whom the waves selected so far" }),
  waiting: nullable(
    Type.Integer({
      description:
        "People in line whom the plan may still notify, those who are selected and not yet notified among them. null when the plan is over",
    }),
  ),
  moreWaiting: Type.Boolean({
    description: `Whether more wait than \`waiting\` says: at most ${COUNTED_MAX} are counted for a plan, and at most ${COUNTED_TOGETHER_MAX} for a page, an equal share for each plan that is not over`,
  }),
  notified: Type.Integer({ description: "Alerts that were sent" }),
  ambiguous: Type.Integer({ description: "Alerts that may have arrived" }),
  failed: Type.Integer(),
  skipped: Type.Integer({ description: "People who were left out, because it was sold out before" }),
});

export const planOverviewRecord = (plan: PlanOverview) => ({
  plan: plan.id,
  epi: plan.variant?.platformId ?? null,
  ...marketRecord(plan.variant),
  dt: plan.variant?.product?.title ?? null,
  vi: plan.variant?.product?.variantTitle ?? null,
  topic: plan.topic,
  by: plan.isByMerchant ? "merchant" : "event",
  restock: plan.number,
  state: plan.state,
  reason: plan.reason,
  why: planWhyOf(plan.reason),
  policy: plan.policy,
  created: plan.createdAt.toISOString(),
  next: plan.nextAt?.toISOString() ?? null,
  unitsSelected: plan.unitsSelected,
  waves: plan.waves,
  lastWaves: plan.lastWaves.map(({ wave, begunAt, units, people, reason }) => ({
    wave,
    at: begunAt.toISOString(),
    units,
    people,
    reason,
    why: WAVE_PHRASES.read(reason),
  })),
  selected: plan.peopleSelected,
  waiting: plan.peopleWaiting?.count ?? null,
  moreWaiting: plan.peopleWaiting?.isMore ?? false,
  ...countsOf(plan),
});

const countsOf = ({ deliveries: { sent = 0, ambiguous = 0, failed = 0, skipped = 0 } }: PlanOverview) => ({
  notified: sent,
  ambiguous,
  failed,
  skipped,
});

export const PLAN_COLUMNS = {
  plan: ({ id }: PlanOverview) => id,
  epi: ({ variant }: PlanOverview) => variant?.platformId,
  dt: ({ variant }: PlanOverview) => variant?.product?.title,
  vi: ({ variant }: PlanOverview) => variant?.product?.variantTitle,
  topic: ({ topic }: PlanOverview) => topic,
  restock: ({ number }: PlanOverview) => number,
  state: ({ state }: PlanOverview) => state,
  created: ({ createdAt }: PlanOverview) => createdAt,
  waves: ({ waves }: PlanOverview) => waves,
  selected: ({ peopleSelected }: PlanOverview) => peopleSelected,
  waiting: ({ peopleWaiting }: PlanOverview) => peopleWaiting?.count,
  moreWaiting: ({ peopleWaiting }: PlanOverview) => peopleWaiting?.isMore,
  notified: (plan: PlanOverview) => countsOf(plan).notified,
  ambiguous: (plan: PlanOverview) => countsOf(plan).ambiguous,
  failed: (plan: PlanOverview) => countsOf(plan).failed,
  skipped: (plan: PlanOverview) => countsOf(plan).skipped,
  market: ({ variant }: PlanOverview) => variant?.market,
};

export const PriceWhy = whyOut("PriceWhy", PRICE_PHRASES);
export const RecipientOut = Type.Object({
  person: nullable(Type.String({ description: "Id of the person, for people/one; null after they were erased" })),
  medium: nullable(Type.String({ description: "email or sms" })),
  address: nullable(Type.String({ description: "Masked, unless the caller has the scope people:addresses" })),
  since: Type.String({ format: "date-time", description: "When they joined the line" }),
  quantity: Type.Integer(),
  at: nullable(Type.String({ format: "date-time", description: "When the alert was sent, or failed" })),
  because: Type.String({ description: "Why they were notified, or were not" }),
  why: maybeWhy(HappeningWhy, PriceWhy),
});

export const recipientRecord =
  ({ showsAddresses }: { readonly showsAddresses: boolean }) =>
  (recipient: PlanRecipient) => {
    const because = showsAddresses ? recipient.because : maskAddresses(recipient.because);
    return {
      person: recipient.personId,
      medium: recipient.medium,
      address: recipient.address,
      since: recipient.since.toISOString(),
      quantity: recipient.quantity,
      at: recipient.at?.toISOString() ?? null,
      because,
      why: HAPPENINGS.read(because) ?? PRICE_PHRASES.read(because),
    };
  };

export const recipientColumns = ({ showsAddresses }: { readonly showsAddresses: boolean }) => ({
  person: ({ personId }: PlanRecipient) => personId,
  medium: ({ medium }: PlanRecipient) => medium,
  address: ({ address }: PlanRecipient) => address,
  since: ({ since }: PlanRecipient) => since,
  quantity: ({ quantity }: PlanRecipient) => quantity,
  at: ({ at }: PlanRecipient) => at,
  because: ({ because }: PlanRecipient) => (showsAddresses ? because : maskAddresses(because)),
});
