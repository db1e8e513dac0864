import { expect, test, vi } from "vitest";
import { createHealth } from "./health.ts";
import type { HealthReport } from "./records.ts";

function aHealth({ refuse = false } = {}) {
  const reports: HealthReport[] = [];
  const logged: string[] = [];
  const time = { now: Date.parse("2026-11-19T10:00:00Z") };
  const report = async (sent: HealthReport) => {
    if (refuse) throw new Error("no answer");
    reports.push(sent);
  };
  const log = (message: string) => void logged.push(message);
  const health = createHealth({
    keepsake: { report },
    about: { reserves: true },
    log,
    clock: () => time.now,
    everyMs: 50,
  });
  return { health, reports, logged, time };
}

test("the first event is reported at once, with the time from the change to now", async () => {
  const { health, reports, time } = aHealth();
  await health.reported(time.now - 420);
  expect(reports).toEqual([{ reserves: true, event: { at: "2026-11-19T09:59:59.580Z", lagMs: 420 }, problem: null }]);
});

test("later events wait for their turn together, and the longest lag counts", async () => {
  const { health, reports, time } = aHealth();
  await health.start();
  await health.reported(time.now - 900);
  await health.reported(time.now - 100);
  await vi.waitFor(() => expect(reports.length).toBe(2));
  expect(reports[1]?.event).toEqual({ at: "2026-11-19T09:59:59.900Z", lagMs: 900 });
});

test("a reconcile is reported at once, and ends the problem", async () => {
  const { health, reports, time } = aHealth();
  await health.failed(new Error("The platform answered 401."));
  await health.reconciled({ startedAt: time.now - 5_000, checked: 12, corrected: 1 });
  expect(reports.map(({ problem }) => problem)).toEqual(["The platform answered 401.", null]);
  expect(reports[1]?.reconcile).toEqual({
    startedAt: "2026-11-19T09:59:55.000Z",
    finishedAt: "2026-11-19T10:00:00.000Z",
    checked: 12,
    corrected: 1,
  });
});

test("a report that fails is logged and disturbs nobody", async () => {
  const { health, logged, time } = aHealth({ refuse: true });
  await health.reported(time.now);
  expect(logged).toEqual(["The health of this connector could not be reported: no answer"]);
});
