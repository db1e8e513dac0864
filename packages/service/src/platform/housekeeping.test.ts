import { expect, test } from "vitest";
import { waitFor } from "../../../../engines/wait-for.ts";
import { whenDone } from "../../test/fixtures/when-done.ts";
import type { Db } from "./db/db.ts";
import { type Prune, startHousekeeping } from "./housekeeping.ts";
import { createLog } from "./log.ts";

const db = {} as Db; // these pruners need none
const WAIT_MS = 60_000;

function start(...pruners: Prune[]) {
  const housekeeping = startHousekeeping({ db, log: createLog("silent") }, pruners, 1);
  whenDone(housekeeping.stop);
  return housekeeping;
}

test("one pruner runs at a time, and one that fails does not stop the others or the next run", async () => {
  let running = 0;
  let atOnce = 0;
  const runs = [0, 0, 0];
  const pruner = (index: number) => async () => {
    running += 1;
    atOnce = Math.max(atOnce, running);
    await new Promise((resolve) => setTimeout(resolve, 2)); // longer than the time between two runs
    running -= 1;
    runs[index] = (runs[index] ?? 0) + 1;
    if (index === 1) throw new Error("broken");
  };
  start(pruner(0), pruner(1), pruner(2));
  expect(await waitFor(() => runs.every((count) => count >= 2), WAIT_MS)).toBe(true);
  expect(atOnce).toBe(1);
});

test("stop waits for the pruner that is running, and starts no other", async () => {
  const gate = Promise.withResolvers<void>();
  const runs: string[] = [];
  const housekeeping = start(
    async () => {
      runs.push("begun");
      await gate.promise;
      runs.push("ended");
    },
    async () => runs.push("second"),
  );
  expect(await waitFor(() => runs.length > 0, WAIT_MS)).toBe(true);
  const stopped = housekeeping.stop();
  gate.resolve();
  await stopped;
  expect(runs).toEqual(["begun", "ended"]);
});
