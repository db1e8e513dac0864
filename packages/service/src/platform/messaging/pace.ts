/** Messages a second, and messages at once, before anything is known about the provider. */
const START = 20;
/** While nothing is throttled, each accepted message raises the rate by three a second, so that it doubles four times a
 *  second. A slow rate grows by a seventh, not in leaps. */
const GROWTH = 3;
const GROWTH_SHARE = 0.15;
/** After throttling, each accepted message raises the rate by 0.01 a second, so that it grows by 1 % a second. */
const CLIMB = 0.01;
/** A rate that is accepted this far above the last one that was throttled: the provider's limit has changed. */
const NEW_LIMIT = 1.25;
/** How far below the accepted rate we go, so that the provider's allowance recovers. */
const BACK_OFF = 0.9;
/** Up to this share of throttled messages, one fall in eight seconds is enough. More would bring the rate down for a
 *  provider that throttles a few messages whatever the rate is. */
const FEW = 0.2;
const FEW_MS = 8_000;
const FALL_MS = 1_000;
/** Answers after a fall, before the next fall. */
const ANSWERS_MIN = 20;
const SLOWEST = 0.5;
/** A pause costs time, so the rate does not climb for five times as long after it, up to ten minutes. */
const STEADY_FACTOR = 5;
const STEADY_MAX_MS = 600_000;
/** When not even this rate helps, so many messages are tried at the first rate. The rate is not the cause if at least three
 *  and half of the usual share are accepted. */
const SLOW = 1;
const TRIAL = 60;
const TRIAL_ACCEPTED = 3;
/** The accepted rate is measured over two seconds, or over twenty messages if that is longer. */
const MEASURE_MS = 2_000;
const MEASURE_MESSAGES = 20;
/** The share of a second whose messages may be sent at once. */
const BURST = 0.1;

/** Finds the rate that a provider accepts, and keeps to it. A rate starts low and doubles until the provider throttles. It
 *  then falls to what was accepted, and climbs slowly. */
export type Pace = {
  /** Messages that may be sent now. */
  available(): number;
  /** Milliseconds until a message may be sent. */
  waitMs(): number;
  /** `isShort`: more were wanted. Only a rate that is used up grows. */
  take(count: number, isShort: boolean): void;
  giveBack(count: number): void;
  report(answer: "accepted" | "throttled"): void;
  /** Nothing may be sent for so long. */
  pause(seconds: number): void;
};

