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
  await health.failed("reconcile", new Error("The platform answered 401."));
  await health.reconciled({ startedAt: time.now - 5_000, checked: 12, corrected: 1 });
  expect(reports.map(({ problem }) => problem)).toEqual(["The platform answered 401.", null]);
  expect(reports[1]?.reconcile).toEqual({
    startedAt: "2026-11-19T09:59:55.000Z",
    finishedAt: "2026-11-19T10:00:00.000Z",
    checked: 12,
    corrected: 1,
  });
});

test("events that work do not hide that the reconcile or the offers fail", async () => {
  const { health, reports, time } = aHealth();
  const shown = async (work: () => Promise<void>) => {
    time.now += 60_000;
    await work();
    return reports.at(-1)?.problem;
  };
  expect(await shown(() => health.failed("event", new Error("no event")))).toBe("no event");
  expect(await shown(() => health.failed("holds", new Error("no holds")))).toBe("no holds");
  expect(await shown(() => health.failed("reconcile", new Error("no reconcile")))).toBe("no reconcile");
  expect(await shown(() => health.reported(time.now))).toBe("no reconcile");
  expect(await shown(() => health.held())).toBe("no reconcile");
  await health.failed("holds", new Error("no holds"));
  const reconcile = { startedAt: time.now, checked: 1, corrected: 0 };
  expect(await shown(() => health.reconciled(reconcile))).toBe("no holds");
  expect(await shown(() => health.held())).toBe(null);
});

test("offers that go on working report nothing", async () => {
  const { health, reports } = aHealth();
  await health.held();
  await health.held();
  expect(reports).toEqual([]);
});

test("a reconcile names the records that Keepsake refused", async () => {
  const { health, reports, time } = aHealth();
  const reconcile = { startedAt: time.now, checked: 2, corrected: 0 };
  await health.reconciled({ ...reconcile, leftOut: ["the order 7: email is not a valid address"] });
  await health.reconciled({ ...reconcile, leftOut: Array.from({ length: 90 }, (_, id) => `the variant ${id}: no`) });
  expect(reports[0]?.problem).toBe("1 record was left out: the order 7: email is not a valid address");
  expect(reports[1]?.problem).toMatch(/^90 records were left out: the variant 0: no; /);
  expect(reports[1]?.problem).toHaveLength(500);
});

test("a report that fails is logged and disturbs nobody", async () => {
  const { health, logged, time } = aHealth({ refuse: true });
  await health.reported(time.now);
  expect(logged).toEqual(["The health of this connector could not be reported: no answer"]);
});
