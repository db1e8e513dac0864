import { expect, onTestFinished, test } from "vitest";
import { ask } from "../engines/ask.ts";
import { waitFor } from "../engines/wait-for.ts";
import { openLab, report } from "./lab.ts";
import { aClient, load, tally } from "./load.ts";

const LIMIT = 50;
const PER_SECOND = 4 * LIMIT;
const PHASE_SECONDS = 3;
// A window that began before the phase and one that outlasts it are both seen in part.
const WINDOWS = PHASE_SECONDS + 1;

test("Redis lost: flushed, killed and started again under load, no call fails and the limit holds", async () => {
  const lab = await openLab({ postgres: true, redis: true });
  onTestFinished(lab.close);
  const [limited, free, ...services] = await Promise.all([
    lab.aStore([`key=${LIMIT}/1`]),
    lab.aStore(),
    lab.start("api", { KEEPSAKE_PROCESSES: "2" }),
    lab.start("api", { KEEPSAKE_PROCESSES: "2" }),
  ]);
  const { redis } = lab.engines;
  const client = aClient(0);
  onTestFinished(client.close);
  const fallbacks = async () => {
    const counts = await Promise.all(services.map((service) => service.metric("keepsake_limiter_fallbacks_total")));
    return counts.reduce((sum, count) => sum + count, 0);
  };

  /** The same load in each phase; `fault` strikes in the middle of it. */
  async function phase(authorization: string, fault: () => Promise<unknown> = async () => {}) {
    const statuses: number[] = [];
    const before = await fallbacks();
    let struck: Promise<unknown> | undefined;
    const calls = PHASE_SECONDS * PER_SECOND;
    await load({ loops: 16, perSecond: PER_SECOND, calls }, async (n) => {
      if (n === calls / 2) struck = fault();
      const port = services[n % services.length]?.port;
      statuses.push((await client.send({ path: "/storeadmin/me", headers: { authorization } }, port)).status);
    });
    await struck;
    const counts = tally(statuses);
    return { counts, accepted: counts["200"] ?? 0, alone: (await fallbacks()) - before };
  }
  const flush = () => ask(redis.port, "FLUSHALL\r\n", /\+OK/);
  const isShared = async () => {
    const before = await fallbacks();
    await Promise.all(
      services.map((it) => client.send({ path: "/storeadmin/me", headers: { authorization: free.basic } }, it.port)),
    );
    return (await fallbacks()) === before;
  };

  const control = await phase(free.basic);
  const steady = await phase(limited.basic);
  const flushed = await phase(limited.basic, flush);
  const killed = await phase(limited.basic, () => redis.kill());
  const gone = await phase(limited.basic);
  const started = await phase(limited.basic, () => redis.start());
  expect(await waitFor(isShared, 10_000)).toBe(true);
  const back = await phase(limited.basic);
  const phases = { steady, flushed, killed, gone, started, back };
  report("Redis lost", { limit: LIMIT, control, ...phases });

  for (const { counts, accepted } of Object.values(phases)) {
    expect(Object.keys(counts)).toEqual(["200", "429"]);
    expect(accepted).toBeGreaterThan(0.8 * LIMIT * PHASE_SECONDS);
    expect(accepted).toBeLessThanOrEqual(2 * LIMIT * PHASE_SECONDS);
  }
  for (const { accepted } of [steady, gone, back]) expect(accepted).toBeLessThanOrEqual(LIMIT * WINDOWS);
  expect(control.accepted).toBeGreaterThan(2 * LIMIT * PHASE_SECONDS);
  expect(gone.alone).toBeGreaterThan(0);
  expect(back.alone).toBe(0);
});
