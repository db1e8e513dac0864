import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach } from "vitest";

// A setup file of vitest. Virtual machines pause for seconds, and then every timeout is over at once. A test that fails
// after such a pause is run again. A test that fails without one is not. The config must set `retry` to RETRIES, too.

const RETRIES = 2;
const NOTICED_MS = 100;
const stalledMs = new Int32Array(new SharedArrayBuffer(4));
const watcher = new Worker(new URL("./watch-stalls.ts", import.meta.url), { workerData: stalledMs });
await once(watcher, "message");
watcher.unref();

beforeEach(({ task }) => {
  const before = Atomics.load(stalledMs, 0);
  const condition = () => {
    const ms = Atomics.load(stalledMs, 0) - before;
    if (ms > 0) console.warn(`The machine stood still for ${ms} ms. Running again: ${task.name}`);
    return ms > 0;
  };
  Object.assign(task, { retry: { count: RETRIES, condition } });
});
// The thread that watches may be the last to go on after a pause.
afterEach(({ task }) => (task.result?.state === "fail" ? pause(NOTICED_MS) : undefined));
