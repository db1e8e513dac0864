import type { Medium, SendLimits } from "../../../platform/messaging/send-counts.ts";
import type { Recipient } from "../../subscriptions/line/recipients.ts";
import { PLAN_REASONS } from "../plans/plan-reasons.ts";
import { type AlertPolicy, unitsMaxOf } from "../plans/policy.ts";
import { describeFor } from "../senders/describe-problem.ts";
import { type Chunk, type DeliveryOutcome, inLine } from "./delivery.ts";
import type { Batch } from "./select-batch.ts";
import type { SentBatch } from "./send-batch.ts";
import type { SetAside } from "./sql.ts";

export const TRIES_MAX = 5;
const RETRY_SECONDS = 30;
/** While a provider is down, the worker tries again this often. These attempts do not count. */
export const DOWN_SECONDS = 60;
/** While a store is over its limit of a day, the worker looks this often whether the limit was raised. */
const OVER_LIMIT_SECONDS = 300;
/** A provider that throttles, and does not say for how long, takes the message a little later. */
const THROTTLED_SECONDS = 5;

export type SortedBatch = {
  readonly outcomes: readonly DeliveryOutcome[];
  /** People who are tried again later. */
  readonly setAside: readonly SetAside[];
  /** Units of people who were notified or set aside. */
  readonly units: number;
  /** When no message of the batch got through, because the provider is down or throttles: after how many seconds the batch
   *  is repeated as a whole. */
  readonly stuckSeconds: number;
  /** Why people of the batch wait, for the merchant. */
  readonly delay: string | undefined;
  /** How long the store's template makes its other messages wait. */
  readonly paceSeconds: number;
};

/** Sorts the attempts of a batch into those that ended and those that are repeated. Only a message that itself could not be
 *  sent counts as tried: an outage, a throttling provider or a slow template is nobody's fault. `ownMedia`: those that the
 *  store sends with a provider of its own. */
export function sortAttempts(
  { tries }: Pick<Chunk, "tries">,
  { plan, outcomes: ended, quiet, overLimit }: Pick<Batch, "plan" | "outcomes" | "quiet" | "overLimit">,
  { attempts, notStarted, waitSeconds }: Pick<SentBatch, "attempts" | "notStarted" | "waitSeconds">,
  ownMedia: Readonly<Record<Medium, boolean>>,
): SortedBatch {
  const outcomes: DeliveryOutcome[] = [...ended];
  const counted: Recipient[] = [];
  const down: Recipient[] = [];
  const throttled: Recipient[] = [];
  let throttledSeconds = 0;
  const paced: Recipient[] = [];
  let paceSeconds = 0;
  let delay = overLimit.people.length > 0 ? limitReached(overLimit) : undefined;
  for (const { recipient, result } of attempts) {
    switch (result.state) {
      case "sent":
        outcomes.push({ recipient, state: "sent", reason: "sent" });
        break;
      case "rejected":
        outcomes.push({ recipient, state: "failed", reason: "refused", detail: result.reason, isBounced: true });
        break;
      case "impossible":
        outcomes.push({ recipient, state: "failed", reason: "noSender", detail: recipient.medium });
        break;
      case "unknown":
        outcomes.push({ recipient, state: "ambiguous", reason: "mayHaveArrived", detail: result.reason });
        break;
      case "throttled":
        throttled.push(recipient);
        throttledSeconds = Math.max(throttledSeconds, result.retryAfterSeconds ?? THROTTLED_SECONDS);
        break;
      case "deferred":
        (result.isProviderDown ? down : counted).push(recipient);
        if (result.isProviderDown) delay ??= describeFor(ownMedia[recipient.medium], result).reason;
        break;
      case "not tried":
        paced.push(recipient);
        paceSeconds = Math.max(paceSeconds, result.seconds);
        break;
    }
  }
  // Nothing got through, or nothing was tried because the provider has asked us to wait.
  const [held] = attempts.length === 0 && waitSeconds >= THROTTLED_SECONDS ? notStarted : throttled;
  if (held && throttled.length === attempts.length)
    delay ??= describeFor(ownMedia[held.medium], { reason: "", problem: "throttles" }).reason;
  const stuck = down.length + throttled.length;
  const isStuck = stuck > 0 || (overLimit.people.length > 0 && attempts.length === 0);
  if (isStuck && stuck + paced.length === attempts.length && notStarted.length === 0) {
    const overSeconds = stuck === 0 ? OVER_LIMIT_SECONDS : 0;
    const stuckSeconds = Math.max(down.length > 0 ? DOWN_SECONDS : 0, throttledSeconds, overSeconds);
    return { outcomes: ended, setAside: [], units: 0, stuckSeconds, paceSeconds, delay };
  }

  const isLast = tries + 1 >= TRIES_MAX;
  if (isLast) outcomes.push(...counted.map((recipient) => ({ recipient, state: "failed", reason: "gaveUp" }) as const));
  const setAside = [
    { people: isLast ? [] : counted, tries: tries + 1, seconds: RETRY_SECONDS * 2 ** tries },
    { people: down, tries, seconds: DOWN_SECONDS },
    { people: throttled, tries, seconds: throttledSeconds },
    { people: paced, tries, seconds: paceSeconds },
    { people: notStarted, tries, seconds: waitSeconds },
    { people: overLimit.people, tries, seconds: OVER_LIMIT_SECONDS },
    {
      people: quiet.map(({ recipient }) => recipient),
      tries,
      seconds: Math.min(...quiet.map(({ seconds }) => seconds)),
    },
  ]
    .filter(({ people }) => people.length > 0)
    .map(({ people, ...when }) => ({ ...when, people: inLine(people), units: unitsOf(people, plan.policy) }));
  const notified = outcomes.filter(({ state }) => state === "sent" || state === "ambiguous");
  const units =
    unitsOf(
      notified.map(({ recipient }) => recipient),
      plan.policy,
    ) + setAside.reduce((sum, group) => sum + group.units, 0);
  return { outcomes, setAside, units, stuckSeconds: 0, paceSeconds, delay };
}

/** The limit that the store has reached, in the words of a plan's reason. */
function limitReached({ limit, medium }: { readonly limit: SendLimits; readonly medium: Medium }): string {
  const { messagesMax: max } = limit;
  return max === undefined
    ? PLAN_REASONS.say("spend-limit", {})
    : PLAN_REASONS.say(medium === "sms" ? "text-limit" : "mail-limit", { max });
}

/** The units that these people count as. */
export const unitsOf = (people: readonly Pick<Recipient, "quantity">[], policy: Pick<AlertPolicy, "unitsMax">) =>
  people.reduce((sum, { quantity }) => sum + Math.min(quantity, unitsMaxOf(policy)), 0);
