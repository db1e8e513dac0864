import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach } from "vitest";
import { stalledTimeMs } from "./stalled-time.ts";

// A setup file of vitest. Virtual machines pause for seconds, and then every timeout is over at once. A test that fails
// after such a pause is run again. A test that fails without one is not. The config must set `retry` to RETRIES, too.

const RETRIES = 2;
const NOTICED_MS = 100;

beforeEach(({ task }) => {
  const before = stalledTimeMs();
  const condition = () => {
    const ms = stalledTimeMs() - before;
    if (ms > 0) console.warn(`The machine stood still for ${ms} ms. Running again: ${task.name}`);
    return ms > 0;
  };
  Object.assign(task, { retry: { count: RETRIES, condition } });
});
// The thread that watches may be the last to go on after a pause.
afterEach(({ task }) => (task.result?.state === "fail" ? pause(NOTICED_MS) : undefined));
