import { readRetryAfter } from "../../../../platform/messaging/retry-after.ts";
import { NoAnswer, type Post } from "../../../../platform/network/post.ts";
import type { Store } from "../../../stores/store.ts";
import { DELIVERY_PROBLEMS, DISABLED_BECAUSE } from "../problems.ts";
import type { OpenSecret } from "../secret.ts";
import { nextTry, pauseSeconds, TRIES } from "./schedule.ts";
import { messageId, signatureHeaders } from "./sign.ts";
import type { Attempt, DueDelivery, Health, Turn, TurnResult } from "./turn.ts";

export type TurnDeps = {
  readonly post: Post;
};

/** After this time a turn begins no more deliveries, so that other endpoints have theirs. */
const TURN_MS = 2_000;
const AT_ONCE_MAX = 16;
/** After this many failures and no success a turn ends: the receiver is probably down. */
const FAILURES_MAX = 3;
const TROUBLED_TRIES_MAX = 10;
const SLOW_MS = 5_000;
/** An endpoint that asks for a pause has no turn for this long at most. */
const PAUSE_MAX_SECONDS = 3_600;
const GONE = 410;
const FAILING_MAX_MS = 5 * 86_400_000;
/** An endpoint is only given up when a delivery failed that had failed this often before: the first failure after a quiet week
 *  may be a short one. */
const FAILED_TRIES_MIN = 3;
/** … or when this many turns failed in a row. With many deliveries, and a receiver that takes 15 seconds for each, no delivery is
 *  tried that often for days. Together they take about as long as three tries do. */
const FAILED_TURNS_MIN = 100;
/** Failed turns before such a pause do not count: it is longer than any wait between two tries. */
const QUIET_MS = 2 * 86_400_000;
/** The merchant hears of failures while the outbox still has all the events. */
const WARN_AFTER_MS = 86_400_000;
/** Characters that the database keeps of why something failed. */
const PROBLEM_MAX = 200;
/** An endpoint for which more deliveries wait is disabled, before they fill the disk. */
export const WAITING_MAX = 1_000_000;

/** Sends the deliveries of a turn, several at a time, until all are tried, the time is over or the receiver seems down.
 *  `stopping`: begin no more. `abort`: forget those that are in flight; they are sent again. */
