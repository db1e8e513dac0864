import { expect, onTestFinished, test } from "vitest";
import { ask } from "../engines/ask.ts";
import { waitFor } from "../engines/wait-for.ts";
import { openLab, report } from "./lab.ts";
import { aRetryingClient, load, tally } from "./load.ts";

const LIMIT = 50;
const PER_SECOND = 4 * LIMIT;
const PHASE_SECONDS = 3;

test("when Redis is flushed, killed and restarted under load, no call fails and the rate limit holds", async () => {
  const lab = await openLab({ postgres: true, redis: true });
  onTestFinished(lab.close);
  const [limited, free, ...services] = await Promise.all([
    lab.aStore({ limits: { key: { points: LIMIT, seconds: 1 } } }),
    lab.aStore(),
    lab.start("api", { KEEPSAKE_PROCESSES: "2" }),
    lab.start("api", { KEEPSAKE_PROCESSES: "2" }),
  ]);
  const { redis } = lab.engines;
  const client = aRetryingClient(0, { stalls: lab.watchStalls() });
  onTestFinished(client.close);
  /** How often a process counted calls by itself, because Redis did not answer in time. */
  const countFallbacks = async () => {
    const counts = await Promise.all(services.map((service) => service.metric("keepsake_limiter_fallbacks_total")));
    return counts.reduce((sum, count) => sum + count, 0);
  };

  /** Runs the same load in each phase, with `fault` in the middle. */
  async function phase(authorization: string, fault: () => Promise<unknown> = async () => {}) {
    const statuses: number[] = [];
    const before = await countFallbacks();
    let faulted: Promise<unknown> | undefined;
    const calls = PHASE_SECONDS * PER_SECOND;
    const seconds = await load({ loops: 16, perSecond: PER_SECOND, calls }, async (n) => {
      if (n === calls / 2) faulted = fault();
      const port = services[n % services.length]?.port;
      statuses.push((await client.send({ path: "/storeadmin/me", headers: { authorization } }, port)).status);
    });
    await faulted;
    const counts = tally(statuses);
    // The windows that began before the phase and that outlast it are both seen in part.
    const windows = seconds + 1;
    return { counts, accepted: counts["200"] ?? 0, windows, fallbacks: (await countFallbacks()) - before };
  }
  const flush = () => ask(redis.port, "FLUSHALL\r\n", /\+OK/);
  const isShared = async () => {
    const before = await countFallbacks();
    await Promise.all(
      services.map((it) => client.send({ path: "/storeadmin/me", headers: { authorization: free.basic } }, it.port)),
    );
    return (await countFallbacks()) === before;
  };

  const control = await phase(free.basic);
  const steady = await phase(limited.basic);
  const flushed = await phase(limited.basic, flush);
  const killed = await phase(limited.basic, () => redis.kill());
  const gone = await phase(limited.basic);
  const started = await phase(limited.basic, () => redis.start());
  expect(await waitFor(isShared, 60_000)).toBe(true);
  const back = await phase(limited.basic);
  const phases = { steady, flushed, killed, gone, started, back };
  report("killed Redis", { limit: LIMIT, control, ...phases, overloaded: client.countOverloaded() });

  for (const { counts, accepted, windows } of Object.values(phases)) {
    expect(Object.keys(counts)).toEqual(["200", "429"]);
    expect(accepted).toBeGreaterThan(0.8 * LIMIT * PHASE_SECONDS);
    expect(accepted).toBeLessThanOrEqual(2 * LIMIT * windows);
  }
  for (const { accepted, windows, fallbacks } of [steady, back])
    expect(accepted).toBeLessThanOrEqual(LIMIT * windows + fallbacks);
  expect(gone.accepted).toBeLessThanOrEqual(LIMIT * gone.windows);
  expect(control.accepted).toBeGreaterThan(2 * LIMIT * PHASE_SECONDS);
  // On a busy machine Redis may miss its 50 ms for single calls.
  expect(gone.fallbacks).toBeGreaterThan(0);
  expect(steady.fallbacks).toBeLessThan(gone.fallbacks / 4);
  expect(back.fallbacks).toBeLessThan(gone.fallbacks / 4);
});
