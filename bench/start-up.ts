import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { BenchContext } from "./path.ts";
import type { Line } from "./report.ts";
import { migrate, startService } from "./service.ts";
import { spreadOf } from "./side-by-side.ts";

const READY_BAR_MS = 2_000;
const STARTS = 5;
const IDLE_MS = 5_000;

/** Measures the time from the start of a process to the first 200 of /readyz. */
export async function measureReady({ postgres, folder }: BenchContext): Promise<Line> {
  const databaseUrl = await postgres.createDatabase("ready");
  await migrate(databaseUrl);
  const starts: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    const service = await startService({ databaseUrl, role: "api", folder });
    starts.push(service.readyMs);
    await service.stop();
  }
  const { median, min, max } = spreadOf(starts, (ms) => ms);
  return {
    path: "ready",
    reps: STARTS,
    ms: median,
    msMin: min,
    msMax: max,
    bar: READY_BAR_MS,
    ok: median <= READY_BAR_MS,
  };
}

/** Measures the memory of an idle process that is both API and worker. */
export async function measureIdleMemory({ postgres, folder }: BenchContext): Promise<Line> {
  const databaseUrl = await postgres.createDatabase("idle_memory");
  await migrate(databaseUrl);
  const service = await startService({ databaseUrl, role: "all", folder });
  await pause(IDLE_MS);
  const status = await readFile(`/proc/${service.pid}/status`, "utf8");
  await service.stop();
  return { path: "idle-memory", reps: 1, mb: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024 };
}
