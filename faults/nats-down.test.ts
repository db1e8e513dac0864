import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { aWaitingStore, smtpSettings } from "./alerts.ts";
import { FULL, openLab, report } from "./lab.ts";
import { aRetryingClient, load, OVERLOADED_SHARE_MAX, percentile, tally } from "./load.ts";
import { guestCall } from "./shopper.ts";

const DOWN_SECONDS = FULL ? 300 : 15;
const BEFORE_SECONDS = FULL ? 60 : 15;
const WARM_UP_SECONDS = 5;
const PER_SECOND = 300;
const FEW = 20;
const SENT_MS = 10_000;
/** The median may double. Below 50 ms, and for the slowest calls below a second, the load of the machine decides. A call
 *  that waits for NATS would take seconds. */
const SLOWER_MAX = 2;
const NOISE_MS = { p50: 50, p99: 1_000 };

test("without NATS no call fails or waits, and alerts still go out within ten seconds", async () => {
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const [api] = await Promise.all([lab.start("api"), lab.start("worker", smtpSettings(sink))]);
  const store = await lab.aStore({ limits: { key: { points: 10_000_000, seconds: 60 } } });
  const client = aRetryingClient(api.port, { headers: { authorization: store.basic }, stalls: lab.watchStalls() });
  onTestFinished(client.close);

  const statuses: number[] = [];
  const measure = async (seconds: number) => {
    const times: number[] = [];
    await load({ loops: 32, perSecond: PER_SECOND, seconds }, async () => {
      const { status, ms } = await client.send(guestCall());
      statuses.push(status);
      times.push(ms);
    });
    return { calls: times.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
  };
  /** Returns a function that reports a restock and returns the milliseconds until all its mails were sent. */
  const prepareRestock = async (name: string) => {
    const waiting = await aWaitingStore(lab, api.port, FEW, name);
    onTestFinished(waiting.client.close);
    return async () => {
      const begun = performance.now();
      await waiting.restock();
      await waitFor(() => sink.received.filter(({ to }) => to.startsWith(name)).length >= FEW, 6 * SENT_MS);
      return performance.now() - begun;
    };
  };
  const restockBefore = await prepareRestock("before");
  const restockWhileDown = await prepareRestock("down");
  const restockAfter = await prepareRestock("after");

  await measure(WARM_UP_SECONDS);
  const measuring = measure(BEFORE_SECONDS);
  const beforeMs = await restockBefore();
  const before = await measuring;
  await lab.engines.nats.kill();
  const loading = measure(DOWN_SECONDS);
  const downMs = await restockWhileDown();
  const down = await loading;
  await lab.engines.nats.start();
  const afterMs = await restockAfter();
  const overloaded = client.countOverloaded();
  report("NATS down", { before, down, beforeMs, downMs, afterMs, statuses: tally(statuses), overloaded });

  expect(Object.keys(tally(statuses))).toEqual(["200"]);
  expect(overloaded).toBeLessThan(OVERLOADED_SHARE_MAX * statuses.length);
  expect(down.p50).toBeLessThan(Math.max(SLOWER_MAX * before.p50, NOISE_MS.p50));
  expect(down.p99).toBeLessThan(Math.max(SLOWER_MAX * before.p99, NOISE_MS.p99));
  expect(downMs).toBeLessThan(SENT_MS);
  expect(afterMs).toBeLessThan(SENT_MS);
});
