import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

const SAMPLE_MS = 200;
const QUIET = 0.2;
const WAIT_MS = 10_000;
let waitLeftMs = Number.POSITIVE_INFINITY;

/** Limits all waits of a short run together: a machine that is busy all the time then makes the figures worse, and the
 *  run not much longer. */
export function limitTotalWait(totalMs: number) {
  waitLeftMs = totalMs;
}

/** Waits up to ten seconds for the machine to be idle and returns how busy it still is, 0 to 1. Load from other
 *  processes does not slow both sides equally: the scheduler gives many backends more time than the one process of the
 *  service. */
export async function waitForQuiet(): Promise<number> {
  const start = performance.now();
  const mayWaitMs = Math.min(WAIT_MS, waitLeftMs);
  let busy = await sampleBusy();
  while (busy > QUIET && performance.now() - start < mayWaitMs) busy = await sampleBusy();
  waitLeftMs -= performance.now() - start - SAMPLE_MS;
  return busy;
}

async function sampleBusy(): Promise<number> {
  const before = await readTicks();
  await pause(SAMPLE_MS);
  const after = await readTicks();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

async function readTicks() {
  const [line = ""] = (await readFile("/proc/stat", "utf8")).split("\n", 1);
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, ...interrupts] = line.split(/\s+/).slice(1).map(Number);
  // The last fields, for guests, are already part of `user`.
  const [irq = 0, softIrq = 0, stolen = 0] = interrupts;
  return { idle: idle + waiting, all: user + nice + system + idle + waiting + irq + softIrq + stolen };
}
