import { classifySendError } from "./classify-send-error.ts";
import { SendError, type SendFailure } from "./send-outcome.ts";

const FAILURES_MIN = 3;
const FIRST_MS = 30_000;
const LONGEST_MS = 600_000;

type Send<Args extends readonly unknown[]> = (...args: Args) => Promise<void>;

/** Leaves a provider alone for a while after it has failed a few times in a row. Messages then fail at once, with its last
 *  failure, instead of waiting for a host that hangs. After that time one message tries it. */
export function createBreaker(clock: () => number = () => performance.now()) {
  let failures = 0;
  let pauses = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let isTrying = false;
  let last: SendFailure = { state: "deferred", reason: "the provider does not answer", isProviderDown: true };

  function fail(failure: SendFailure) {
    failures += 1;
    const { reason } = failure;
    const problem = failure.state === "deferred" ? (failure.problem ?? "refuses") : "no-answer";
    last = { state: "deferred", reason, isProviderDown: true, problem };
    if (failures < FAILURES_MIN || clock() < pausedUntil) return; // others were under way when it was paused
    pausedUntil = clock() + Math.min(FIRST_MS * 2 ** pauses, LONGEST_MS);
    pauses += 1;
  }

  return <Args extends readonly unknown[]>(send: Send<Args>): Send<Args> =>
    async (...args) => {
      const isOpen = failures >= FAILURES_MIN;
      if (isOpen && (isTrying || clock() < pausedUntil)) throw new SendError(last);
      isTrying ||= isOpen;
      try {
        await send(...args);
        failures = 0;
        pauses = 0;
      } catch (error) {
        const failure = classifySendError(error);
        if (isDown(failure)) fail(failure);
        else failures = 0; // it has answered
        throw error;
      } finally {
        if (isOpen) isTrying = false;
      }
    };
}

const isDown = (failure: SendFailure) =>
  failure.state === "unknown" || (failure.state === "deferred" && failure.isProviderDown === true);
