import type { PlanId } from "../../../platform/ids.ts";
import { WAVE_REASONS } from "../../alerts/plans/plan.ts";
import { type AlertPolicy, allowance, hasNextWave, unitsMaxOf } from "../../alerts/plans/policy.ts";
import type { PastClick, PastDelivery, PastPlan, PastWave } from "../../alerts/samples/past-alert.ts";
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from "./calendar.ts";
import type { SampleVariant } from "./cycles.ts";
import type { Draw } from "./draw.ts";
import { REFUSAL } from "./people.ts";
import type { SignUp } from "./sign-ups.ts";

/** Somebody who was notified and bought. */
export type Purchase = {
  readonly signUp: SignUp;
  readonly planId: PlanId;
  readonly at: number;
  readonly clickedAt: number;
  readonly units: number;
};

export type PlanPast = {
  readonly plan: PastPlan;
  readonly waves: readonly PastWave[];
  readonly deliveries: readonly { readonly row: PastDelivery; readonly signUp: SignUp; readonly ms: number }[];
  readonly clicks: readonly { readonly row: PastClick; readonly ms: number }[];
  readonly purchases: readonly Purchase[];
};

type Occasion = {
  readonly planId: PlanId;
  readonly variant: SampleVariant;
  readonly topic: SignUp["topic"];
  readonly number: number;
  readonly at: number;
  readonly policy: AlertPolicy;
  /** The units that came; null for a topic that does not share out units. */
  readonly arrived: number | null;
  /** Units that those who hear of it can buy. */
  readonly unitsToSell: number;
  /** The merchant paused the plan after its first wave. */
  readonly isPaused: boolean;
  readonly end: number;
};

const CLICK_SHARE = 0.46;
const BUY_SHARE = 0.42;
/** The share of addresses that the provider refuses. */
const BOUNCE_SHARE = 0.009;

