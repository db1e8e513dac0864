import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

const SAMPLE_MS = 200;
const QUIET = 0.2;
const PATIENCE_MS = 10_000;

/** Waits a while for the machine to be idle and answers how busy it still is, 0 to 1. Load from elsewhere does not hit
 *  both sides alike: the scheduler gives many backends a larger part than one process of the service. */
export async function waitForQuiet(): Promise<number> {
  const end = performance.now() + PATIENCE_MS;
  let busy = await sampleBusy();
  while (busy > QUIET && performance.now() < end) busy = await sampleBusy();
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
  // The guest's ticks, last in the line, are part of the user's.
  const [irq = 0, softIrq = 0, stolen = 0] = interrupts;
  return { idle: idle + waiting, all: user + nice + system + idle + waiting + irq + softIrq + stolen };
}
