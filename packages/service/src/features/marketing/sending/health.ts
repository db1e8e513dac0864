import type { Health, RequestOutcome, Turn } from "./turn.ts";

/** A tool that accepts nothing has fewer and fewer turns, down to one in this time. */
const PAUSE_MAX_SECONDS = 300;

type Went = {
  readonly now: number;
  readonly requests: Readonly<Record<RequestOutcome, number>>;
  /** The tool worked on a request, also if it refused it. */
  readonly hasAccepted: boolean;
  readonly isSlow: boolean;
  readonly problem: string | null;
  readonly refusal: string | null;
  readonly pausedUntil: Date | null;
  readonly secondMs: number;
};

/** How a connection is after a turn. */
export function healthAfter(turn: Turn, went: Went): Health {
  const { now, requests, hasAccepted, isSlow, problem, refusal, pausedUntil, secondMs } = went;
  const hasFailed = requests.failed > 0 && !hasAccepted;
  const hasTried = hasAccepted || hasFailed;
  const failedTurns = hasAccepted ? 0 : turn.failedTurns + (hasFailed ? 1 : 0);
  const pauseSeconds = hasFailed ? Math.min(2 ** (failedTurns - 1), PAUSE_MAX_SECONDS) : 0;
  const until = pauseSeconds > 0 ? new Date(now + pauseSeconds * secondMs) : null;
  return {
    isTroubled: hasTried ? hasFailed || isSlow : turn.isTroubled,
    failedTurns,
    failingSince: hasAccepted ? null : (turn.failingSince ?? (hasFailed ? new Date(now) : null)),
    succeededAt: hasAccepted ? new Date(now) : null,
    failedAt: requests.failed > 0 ? new Date(now) : null,
    problem: hasAccepted ? null : hasFailed ? problem : turn.problem,
    refusedAt: refusal === null ? null : new Date(now),
    refusal,
    pausedUntil: laterOf(pausedUntil, until),
  };
}

const laterOf = (one: Date | null, other: Date | null) =>
  one === null || (other !== null && other > one) ? other : one;
