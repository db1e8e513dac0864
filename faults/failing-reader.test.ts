import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { unavailable } from "../packages/service/src/platform/errors.ts";
import type { OutboxReader } from "../packages/service/src/platform/outbox/reader.ts";
import { startEventLoad } from "./event-load.ts";
import { FULL, openLab, report } from "./lab.ts";

const SECONDS = FULL ? 120 : 8;
const START_MS = 60_000;
const P99_BAR_MS = 2_000;

test("readers that fail for ever delay the events of another reader by less than two seconds", async () => {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const stalls = lab.watchStalls();
  const tries = { broken: 0, waiting: 0 };
  const others: OutboxReader[] = [
    {
      name: "broken",
      async handle() {
        tries.broken += 1;
        throw new Error("This reader always fails.");
      },
    },
    {
      name: "waiting",
      neverParks: true,
      async handle() {
        tries.waiting += 1;
        throw unavailable("What this reader needs");
      },
    },
  ];
  const events = await startEventLoad(lab, { others });
  expect(await waitFor(() => tries.broken > 0 && tries.waiting > 0, START_MS)).toBe(true);
  const before = { ...tries };
  const delays = events.measure();
  await pause(SECONDS * 1_000);
  const figures = { ...delays(), tries: { ...tries }, stalledMs: stalls.totalMs() };
  report("failing readers", figures);
  expect(figures.tries.broken).toBeGreaterThan(before.broken);
  expect(figures.tries.waiting).toBeGreaterThan(before.waiting);
  expect(stalls.totalMs() > 0 || figures.p99 <= P99_BAR_MS).toBe(true);
  const { written, received } = await events.stop();
  expect(received).toBe(written);
});