/** Lets a plan notify its line in waves, as the worker does, and draws who clicks and buys. */
export function runPlan(line: readonly SignUp[], occasion: Occasion, draw: Draw): PlanPast {
  const { planId, variant, policy, arrived, end } = occasion;
  const createdAt = occasion.at + 1_500;
  const waves: PastWave[] = [];
  const deliveries: PlanPast["deliveries"][number][] = [];
  const clicks: PlanPast["clicks"][number][] = [];
  const wishes: Purchase[] = [];
  // Not every restock is as welcome as the last one.
  const appeal = draw.between(0.6, 1.35);
  let unitsSelected = 0;
  let selected = 0;
  let at = createdAt + 700;
  for (;;) {
    const stock = arrived === null ? undefined : { arrived, quantity: arrived - unitsSold(wishes, at, occasion) };
    const wave = {
      planId,
      wave: waves.length + 1,
      at: isoOf(at),
      quantity: stock?.quantity ?? null,
      arrived,
      unitsSelected,
    } as const;
    if (stock && stock.quantity <= 0) {
      waves.push({ ...wave, ...NOBODY, isWaitOver: false, reason: WAVE_REASONS.soldOut });
      break;
    }
    const isWaitOver = policy.waitSeconds > 0 && waves.length > 0;
    const allowed = allowance(policy, stock, { unitsSelected, isWaitOver, unitsReserved: 0 });
    const people = allowed === "none" ? [] : takeNext(line.slice(selected), allowed, policy);
    const units = people.reduce((sum, one) => sum + unitsOf(one, policy), 0);
    const reason =
      allowed === "none"
        ? WAVE_REASONS.noNewUnits
        : people.length > 0
          ? WAVE_REASONS.nextInLine
          : WAVE_REASONS.lineEmpty;
    waves.push({ ...wave, reserved: 0, isWaitOver, people: people.length, units, reason });
    selected += people.length;
    unitsSelected += units;
    for (const [index, signUp] of people.entries()) {
      const ms = Math.floor(at + 900 + index * 45 + draw.between(0, 400));
      const { person } = signUp;
      const delivery = {
        planId,
        planCreatedAt: isoOf(createdAt),
        wave: wave.wave,
        subscriptionId: signUp.id,
        at: isoOf(ms),
        signedUpAt: isoOf(signUp.at),
        quantity: signUp.quantity,
      };
      if (draw.chance(BOUNCE_SHARE)) {
        person.bouncedAt = ms;
        signUp.end = { state: "undeliverable", at: ms };
        deliveries.push({ row: { ...delivery, state: "failed", reason: "refused", detail: REFUSAL }, signUp, ms });
        continue;
      }
      signUp.end = { state: "notified", at: ms };
      deliveries.push({ row: { ...delivery, state: "sent", reason: "sent", detail: "" }, signUp, ms });
      const clickedAt = Math.floor(ms + soon(draw, 40 * MINUTE_MS));
      if (!draw.chance(CLICK_SHARE) || clickedAt >= end) continue;
      clicks.push({ row: { planId, subscriptionId: signUp.id, at: isoOf(clickedAt) }, ms: clickedAt });
      const boughtAt = Math.floor(
        clickedAt + 3 * MINUTE_MS + soon(draw, draw.chance(0.75) ? 20 * MINUTE_MS : 12 * HOUR_MS),
      );
      if (draw.chance(BUY_SHARE * appeal) && boughtAt < Math.min(end - 10 * MINUTE_MS, ms + 6 * DAY_MS))
        wishes.push({ signUp, planId, at: boughtAt, clickedAt, units: unitsOf(signUp, policy) });
    }
    if (occasion.isPaused || !hasNextWave(policy, allowed, people.length)) break;
    at += policy.waitSeconds * 1_000 + 600;
  }
  const purchases = granted(wishes, occasion);
  for (const { signUp, at: boughtAt } of purchases) signUp.end = { state: "bought", at: boughtAt };
  const last = line[selected - 1];
  const times = purchases.map((one) => one.at);
  return {
    plan: {
      id: planId,
      createdAt: isoOf(createdAt),
      variantId: variant.id,
      topic: occasion.topic,
      cause: "event",
      number: occasion.number,
      unitsSelected,
      waves: waves.length,
      state: occasion.isPaused ? "held" : "done",
      policy,
      joinedUntil: waves[0]?.at ?? isoOf(createdAt),
      nextPosition: last ? String(last.at * 1_000) : null,
      nextId: last?.id ?? null,
      isLineRead: selected === line.length && !occasion.isPaused,
      bought: purchases.length,
      firstBoughtAt: times.length > 0 ? isoOf(Math.min(...times)) : null,
      meanBoughtAt:
        times.length > 0 ? isoOf(Math.round(times.reduce((sum, one) => sum + one, 0) / times.length)) : null,
    },
    waves,
    deliveries,
    clicks,
    purchases,
  };
}

const NOBODY = { reserved: 0, people: 0, units: 0 } as const;
/** Most come at once, a few much later. */
const soon = (draw: Draw, mean: number) => -Math.log(1 - draw.next()) * mean;
const unitsOf = ({ quantity }: SignUp, policy: AlertPolicy) => Math.min(quantity, unitsMaxOf(policy));

/** The first of the line, as many as the allowance has people and units for. */
function takeNext(
  line: readonly SignUp[],
  { people, units }: Exclude<ReturnType<typeof allowance>, "none">,
  policy: AlertPolicy,
) {
  const taken: SignUp[] = [];
  let wanted = 0;
  for (const one of line) {
    if (people !== undefined && taken.length >= people) break;
    if (units !== undefined && wanted >= units) break;
    wanted += unitsOf(one, policy);
    taken.push(one);
  }
  return taken;
}

/** Those who come first get the units, as long as there are any. */
function granted(wishes: readonly Purchase[], { unitsToSell }: Occasion): Purchase[] {
  let left = unitsToSell;
  return wishes
    .toSorted((one, other) => one.at - other.at)
    .filter(({ units }) => {
      if (units > left) return false;
      left -= units;
      return true;
    });
}

const unitsSold = (wishes: readonly Purchase[], until: number, occasion: Occasion) =>
  granted(
    wishes.filter(({ at }) => at <= until),
    occasion,
  ).reduce((sum, { units }) => sum + units, 0);
