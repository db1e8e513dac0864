import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { waitFor } from "../engines/wait-for.ts";
import { aWaitingStore, mailInto } from "./alerts.ts";
import { FULL, openLab, report } from "./lab.ts";
import { aClient, load, percentile, tally } from "./load.ts";
import { guestCall } from "./shopper.ts";

const AWAY_SECONDS = FULL ? 300 : 15;
const BEFORE_SECONDS = FULL ? 60 : 15;
const WARM_UP_SECONDS = 5;
const PER_SECOND = 300;
const FEW = 20;
const HEARD_MS = 10_000;
const SLOWER_MAX = 1.5;
/** Below this a ratio of two times says more about the machine than about the service: the more so, the fewer calls there are. */
const NOTICED_MS = FULL ? 25 : 100;

test("B6 NATS away: no call fails or takes notably longer, and alerts go on by looking", async () => {
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const [api] = await Promise.all([lab.start("api"), lab.start("worker", mailInto(sink))]);
  const store = await lab.aStore(["key=10000000/60"]);
  const client = aClient(api.port, { headers: { authorization: store.basic } });
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
  const aLine = async (name: string) => {
    const waiting = await aWaitingStore(lab, api.port, FEW, name);
    onTestFinished(waiting.client.close);
    return async () => {
      const begun = performance.now();
      await waiting.restock();
      await waitFor(() => sink.taken.filter(({ to }) => to.startsWith(name)).length >= FEW, 2 * HEARD_MS);
      return performance.now() - begun;
    };
  };
  const [tellBefore, tellWhileAway, tellWhenBack] = [await aLine("before"), await aLine("away"), await aLine("back")];

  await measure(WARM_UP_SECONDS);
  const measuring = measure(BEFORE_SECONDS);
  const beforeMs = await tellBefore();
  const before = await measuring;
  await lab.engines.nats.kill();
  const loading = measure(AWAY_SECONDS);
  const toldMs = await tellWhileAway();
  const away = await loading;
  await lab.engines.nats.start();
  const backMs = await tellWhenBack();
  report("B6", { before, away, beforeMs, toldMs, backMs, statuses: tally(statuses) });

  expect(Object.keys(tally(statuses))).toEqual(["200"]);
  expect(away.p99).toBeLessThan(Math.max(SLOWER_MAX * before.p99, NOTICED_MS));
  expect(toldMs).toBeLessThan(HEARD_MS);
  expect(backMs).toBeLessThan(HEARD_MS);
});
