import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { createLog } from "../log.ts";
import { supervise } from "./supervise.ts";

const WAITING = "setInterval(() => {}, 1000)";
const SOON_MS = 60_000;

/** Supervises processes that run these programs and are ready as soon as they run. */
function someProcesses(programs: Readonly<Record<string, string>>, { isReady = true } = {}) {
  const started: { name: string; child: ChildProcess }[] = [];
  const supervisor = supervise(Object.keys(programs), {
    start(name, onReady) {
      const child = spawn(process.execPath, ["-e", programs[name] ?? ""], { stdio: "ignore" });
      if (isReady) child.once("spawn", onReady);
      started.push({ name, child });
      return child;
    },
    askToStop: (name) => void latest(name)?.kill("SIGTERM"),
    log: createLog("silent"),
  });
  const latest = (wanted: string) => started.findLast(({ name }) => name === wanted)?.child;
  whenDone(async () => void (await supervisor.stop(0)));
  return { ...supervisor, latest, countStarts: () => started.length };
}

test("a process that ends is started again, and the others go on", async () => {
  const { ready, latest, countStarts } = someProcesses({ a: WAITING, b: WAITING });
  await ready;
  const [a, b] = [latest("a"), latest("b")];
  a?.kill("SIGKILL");
  expect(await waitFor(() => latest("a") !== a, SOON_MS)).toBe(true);
  expect(latest("b")).toBe(b);
  expect(b?.exitCode).toBeNull();
  expect(countStarts()).toBe(3);
});

test("a process that ends before it was ever ready is not started again, and the error names it", async () => {
  const { ready, countStarts } = someProcesses({ a: "process.exit(3)" }, { isReady: false });
  await expect(ready).rejects.toThrow("The process a could not start (code 3).");
  expect(countStarts()).toBe(1);
});

test("a process that ends five times in a row at once is given up, and the error says so", async () => {
  const { ready, givenUp, countStarts } = someProcesses({ a: "process.exit(4)" });
  await ready;
  expect((await givenUp).message).toContain("The process a ended 5 times in a row soon after its start (code 4)");
  expect(countStarts()).toBe(5);
});

test("stopping ends every process, also one that waits for its next start, and kills those that take too long", async () => {
  const deaf = `process.on("SIGTERM", () => {}); ${WAITING}`;
  const { ready, stop, latest, countStarts } = someProcesses({ a: WAITING, b: deaf, c: WAITING });
  await ready;
  latest("c")?.kill("SIGKILL");
  await once(latest("c") as ChildProcess, "exit");
  await stop(0);
  for (const name of ["a", "b", "c"]) expect(latest(name)?.signalCode).not.toBeNull();
  expect(countStarts()).toBe(3);
});
