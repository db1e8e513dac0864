import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { startHaproxy } from "./haproxy.ts";
import { FULL, openLab, report } from "./lab.ts";
import { type Answer, aRetryingClient, load, tally } from "./load.ts";
import { guestCall } from "./shopper.ts";

const RESTARTS = FULL ? 20 : 6;
const PER_SECOND = 300;
const DRAIN_MS = 15_000;
const CALLS_MIN = 1_000;
const WHOLE_MS = 60_000;
/** How long a stopping process still serves. The load balancer checks four times a second. */
const SERVE_ON_MS = "2000";
const KILLS = 2;

test("processes that are restarted one after the other behind a load balancer fail no call", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [store, one, two] = await Promise.all([
    lab.aStore(),
    lab.start("api", { KEEPSAKE_DRAIN_MS: SERVE_ON_MS }),
    lab.start("api", { KEEPSAKE_DRAIN_MS: SERVE_ON_MS }),
  ]);
  const services = [one, two];
  const haproxy = await startHaproxy(lab.folder, [one.port, two.port]);
  onTestFinished(haproxy.kill);
  const stalls = lab.watchStalls();
  const client = aRetryingClient(haproxy.port, { headers: { authorization: store.basic }, sockets: 32, stalls });
  onTestFinished(client.close);
  const isWhole = async () => (await haproxy.countUp()) === services.length;
  const call = (n: number) => (n % 3 ? { path: "/storeadmin/me" } : guestCall());

  /** Runs the load while `stop` is applied to one process after the other, and counts the outcomes. */
  async function countOutcomesDuring(
    perSecond: number,
    rounds: number,
    stop: (service: typeof one) => Promise<unknown>,
  ) {
    expect(await waitFor(isWhole, WHOLE_MS)).toBe(true);
    const outcomes: string[] = [];
    let isOver = false;
    const loading = load({ loops: 24, perSecond, until: () => isOver }, async (n) => {
      outcomes.push(await client.send(call(n)).then(describe, (error: NodeJS.ErrnoException) => error.code ?? "?"));
    });
    for (let round = 0; round < rounds; round++) {
      const service = services[round % services.length] ?? one;
      await stop(service);
      await service.start();
      expect(await waitFor(isWhole, WHOLE_MS)).toBe(true);
    }
    isOver = true;
    await loading;
    return { calls: outcomes.length, outcomes: tally(outcomes) };
  }

  const drains: number[] = [];
  const stopped = await countOutcomesDuring(PER_SECOND, RESTARTS, async (it) => drains.push(await it.terminate()));
  // Without pauses there is always a call in progress in the process that is killed.
  const killed = await countOutcomesDuring(Number.POSITIVE_INFINITY, KILLS, (it) => it.kill());
  const overloaded = client.countOverloaded();
  report("rolling restart", {
    restarts: RESTARTS,
    ...stopped,
    drainMs: Math.max(...drains),
    control: killed,
    overloaded,
    stalledMs: stalls.totalMs(),
  });

  expect(stopped.calls).toBeGreaterThan(CALLS_MIN);
  expect(Object.keys(stopped.outcomes)).toEqual(["200"]);
  expect(Math.max(...drains)).toBeLessThanOrEqual(DRAIN_MS);
  expect(Object.keys(killed.outcomes).length).toBeGreaterThan(1);
});

/** A refusal with its reason: the error type of the service, or an HTML page of the load balancer. */
function describe({ status, text }: Answer) {
  return status === 200 ? "200" : `${status} ${/"type":"([\w-]+)"/.exec(text)?.[1] ?? "from the load balancer"}`;
}
