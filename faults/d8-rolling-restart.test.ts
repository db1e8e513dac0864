import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { startHaproxy } from "./haproxy.ts";
import { FULL, openLab, report } from "./lab.ts";
import { type Answer, aClient, load, tally } from "./load.ts";
import { guestCall } from "./shopper.ts";

const RESTARTS = FULL ? 20 : 10;
const PER_SECOND = 300;
const DRAIN_MS = 15_000;
// The load balancer looks four times a second; in this time it has looked twice.
const PAUSE_MS = "700";
const KILLS = 2;

test("D8 rolling restart: processes that are stopped and started one after the other fail no call", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const [store, one, two] = await Promise.all([
    lab.aStore(),
    lab.start("api", { KEEPSAKE_DRAIN_MS: PAUSE_MS }),
    lab.start("api", { KEEPSAKE_DRAIN_MS: PAUSE_MS }),
  ]);
  const services = [one, two];
  const haproxy = await startHaproxy(lab.folder, [one.port, two.port]);
  onTestFinished(haproxy.kill);
  const client = aClient(haproxy.port, { headers: { authorization: store.basic }, sockets: 32 });
  onTestFinished(client.close);
  const isWhole = async () => (await haproxy.countUp()) === services.length;
  const call = (n: number) => (n % 3 ? { path: "/storeadmin/me" } : guestCall());

  /** The same load while `change` is done to one process after the other; what did not end in 200. */
  async function failuresDuring(perSecond: number, rounds: number, change: (service: typeof one) => Promise<unknown>) {
    expect(await waitFor(isWhole, 20_000)).toBe(true);
    const outcomes: string[] = [];
    let isOver = false;
    const loading = load({ loops: 24, perSecond, until: () => isOver }, async (n) => {
      outcomes.push(await client.send(call(n)).then(describe, (error: NodeJS.ErrnoException) => error.code ?? "?"));
    });
    for (let round = 0; round < rounds; round++) {
      const service = services[round % services.length] ?? one;
      await change(service);
      await service.start();
      expect(await waitFor(isWhole, 20_000)).toBe(true);
    }
    isOver = true;
    await loading;
    return { calls: outcomes.length, outcomes: tally(outcomes) };
  }

  const drains: number[] = [];
  const stopped = await failuresDuring(PER_SECOND, RESTARTS, async (it) => drains.push(await it.terminate()));
  // In closed loops without pauses there is always a call under way in the process that is killed.
  const killed = await failuresDuring(Number.POSITIVE_INFINITY, KILLS, (it) => it.kill());
  report("D8", { restarts: RESTARTS, ...stopped, drainMs: Math.max(...drains), control: killed });

  expect(stopped.calls).toBeGreaterThan(PER_SECOND * RESTARTS);
  expect(Object.keys(stopped.outcomes)).toEqual(["200"]);
  expect(Math.max(...drains)).toBeLessThanOrEqual(DRAIN_MS);
  expect(Object.keys(killed.outcomes).length).toBeGreaterThan(1);
});

/** A refusal with its reason: the service's own, or that of the load balancer, which speaks HTML. */
function describe({ status, text }: Answer) {
  return status === 200 ? "200" : `${status} ${/"type":"([\w-]+)"/.exec(text)?.[1] ?? "from the load balancer"}`;
}
