import { expect, test } from "vitest";
import { waitFor } from "../../../../../../engines/wait-for.ts";
import { createLimiter, shareOf } from "./limiter.ts";

const WINDOWS = { events: { perSecond: 3, perMinute: 5 } };
const SECOND_MS = 20;
const free = (limiter: ReturnType<typeof createLimiter>) => waitFor(() => limiter.waitMs("events") === 0, 10_000);

test("a second and a minute have no more requests than allowed, wherever they begin", async () => {
  const limiter = createLimiter(WINDOWS, { secondMs: SECOND_MS });
  const begun: number[] = [];
  while (begun.length < 12) {
    await free(limiter);
    begun.push(performance.now());
    limiter.begin("events")();
  }
  for (const [index, at] of begun.entries()) {
    const within = (ms: number) => begun.filter((other) => other >= at && other < at + ms).length;
    expect([index, within(SECOND_MS) <= 3, within(60 * SECOND_MS) <= 5]).toEqual([index, true, true]);
  }
});

test("a request counts from its beginning until a window after its end", async () => {
  const limiter = createLimiter({ events: { perSecond: 1, perMinute: 60 } }, { secondMs: SECOND_MS });
  const end = limiter.begin("events");
  expect(limiter.waitMs("events")).toBe(Number.POSITIVE_INFINITY);
  end();
  const ended = performance.now();
  await free(limiter);
  expect(performance.now() - ended).toBeGreaterThanOrEqual(SECOND_MS - 1);
});

test("what one turn has spent counts for the next, and is forgotten when the minute is over", () => {
  const limiter = createLimiter(WINDOWS);
  for (let requests = 0; requests < 5; requests += 1) limiter.begin("events")();
  const spent = limiter.spent();
  expect(spent).toEqual({ events: { 0: 5 } });
  const waitAfter = (agoMs: number) => createLimiter(WINDOWS, { spent, agoMs }).waitMs("events");
  expect(waitAfter(20_000)).toBeGreaterThan(39_000);
  expect(waitAfter(20_000)).toBeLessThanOrEqual(40_000);
  expect(waitAfter(60_001)).toBe(0);
});

test("only a share of a tool's windows is used", () => {
  expect(shareOf({ jobs: { perSecond: 10, perMinute: 150 }, deletions: { perSecond: 1, perMinute: 15 } })).toEqual({
    jobs: { perSecond: 8, perMinute: 120 },
    deletions: { perSecond: 1, perMinute: 12 },
  });
});
