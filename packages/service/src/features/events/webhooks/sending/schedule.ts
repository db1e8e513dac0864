const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** The waits before the second try and those after it. Published in docs/events.md. */
export const WAITS_SECONDS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;
export const TRIES = WAITS_SECONDS.length + 1;
/** Deliveries that failed together are not all tried again in the same moment. */
const JITTER = 0.05;
const RETRY_AFTER_MAX_SECONDS = 24 * HOUR;

/** When a delivery that has failed this often is tried again. Undefined: no more. A receiver may ask for a later time. */
export function nextTry(
  failedTries: number,
  { at, retryAfterSeconds = 0, random = Math.random() }: { at: number; retryAfterSeconds?: number; random?: number },
): Date | undefined {
  const wait = WAITS_SECONDS[failedTries - 1];
  if (wait === undefined) return undefined;
  const jittered = wait * (1 + JITTER * (2 * random - 1));
  return new Date(at + Math.max(jittered, Math.min(retryAfterSeconds, RETRY_AFTER_MAX_SECONDS)) * 1_000);
}

/** An endpoint that accepts nothing has fewer and fewer turns, down to one in this time. It tries less than the schedule
 *  says only when many deliveries fail. */
const PAUSE_MAX_SECONDS = 10;
export const pauseSeconds = (failedTurns: number) => Math.min(2 ** (failedTurns - 1), PAUSE_MAX_SECONDS);
