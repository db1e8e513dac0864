import type { Got } from "../api/call.ts";

export const PLANS = "/storeadmin/v3/plans";
export type PlansPage = Got<typeof PLANS>;
export type Plan = PlansPage["items"][number];

export type Progress = {
  readonly told: number;
  readonly total: number;
  /** Whether there are more than the total says. */
  readonly isPart: boolean;
  /** From 0 to 100. */
  readonly percent: number;
};

/** How many of how many have heard. After the end, those whom the waves selected are all. */
export function progressOf({ notified, ambiguous, failed, skipped, waiting, moreWaiting, selected }: Plan): Progress {
  const told = notified + ambiguous;
  const total = waiting === null ? Math.max(selected, told + failed + skipped) : told + failed + waiting;
  return {
    told,
    total,
    isPart: moreWaiting,
    percent: total === 0 ? 0 : Math.min(100, (told / total) * 100),
  };
}

/** How many are selected, and their alerts are not out yet. */
export const countBeingSent = ({ selected, notified, ambiguous, failed, skipped }: Plan) =>
  Math.max(0, selected - notified - ambiguous - failed - skipped);

export type PlanPhase = "sending" | "waiting" | "held" | "done" | "cancelled" | "superseded";

/** What the plan is doing, as a merchant would say it. */
export function phaseOf(plan: Plan): PlanPhase {
  if (plan.state === "held" || plan.state === "cancelled" || plan.state === "superseded") return plan.state;
  if (countBeingSent(plan) > 0) return "sending";
  return plan.state === "done" ? "done" : "waiting";
}

/** Why the plan has not reached those who still wait. */
export function whyWaiting({ state, lastWaves }: Plan) {
  if (state === "held" || state === "cancelled" || state === "superseded") return state;
  const last = lastWaves.at(-1);
  if (!last) return "notStarted";
  if (last.why?.code === "sold-out") return "soldOut";
  return state === "done" ? "over" : "notYet";
}

export const isOver = ({ state }: Plan) => state !== "open" && state !== "held";

/** Units that were counted before the last wave. */
export const unitsOf = ({ lastWaves }: Plan) => lastWaves.at(-1)?.units ?? null;