export async function takeTurn(
  { post, openSecret }: TurnDeps & { readonly openSecret: OpenSecret },
  store: Store,
  turn: Turn,
  signals: { readonly stopping: AbortSignal; readonly abort: AbortSignal },
): Promise<TurnResult> {
  // The clock of the database goes on from the lease. That of this process may be wrong, and receivers check the time.
  const began = performance.now();
  const clock = () => turn.leasedAt.getTime() + Math.round(performance.now() - began);
  const secrets = sealedSecretsOf(turn, clock()).map((sealed) => openSecret(store, turn.endpointId, sealed));
  const endsAt = began + TURN_MS;
  // An example does not wait for a pause to end: the merchant is waiting for its result.
  const isPaused = turn.pausedUntil !== null && turn.pausedUntil.getTime() > clock();
  const allowed = isPaused ? turn.deliveries.filter(isExample) : turn.deliveries;
  const queue = turn.isTroubled ? allowed.slice(0, TROUBLED_TRIES_MAX) : [...allowed];
  const attempts: Attempt[] = [];
  const isOver = () =>
    signals.stopping.aborted ||
    performance.now() > endsAt ||
    attempts.some(({ status }) => status === GONE) ||
    (!turn.isTroubled && attempts.length >= FAILURES_MAX && attempts.every(({ state }) => state !== "delivered"));

  async function sendNext(): Promise<void> {
    for (let next = queue.shift(); next && !isOver(); next = queue.shift()) {
      const attempt = await tryOnce(next);
      if (!attempt) return;
      attempts.push(attempt);
    }
  }

  async function tryOnce(delivery: DueDelivery): Promise<Attempt | undefined> {
    const triedAt = new Date(clock());
    const from = performance.now();
    const { body } = delivery;
    const headers = {
      "content-type": "application/json",
      "user-agent": "Keepsake-Webhooks/1",
      ...signatureHeaders(secrets, { id: messageId(store.pid, delivery), at: triedAt, body }),
    };
    try {
      const { status, retryAfter } = await post({
        url: turn.url,
        headers,
        body,
        isRepeatable: true,
        signal: signals.abort,
      });
      const tried = { delivery, triedAt, tookMs: Math.round(performance.now() - from), status };
      if (status >= 200 && status < 300) return { ...tried, state: "delivered", problem: null, dueAt: triedAt };
      const retryAfterSeconds = readRetryAfter(retryAfter, clock(), { maxSeconds: 86_400 });
      return {
        ...tried,
        problem: describeStatus(status),
        retryAfterSeconds,
        ...afterFailure(delivery, retryAfterSeconds),
      };
    } catch (error) {
      if (signals.abort.aborted) return undefined;
      const tookMs = Math.round(performance.now() - from);
      const why = error instanceof NoAnswer ? error.message : DELIVERY_PROBLEMS.say("not-made", {});
      const problem = why.slice(0, PROBLEM_MAX); // it may name a host of 253 characters
      return { delivery, triedAt, tookMs, status: null, problem, ...afterFailure(delivery, undefined) };
    }
  }

  function afterFailure(delivery: DueDelivery, retryAfterSeconds: number | undefined) {
    const at = clock();
    const failedTries = isExample(delivery) ? TRIES : delivery.tries + 1;
    const dueAt = nextTry(failedTries, { at, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
    return dueAt ? ({ state: "waiting", dueAt } as const) : ({ state: "failed", dueAt: new Date(at) } as const);
  }

  await Promise.all(Array.from({ length: Math.min(turn.atOnce, queue.length) }, sendNext));
  const health = healthAfter(turn, attempts, clock());
  return {
    turn,
    attempts,
    health,
    giveUpBecause: findReasonToGiveUp(turn, attempts, health, clock()),
    isFailingForADay: isFailingForADay(turn, health),
  };
}

/** An example is tried once. When it fails, that does not count for the health of its endpoint. */
const isExample = ({ number }: DueDelivery) => number === "0";

/** Whether this turn is the first one that failed a day after the first failure. */
function isFailingForADay(turn: Turn, { failingSince, failedAt }: Health): boolean {
  if (!failingSince || !failedAt) return false;
  const isLong = (at: Date | null) => at !== null && at.getTime() - failingSince.getTime() >= WARN_AFTER_MS;
  return isLong(failedAt) && !isLong(turn.failedAt);
}

function sealedSecretsOf({ sealedSecret, sealedOldSecret, oldSecretUntil }: Turn, now: number): Buffer[] {
  const isOverlap = sealedOldSecret && oldSecretUntil && oldSecretUntil.getTime() > now;
  return isOverlap ? [sealedSecret, sealedOldSecret] : [sealedSecret];
}

const describeStatus = (status: number) =>
  status >= 300 && status < 400
    ? DELIVERY_PROBLEMS.say("redirect", { status })
    : DELIVERY_PROBLEMS.say("status", { status });

/** One success means that the endpoint works. An endpoint that accepted nothing gets one delivery at a time, and pauses. */
function healthAfter(turn: Turn, all: readonly Attempt[], now: number): Health {
  const attempts = all.filter(({ state, delivery }) => state === "delivered" || !isExample(delivery));
  const failures = attempts.filter(({ state }) => state !== "delivered");
  const lastFailure = failures.at(-1);
  const lastSuccess = attempts.findLast(({ state }) => state === "delivered");
  const hasFailed = failures.length > 0 && !lastSuccess;
  const isAfterQuiet = turn.failedAt !== null && now - turn.failedAt.getTime() > QUIET_MS;
  const failedBefore = lastSuccess || isAfterQuiet ? 0 : turn.failedTurns;
  const failedTurns = failedBefore + (hasFailed ? 1 : 0);
  const isSlow = attempts.some(({ tookMs }) => tookMs > SLOW_MS);
  const askedSeconds = Math.min(Math.max(0, ...all.map((one) => one.retryAfterSeconds ?? 0)), PAUSE_MAX_SECONDS);
  const pause = Math.max(askedSeconds, hasFailed ? pauseSeconds(failedTurns) : 0);
  return {
    atOnce: atOnceAfter(turn, { hasFailed, hasFailures: failures.length > 0, hasTried: attempts.length > 0 }),
    isTroubled: attempts.length > 0 ? hasFailed || isSlow : turn.isTroubled,
    failedTurns,
    failingSince: lastSuccess ? null : (turn.failingSince ?? failures[0]?.triedAt ?? null),
    succeededAt: lastSuccess?.triedAt ?? null,
    failedAt: lastFailure?.triedAt ?? null,
    problem: attempts.length > 0 ? (hasFailed ? (lastFailure?.problem ?? null) : null) : turn.problem,
    pausedUntil: laterOf(turn.pausedUntil, pause > 0 ? new Date(now + pause * 1_000) : null),
  };
}

const laterOf = (one: Date | null, other: Date | null) =>
  one === null || (other !== null && other > one) ? other : one;

function atOnceAfter(
  { atOnce }: Turn,
  { hasFailed, hasFailures, hasTried }: { hasFailed: boolean; hasFailures: boolean; hasTried: boolean },
): number {
  if (!hasTried) return atOnce;
  if (hasFailed) return 1;
  return hasFailures ? Math.max(1, Math.floor(atOnce / 2)) : Math.min(atOnce * 2, AT_ONCE_MAX);
}

function findReasonToGiveUp(turn: Turn, attempts: readonly Attempt[], health: Health, now: number) {
  const { failingSince, failedTurns, problem } = health;
  if (attempts.some(({ status }) => status === GONE)) return DISABLED_BECAUSE.say("gone", {});
  const failures = attempts.filter(({ state, delivery }) => state !== "delivered" && !isExample(delivery));
  const hasFailedAgain = failures.some(
    ({ delivery }) => failedTurns >= FAILED_TURNS_MIN || delivery.tries >= FAILED_TRIES_MIN,
  );
  if (failingSince && hasFailedAgain && now - failingSince.getTime() >= FAILING_MAX_MS)
    return DISABLED_BECAUSE.say("failed-for-days", { problem: problem ?? "unknown" }).slice(0, PROBLEM_MAX);
  if (turn.waiting > WAITING_MAX)
    return DISABLED_BECAUSE.say("too-many-waiting", { count: WAITING_MAX.toLocaleString("en") });
  return undefined;
}
