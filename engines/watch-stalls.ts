import { parentPort, workerData } from "node:worker_threads";

/** How long the machine stood still since this thread started. A thread of its own notices it also while a test is busy. */
const stalledMs = workerData as Int32Array;
const WATCH_EVERY_MS = 50;
const STALL_MS = 1_000;

let last = performance.now();
setInterval(() => {
  const late = performance.now() - last - WATCH_EVERY_MS;
  last = performance.now();
  if (late > STALL_MS) Atomics.add(stalledMs, 0, Math.round(late));
}, WATCH_EVERY_MS);
parentPort?.postMessage("watching", []);
