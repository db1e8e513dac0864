import { readdirSync, readFileSync } from "node:fs";
import type { HttpSample } from "./wrk.ts";

/** Linux counts CPU time in hundredths of a second. */
const TICK_US = 10_000;

/** Runs a load and adds the CPU time that one of its calls cost the service and PostgreSQL. */
export async function withCpu(
  pids: { service: number; postgres: number | undefined },
  load: () => Promise<HttpSample>,
): Promise<HttpSample> {
  const before = [groupUs(pids.service), postgresUs(pids.postgres)] as const;
  const sample = await load();
  return {
    ...sample,
    nodeUs: (groupUs(pids.service) - before[0]) / sample.calls,
    postgresUs: (postgresUs(pids.postgres) - before[1]) / sample.calls,
  };
}

export const processUs = (pid: number) => (readStat(pid)?.ticks ?? 0) * TICK_US;

/** CPU time of a process and of those it started, including those that have ended. */
const groupUs = (parent: number) => processUs(parent) + postgresUs(parent);

/** CPU time of all backends, including those that have ended. */
export function postgresUs(postmaster: number | undefined) {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const stats = pids.map((name) => readStat(Number(name)));
  const ticks = stats.map((stat) =>
    stat?.parentPid === postmaster ? stat?.ticks : stat?.pid === postmaster ? stat?.endedTicks : 0,
  );
  return ticks.reduce<number>((sum, some) => sum + (some ?? 0), 0) * TICK_US;
}

function readStat(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = (from: number) => Number(fields[from]) + Number(fields[from + 1]);
    return { pid, parentPid: Number(fields[1]), ticks: ticks(11), endedTicks: ticks(13) };
  } catch {
    return undefined; // The process has ended in the meantime.
  }
}
