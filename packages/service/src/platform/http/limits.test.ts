import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { getFreePort } from "../../../../../engines/get-free-port.ts";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { atOnce } from "../../../test/fixtures/crowd.ts";
import { redisUrl } from "../../../test/fixtures/redis-url.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { systemClock } from "../clock.ts";
import { createLog, type Log } from "../log.ts";
import { createLimits, type Group, type Limits, type Policy } from "./limits.ts";
import { createWindows } from "./windows.ts";

function someLimits(options: { redisUrl?: string; processes?: number; group?: Group; log?: Log } = {}) {
  let fallbacks = 0;
  const limits = createLimits({
    redisUrl: options.redisUrl,
    processes: options.processes ?? 1,
    group: options.group,
    log: options.log ?? createLog("silent"),
    onFallback: () => {
      fallbacks += 1;
    },
  });
  whenDone(() => limits.close());
  return { ...limits, fallbacks: () => fallbacks };
}
/** Each test has its own policy, because all tests of the run share one Redis. */
const aPolicy = (points: number, seconds = 60): Policy => ({
  name: `test-${randomBytes(6).toString("hex")}`,
  points,
  seconds,
});
const allowedOf = async (takes: Promise<{ allowed: boolean }>[]) =>
  (await Promise.all(takes)).filter(({ allowed }) => allowed).length;
type Counted = Limits & { fallbacks: () => number };
/** Repeats the attempt until Redis answered every call within its 50 ms, which it may miss on a busy machine. */
async function whileShared<T>(all: readonly Counted[], attempt: () => Promise<T>): Promise<T> {
  const fallbacks = () => all.reduce((sum, limits) => sum + limits.fallbacks(), 0);
  let result: T | undefined;
  const isShared = async () => {
    const before = fallbacks();
    for (const limits of all) await limits.take(aPolicy(10), "connected");
    result = await attempt();
    return fallbacks() === before;
  };
  if (!(await waitFor(isShared, 60_000))) throw new Error("Redis did not answer in time for a minute");
  return result as T;
}

test("in memory: calls over the limit are refused, and each result has the remaining calls and the time to the reset", async () => {
  const limits = someLimits();
  const policy = aPolicy(3);
  const verdicts = [];
  for (let time = 0; time < 5; time += 1) verdicts.push(await limits.take(policy, "a"));

  expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false]);
  expect(verdicts.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
  for (const { resetSeconds } of verdicts) {
    expect(resetSeconds).toBeGreaterThan(0);
    expect(resetSeconds).toBeLessThanOrEqual(60);
  }
});

test("in memory: each caller and each policy is counted separately", async () => {
  const limits = someLimits();
  const [one, other] = [aPolicy(1), aPolicy(1)];
  expect((await limits.take(one, "a")).allowed).toBe(true);
  expect((await limits.take(one, "a")).allowed).toBe(false);
  expect((await limits.take(one, "b")).allowed).toBe(true);
  expect((await limits.take(other, "a")).allowed).toBe(true);
});

test("in memory: calls are allowed again after the window", async () => {
  const limits = someLimits();
  const policy = aPolicy(1, 1);
  await limits.take(policy, "a");
  expect((await limits.take(policy, "a")).allowed).toBe(false);
  expect(await waitFor(async () => (await limits.take(policy, "a")).allowed, 60_000)).toBe(true);
});

test("in memory: of 500 parallel calls exactly as many as the limit are allowed", async () => {
  const limits = someLimits();
  const policy = aPolicy(50);
  expect(await allowedOf(Array.from({ length: 500 }, () => limits.take(policy, "a")))).toBe(50);
});

test("through Redis: two processes share one window", async () => {
  const [one, other] = [someLimits({ redisUrl }), someLimits({ redisUrl })];
  const takeByTurns = (first: Limits, second: Limits, policy: Policy) =>
    atOnce(200, (index) => (index % 2 ? first : second).take(policy, "a"));
  const shared = await whileShared([one, other], async () => {
    const policy = aPolicy(50);
    const verdicts = await takeByTurns(one, other, policy);
    const later = [await one.take(policy, "a"), await other.take(policy, "a"), await one.take(policy, "b")];
    return { count: verdicts.filter(({ allowed }) => allowed).length, later: later.map(({ allowed }) => allowed) };
  });
  expect(shared).toEqual({ count: 50, later: [false, false, true] });

  // Control: without Redis the same calls get twice the limit.
  const apart = await takeByTurns(someLimits(), someLimits(), aPolicy(50));
  expect(apart.filter(({ allowed }) => allowed)).toHaveLength(100);
});

test("through Redis: of parallel calls with one key the earliest are allowed", async () => {
  const limits = someLimits({ redisUrl });
  const verdicts = await whileShared([limits], () => {
    const policy = aPolicy(30);
    return atOnce(100, () => limits.take(policy, "a"));
  });
  expect(verdicts.map(({ allowed }) => allowed)).toEqual(Array.from({ length: 100 }, (_, index) => index < 30));
  expect(verdicts.slice(0, 30).map(({ remaining }) => remaining)).toEqual(
    Array.from({ length: 30 }, (_, index) => 29 - index),
  );
});

