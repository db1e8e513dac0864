import { expect, test } from "vitest";
import { aClock } from "../../../test/fixtures/clock.ts";
import { fastest } from "../../../test/fixtures/fastest.ts";
import type { StoreId } from "../ids.ts";
import type { SendOutcome } from "./send-outcome.ts";
import { createSendRate, type SendRate } from "./send-rate.ts";

const [A, B] = [1 as StoreId, 2 as StoreId];
const STEP_MS = 5;
const SENT: SendOutcome = { state: "sent" };
const THROTTLED: SendOutcome = { state: "throttled", reason: "429" };
const UNLIMITED: SendRate = {
  take: (_storeId, wanted) => ({ granted: wanted, waitMs: 0 }),
  report: () => undefined,
  giveBack: () => undefined,
  countAnswered: () => 0,
};

/** Whether the provider accepts a message of a store at a time. */
type Accept = (atMs: number, storeId: StoreId) => boolean;
type Worker = {
  readonly rate: SendRate;
  /** Whose messages it sends now. Each of them always has more. */
  readonly storesAt: (atMs: number) => readonly StoreId[];
  readonly inFlight: number;
};
type Answer = { readonly at: number; readonly storeId: StoreId; readonly worker: number; readonly isAccepted: boolean };

/** Accepts `perSecond` messages, and saves up those of one second. */
function tokenBucket(perSecond: (atMs: number) => number): Accept {
  let tokens = perSecond(0);
  let filledAt = 0;
  return (at) => {
    tokens = Math.min(perSecond(at), tokens + ((at - filledAt) / 1_000) * perSecond(at));
    filledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** Numbers from 0 to 1 that are the same in every run. */
function aDice(seed = 1) {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Lets workers send against a provider that answers after 40 to 120 ms, in virtual time. Returns every answer. */
function simulate(seconds: number, accept: Accept, workers: (clock: () => number) => readonly Worker[]) {
  const { clock, forward } = aClock(1_000_000);
  const start = clock();
  const dice = aDice();
  const answers: Answer[] = [];
  const sending = workers(clock).map((worker) => ({
    ...worker,
    waiting: [] as Answer[],
    askAt: new Map<StoreId, number>(),
  }));
  for (let at = 0; at < seconds * 1_000; at = clock() - start) {
    for (const [nth, worker] of sending.entries()) {
      const due = worker.waiting.filter((answer) => answer.at <= at);
      worker.waiting = worker.waiting.filter((answer) => answer.at > at);
      for (const { storeId, isAccepted } of due) worker.rate.report(storeId, isAccepted ? SENT : THROTTLED);
      for (const storeId of worker.storesAt(at)) {
        const wanted = Math.min(10, worker.inFlight - worker.waiting.length);
        if (wanted === 0 || at < (worker.askAt.get(storeId) ?? 0)) continue;
        const { granted, waitMs } = worker.rate.take(storeId, wanted);
        if (granted < wanted) worker.askAt.set(storeId, at + waitMs);
        const sent = Array.from({ length: granted }, () => accept(at, storeId)).map((isAccepted) => ({
          at: at + 40 + 80 * dice(),
          storeId,
          worker: nth,
          isAccepted,
        }));
        worker.waiting.push(...sent);
        answers.push(...sent);
      }
    }
    forward(STEP_MS);
  }
  return answers;
}

const oneStore = () => [A];
const aWorker = (clock: () => number, more: Partial<Worker> = {}): Worker => ({
  rate: createSendRate({ clock }),
  storesAt: oneStore,
  inFlight: 100,
  ...more,
});

/** The accepted messages a second, and the share of throttled ones, between two times. */
function measure(answers: readonly Answer[], fromSecond: number, toSecond: number) {
  const counted = answers.filter(({ at }) => at >= fromSecond * 1_000 && at < toSecond * 1_000);
  const accepted = counted.filter(({ isAccepted }) => isAccepted).length;
  return { perSecond: accepted / (toSecond - fromSecond), throttled: 1 - accepted / counted.length };
}

/** How far the accepted rate is from the provider's limit, as a share of the limit. */
const distance = (perSecond: number, limit: number) => Math.abs(perSecond / limit - 1);

test.each([5, 50, 500])(
  "a provider that accepts %i messages a second gets nearly as many, and few of them are throttled",
  (limit) => {
    const answers = simulate(
      120,
      tokenBucket(() => limit),
      (clock) => [aWorker(clock)],
    );
    const { perSecond, throttled } = measure(answers, 20, 120);
    expect(distance(perSecond, limit)).toBeLessThan(0.2);
    expect(throttled).toBeLessThan(0.05);
    expect(answers.filter(({ at, isAccepted }) => at < 20_000 && !isAccepted).length).toBeLessThan(20 + limit * 3);
  },
);

test("control: without the rate, most messages to the same provider are throttled", () => {
  const answers = simulate(
    30,
    tokenBucket(() => 50),
    (clock) => [aWorker(clock, { rate: UNLIMITED })],
  );
  expect(measure(answers, 20, 30).throttled).toBeGreaterThan(0.9);
});

test("the rate follows a limit that becomes ten times as high, and one that becomes much lower", () => {
  const answers = simulate(
    180,
    tokenBucket((at) => (at < 60_000 ? 50 : at < 120_000 ? 500 : 20)),
    (clock) => [aWorker(clock)],
  );
  expect(distance(measure(answers, 30, 60).perSecond, 50)).toBeLessThan(0.2);
  expect(distance(measure(answers, 100, 120).perSecond, 500)).toBeLessThan(0.2);
  expect(distance(measure(answers, 150, 180).perSecond, 20)).toBeLessThan(0.2);
});

test("two workers that do not know of each other share a provider's limit", () => {
  const answers = simulate(
    120,
    tokenBucket(() => 50),
    (clock) => [aWorker(clock), aWorker(clock)],
  );
  const { perSecond, throttled } = measure(answers, 20, 120);
  expect(distance(perSecond, 50)).toBeLessThan(0.2);
  expect(throttled).toBeLessThan(0.05);
  for (const nth of [0, 1]) {
    const own = answers.filter(({ worker }) => worker === nth);
    expect(measure(own, 20, 120).perSecond).toBeGreaterThan(10);
  }
});

test("a provider that accepts a random tenth whatever the rate is neither flooded nor given up", () => {
  const dice = aDice(7);
  const answers = simulate(
    600,
    () => dice() < 0.1,
    (clock) => [aWorker(clock)],
  );
  const { perSecond } = measure(answers, 60, 600);
  expect(perSecond).toBeGreaterThan(0.3);
  expect(perSecond).toBeLessThan(2.5); // a tenth of 20 a second, the first rate
});

test("a provider that throttles a random tenth whatever the rate does not slow the sender down for good", () => {
  const dice = aDice(7);
  const answers = simulate(
    300,
    () => dice() < 0.9,
    (clock) => [aWorker(clock)],
  );
  expect(measure(answers, 60, 300).perSecond).toBeGreaterThan(4);
});

test("a provider that never throttles gets 100,000 messages about as fast as without a rate", () => {
  const inFlight = 160; // 2,000 a second at 80 ms each
  const seconds = (of: (clock: () => number) => Worker) => {
    const answers = simulate(
      60,
      () => true,
      (clock) => [of(clock)],
    );
    return (answers[99_999]?.at ?? Number.NaN) / 1_000;
  };
  const unlimited = seconds((clock) => aWorker(clock, { inFlight, rate: UNLIMITED }));
  const limited = seconds((clock) => aWorker(clock, { inFlight }));
  expect(100_000 / limited).toBeGreaterThan(1_000);
  expect(limited).toBeLessThan(unlimited * 1.05);
});

test("asking and reporting take microseconds", async () => {
  const rate = createSendRate();
  const limitMs = 200;
  const ms = await fastest(limitMs, () => {
    for (let n = 0; n < 20_000; n += 1) {
      rate.take(A, 1);
      rate.report(A, SENT);
    }
  });
  expect(ms).toBeLessThan(limitMs); // ten microseconds for each message
});

test("after Retry-After nothing is sent until then, and the first message exactly then", () => {
  const { clock, forward } = aClock();
  const rate = createSendRate({ clock });
  expect(rate.take(A, 1).granted).toBe(1);
  rate.report(A, { ...THROTTLED, retryAfterSeconds: 7 });
  expect(rate.take(A, 10)).toEqual({ granted: 0, waitMs: 7_000 });
  forward(6_999);
  expect(rate.take(A, 10)).toEqual({ granted: 0, waitMs: 1 });
  forward(1);
  expect(rate.take(A, 10).granted).toBeGreaterThan(0);
});

test("a shorter Retry-After does not shorten a longer one", () => {
  const { clock, forward } = aClock();
  const rate = createSendRate({ clock });
  rate.take(A, 2);
  rate.report(A, { ...THROTTLED, retryAfterSeconds: 10 });
  forward(1_000);
  rate.report(A, { ...THROTTLED, retryAfterSeconds: 2 });
  expect(rate.take(A, 1)).toEqual({ granted: 0, waitMs: 9_000 });
});

test("a store that the provider throttles does not slow another store down", () => {
  const slow = tokenBucket(() => 5);
  const answers = simulate(
    60,
    (at, storeId) => storeId === B || slow(at, storeId),
    (clock) => [aWorker(clock, { storesAt: () => [A, B] })],
  );
  const of = (storeId: StoreId) => answers.filter((answer) => answer.storeId === storeId);
  expect(distance(measure(of(A), 20, 60).perSecond, 5)).toBeLessThan(0.2);
  expect(measure(of(B), 20, 60).perSecond).toBeGreaterThan(1_000);
});

test("Retry-After for one store lets others send; for two stores it is the account's, and all wait", () => {
  const { clock, forward } = aClock();
  const rate = createSendRate({ clock });
  const C = 3 as StoreId;
  rate.take(A, 1);
  rate.take(B, 1);
  rate.report(A, { ...THROTTLED, retryAfterSeconds: 30 });
  expect(rate.take(C, 1).granted).toBe(1);
  forward(1_000);
  rate.report(B, { ...THROTTLED, retryAfterSeconds: 30 });
  expect(rate.take(C, 1)).toEqual({ granted: 0, waitMs: 30_000 });
});

test("many stores with few messages each keep to the limit that their account has", () => {
  const answers = simulate(
    120,
    tokenBucket(() => 50),
    (clock) => [aWorker(clock, { storesAt: (at) => [0, 1, 2].map((n) => (Math.floor(at / 500) * 3 + n) as StoreId) })],
  );
  expect(new Set(answers.map(({ storeId }) => storeId)).size).toBeGreaterThan(200);
  const { perSecond, throttled } = measure(answers, 20, 120);
  expect(distance(perSecond, 50)).toBeLessThan(0.2);
  expect(throttled).toBeLessThan(0.05);
});

test("the operator's maximum holds for all stores together, from the first second on", () => {
  const answers = simulate(
    30,
    () => true,
    (clock) => [aWorker(clock, { rate: createSendRate({ clock, perSecondMax: 14 }), storesAt: () => [A, B] })],
  );
  for (let second = 0; second < 29; second += 1)
    expect(answers.filter(({ at }) => at >= second * 1_000 && at < (second + 1) * 1_000).length).toBeLessThanOrEqual(
      17,
    );
  expect(measure(answers, 1, 30).perSecond).toBeGreaterThan(13);
});

test("messages that were granted but not sent can be given back", () => {
  const { clock } = aClock();
  const rate = createSendRate({ clock });
  expect(rate.take(A, 100).granted).toBe(20);
  rate.giveBack(A, 15);
  expect(rate.take(A, 100).granted).toBe(15);
});

test("an outage and a refused address are no reason to send slower", () => {
  const { clock } = aClock();
  const rate = createSendRate({ clock });
  const take = () => rate.take(A, 10);
  for (const outcome of [
    { state: "deferred", reason: "no connection", isProviderDown: true },
    { state: "rejected", reason: "550" },
    { state: "unknown", reason: "no answer" },
  ] as const) {
    rate.take(A, 1);
    rate.report(A, outcome);
  }
  expect(take().granted).toBe(10);
});

test("what was learned about a store is forgotten after two hours without use", () => {
  const { clock, forward } = aClock();
  const rate = createSendRate({ clock });
  for (let second = 0; second < 60; second += 1) {
    const { granted } = rate.take(A, 100);
    for (let n = 0; n < granted; n += 1) rate.report(A, THROTTLED);
    forward(1_000);
  }
  expect(rate.take(A, 100).granted).toBeLessThan(20);
  forward(2 * 3_600_000 + 1);
  expect(rate.take(A, 100).granted).toBe(20);
});