export function createPace(now: () => number, perSecondMax = Number.POSITIVE_INFINITY): Pace {
  const hasMax = perSecondMax < Number.POSITIVE_INFINITY;
  let rate = Math.min(START, perSecondMax);
  let allowance = hasMax ? Math.max(1, perSecondMax * BURST) : START;
  /** The last rate that was throttled; undefined before the first. */
  let limit: number | undefined;
  /** What a trial must accept. Undefined unless a slow rate was throttled too. */
  let trialMin: number | undefined;

  // Times below are of a clock that stands still during a pause: nothing is measured or regained then.
  let pausedFrom = 0;
  let pausedUntil = 0;
  let pausedMs = 0;
  const created = now();
  let refilledAt = created;
  let measuredAt = created;
  let usedUpAt = Number.NEGATIVE_INFINITY;
  let fellAt = Number.NEGATIVE_INFINITY;
  let steadyUntil = Number.NEGATIVE_INFINITY;

  let accepted = 0;
  let throttled = 0;
  let answersSinceFall = 0;
  let acceptedSinceFall = 0;

  function activeNow() {
    const at = now();
    if (pausedUntil > pausedFrom && at >= pausedUntil) {
      pausedMs += pausedUntil - pausedFrom;
      pausedFrom = pausedUntil;
    }
    return (pausedUntil > pausedFrom ? pausedFrom : at) - pausedMs;
  }

  function refill() {
    const at = activeNow();
    const burst = Math.max(1, rate * BURST, limit === undefined && !hasMax ? START : 0);
    allowance = Math.min(burst, allowance + ((at - refilledAt) / 1_000) * rate);
    refilledAt = at;
  }

  const measureMs = () => Math.max(MEASURE_MS, (MEASURE_MESSAGES / rate) * 1_000);

  /** Counts an answer, and less of the older ones. */
  function measure(answer: "accepted" | "throttled") {
    const at = activeNow();
    const kept = Math.exp((measuredAt - at) / measureMs());
    accepted = accepted * kept + (answer === "accepted" ? 1 : 0);
    throttled = throttled * kept + (answer === "throttled" ? 1 : 0);
    measuredAt = at;
  }

  function perSecond(count: number) {
    const elapsed = Math.max(1_000, activeNow() - created) / measureMs();
    return count / ((measureMs() / 1_000) * (1 - Math.exp(-elapsed)));
  }

  function setRate(next: number, throttledRate: number) {
    refill();
    rate = Math.min(perSecondMax, Math.max(SLOWEST, next));
    limit = throttledRate;
    allowance = Math.min(allowance, 1);
    answersSinceFall = 0;
    acceptedSinceFall = 0;
    fellAt = activeNow();
  }

  function grow() {
    const isMostAccepted = answersSinceFall >= ANSWERS_MIN && acceptedSinceFall > answersSinceFall * (1 - FEW);
    if (isMostAccepted) trialMin = undefined;
    const at = activeNow();
    if (trialMin !== undefined || at < steadyUntil || at - usedUpAt > 1_000) return;
    if (limit !== undefined && rate > limit * NEW_LIMIT) limit = undefined;
    rate = Math.min(perSecondMax, rate + (limit === undefined ? Math.min(GROWTH, rate * GROWTH_SHARE) : CLIMB));
  }

  function fall() {
    const sinceMs = activeNow() - fellAt;
    if (answersSinceFall < ANSWERS_MIN || sinceMs < FALL_MS) return;
    // A rate that was measured over few messages may be too low. So a slow rate falls by half at most.
    const least = Math.min(rate / 2, START / 2);
    if (trialMin !== undefined && rate > SLOW) {
      if (answersSinceFall >= TRIAL) setRate(acceptedSinceFall >= trialMin ? START : SLOWEST, START);
    } else if (throttled < FEW * (accepted + throttled)) {
      const used = Math.min(rate, perSecond(accepted + throttled));
      if (sinceMs >= FEW_MS || now() < pausedUntil) setRate(Math.max(used * BACK_OFF, least), Math.max(used, least));
    } else if (rate <= SLOW && acceptedSinceFall < answersSinceFall * (1 - FEW)) {
      trialMin = Math.max(TRIAL_ACCEPTED, ((acceptedSinceFall / answersSinceFall) * TRIAL) / 2);
      setRate(START, START);
    } else {
      const acceptedRate = perSecond(accepted);
      setRate(Math.min(rate, Math.max(acceptedRate * BACK_OFF, least)), Math.max(acceptedRate, least));
    }
  }

  return {
    available() {
      if (now() < pausedUntil) return 0;
      refill();
      return Math.floor(allowance + 1e-6);
    },
    waitMs() {
      const left = pausedUntil - now();
      if (left > 0) return Math.ceil(left);
      refill();
      return Math.max(0, Math.ceil(((1 - allowance) / rate) * 1_000));
    },
    take(count, isShort) {
      allowance -= count;
      if (isShort) usedUpAt = activeNow();
    },
    giveBack(count) {
      allowance += count;
    },
    report(answer) {
      measure(answer);
      answersSinceFall += 1;
      if (answer === "accepted") {
        acceptedSinceFall += 1;
        grow();
      } else fall();
    },
    pause(seconds) {
      const at = now();
      refill();
      if (at >= pausedUntil) pausedFrom = at;
      pausedUntil = Math.max(pausedUntil, at + seconds * 1_000);
      steadyUntil = Math.max(steadyUntil, activeNow() + Math.min(seconds * 1_000 * STEADY_FACTOR, STEADY_MAX_MS));
      allowance = 1; // the first message goes as soon as the pause is over
    },
  };
}