test("while Redis is down each process enforces its share of the limit, and a metric counts the fallbacks", async () => {
  const unreachable = `redis://127.0.0.1:${await getFreePort()}`;
  const processes = 4;
  const cell = Array.from({ length: processes }, () => someLimits({ redisUrl: unreachable, processes }));
  const policy = aPolicy(100);
  const verdicts = await atOnce(800, (index) => (cell[index % processes] as Limits).take(policy, "a"));

  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(100);
  for (const limits of cell) expect(limits.fallbacks()).toBeGreaterThan(0);
});

test("with a URL that the client of Redis refuses, each process enforces its share; the log says so once, without the password", async () => {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => void rejections.push(reason);
  process.on("unhandledRejection", note);
  whenDone(async () => void process.off("unhandledRejection", note));
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const limits = someLimits({ redisUrl: "redis://:hunter2@redis:6379x", processes: 4, log });
  const policy = aPolicy(100);
  const isLogged = async () => lines.length > 0;
  expect(await waitFor(isLogged, 60_000)).toBe(true); // nobody has called yet
  expect(await allowedOf(Array.from({ length: 200 }, () => limits.take(policy, "a")))).toBe(25);
  expect(limits.fallbacks()).toBeGreaterThan(0);
  await expect(limits.close()).resolves.toBeUndefined();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("Redis cannot be used");
  expect(lines[0]).not.toContain("hunter2");
  expect(rejections).toEqual([]);
});

test("the share of a process is at least one call, so that a caller is not refused because Redis is down", async () => {
  const limits = someLimits({ redisUrl: `redis://127.0.0.1:${await getFreePort()}`, processes: 1_000 });
  const policy = aPolicy(3);
  expect((await limits.take(policy, "a")).allowed).toBe(true);
  expect((await limits.take(policy, "a")).allowed).toBe(false);
});

test("while Redis is down a decision takes less than 60 ms", async () => {
  const limits = someLimits({ redisUrl: `redis://127.0.0.1:${await getFreePort()}` });
  const isQuick = async () => {
    const start = performance.now();
    for (let time = 0; time < 20; time += 1) await limits.take(aPolicy(10), "a");
    return (performance.now() - start) / 20 < 60;
  };
  expect(await waitFor(isQuick, 60_000)).toBe(true);
});

/** A group of processes, and how often they asked their parent. */
function aGroup(size: number, options: { redisUrl?: string; processes?: number } = {}) {
  const countInParent = createWindows({ max: 1_000, clock: systemClock });
  let asked = 0;
  let isAnswering = true;
  const group: Group = {
    size,
    async count(...request) {
      asked += 1;
      if (!isAnswering) throw new Error("The parent does not answer");
      return countInParent(...request);
    },
  };
  return {
    processes: Array.from({ length: size }, () => someLimits({ ...options, group })),
    asked: () => asked,
    silence: () => {
      isAnswering = false;
    },
  };
}
const takeByTurns = (processes: readonly Limits[], policy: Policy, count: number) =>
  allowedOf(Array.from({ length: count }, (_, n) => (processes[n % processes.length] as Limits).take(policy, "a")));

test("in a group: all processes together allow the limit, and one of them alone the same", async () => {
  const { processes } = aGroup(4);
  expect(await takeByTurns(processes, aPolicy(50), 400)).toBe(50);
  expect(await takeByTurns(processes.slice(0, 1), aPolicy(50), 400)).toBe(50);
});

test("in a group: a process does not ask its parent about a window that is used up, and asks again after it", async () => {
  const { processes, asked } = aGroup(1);
  const policy = aPolicy(10, 1);
  for (let time = 0; time < 100; time += 1) await processes[0]?.take(policy, "a");
  expect(asked()).toBeLessThan(100);
  expect(await processes[0]?.take(aPolicy(1), "a", 2)).toMatchObject({ allowed: false, remaining: 0 });
  expect(await waitFor(async () => (await processes[0]?.take(policy, "a"))?.allowed === true, 60_000)).toBe(true);
});

test("in a group: while the parent does not answer each process enforces its share of the limit", async () => {
  const { processes, silence } = aGroup(4);
  silence();
  expect(await takeByTurns(processes, aPolicy(100), 800)).toBe(100);
  for (const limits of processes) expect(limits.fallbacks()).toBeGreaterThan(0);
});

test("in a group: while Redis is down the group enforces its share of the limit, however its calls are spread", async () => {
  const { processes } = aGroup(2, { redisUrl: `redis://127.0.0.1:${await getFreePort()}`, processes: 4 });
  expect(await takeByTurns(processes.slice(0, 1), aPolicy(100), 400)).toBe(50);
});
