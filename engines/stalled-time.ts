import { once } from "node:events";
import { Worker } from "node:worker_threads";

// A module of its own: Vitest runs a setup file for each test file, and a module once for each process.
const stalledMs = new Int32Array(new SharedArrayBuffer(4));
const watcher = new Worker(new URL("./watch-stalls.ts", import.meta.url), { workerData: stalledMs });
await once(watcher, "message");
watcher.unref();

/** How long the machine stood still since this process started, in milliseconds. */
export const stalledTimeMs = (): number => Atomics.load(stalledMs, 0);
