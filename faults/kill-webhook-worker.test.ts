import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { FULL, openLab, report, signal } from "./lab.ts";
import { addEndpoints, startReceivers, whenReceived, writeEvents } from "./webhooks.ts";

const DONE_MS = 120_000;

test("when a worker is killed in the middle, every delivery arrives all the same", async () => {
  const { stores, perStore } = { stores: 5, perStore: 4 };
  const lab = await openLab({ postgres: true, nats: true });
  onTestFinished(lab.close);
  const receivers = await startReceivers();
  const ids = await addEndpoints(lab, { stores, perStore, targetOf: () => `${receivers.port}/ok` });
  const settings = { KEEPSAKE_ALLOW_LOOPBACK: "on" };
  const first = await lab.start("worker", settings);
  const writing = writeEvents(lab.database, ids, { perSecond: 50, seconds: FULL ? 30 : 6 });
  const countLeases = async () =>
    Number((await lab.select("select count(*) from webhook_turns where state = 1"))[0]?.[0]);
  // Control: it dies in the middle of turns. While it stands still, its leases can be counted.
  const isInTheMiddle = async () => {
    signal(first.pid, "SIGSTOP");
    if ((await countLeases()) > 0) return true;
    signal(first.pid, "SIGCONT");
    return false;
  };
  expect(await waitFor(isInTheMiddle, DONE_MS)).toBe(true);
  signal(first.pid, "SIGKILL");
  expect(await countLeases()).toBeGreaterThan(0);
  await lab.start("worker", settings);
  const { events } = await writing;
  const expected = events * perStore;
  await whenReceived(receivers, expected, DONE_MS);
  const countWaiting = async () =>
    Number((await lab.select("select count(*) from webhook_deliveries where state <> 1"))[0]?.[0]);
  await waitFor(async () => (await countWaiting()) === 0, DONE_MS);
  const counts = Object.values((await receivers.report()).counts);
  const waiting = await countWaiting();
  report("webhooks, a worker killed", {
    expected,
    received: counts.length,
    doubled: counts.filter((one) => one > 1).length,
    waiting,
  });
  expect(counts).toHaveLength(expected);
  expect(waiting).toBe(0);
});
