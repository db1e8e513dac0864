import { expect, test } from "vitest";
import { nextTry, pauseSeconds, TRIES, WAITS_SECONDS } from "./schedule.ts";

const AT = Date.UTC(2026, 10, 17);
const waits = (random: number) =>
  Array.from({ length: TRIES }, (_, index) => {
    const next = nextTry(index + 1, { at: AT, random });
    return next && (next.getTime() - AT) / 1_000;
  });

test("the waits between the eight tries are the published ones, within five percent", () => {
  expect(TRIES).toBe(8);
  expect(waits(0.5)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, undefined]);
  for (const random of [0, 0.999_999])
    for (const [index, wait] of WAITS_SECONDS.entries())
      expect(Math.abs((waits(random)[index] ?? 0) / wait - 1)).toBeLessThanOrEqual(0.050_001);
});

test("a receiver may ask for a later try, at most a day later, but not for an earlier one", () => {
  const after = (failedTries: number, retryAfterSeconds: number) =>
    ((nextTry(failedTries, { at: AT, retryAfterSeconds, random: 0.5 })?.getTime() ?? 0) - AT) / 1_000;
  expect(after(1, 120)).toBe(120);
  expect(after(2, 120)).toBe(300);
  expect(after(1, 1_000_000)).toBe(86_400);
});

test("an endpoint that fails all the time pauses longer and longer, ten seconds at most", () => {
  expect([1, 2, 3, 4, 5, 100].map(pauseSeconds)).toEqual([1, 2, 4, 8, 10, 10]);
});
