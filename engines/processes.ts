import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { waitForSync } from "./wait-for.ts";

/** The kernel reuses pids; together with the start time a pid is unique. */
export interface ProcessId {
  readonly pid: number;
  readonly startTicks: number;
}

// Lower pids belong to init and kernel threads: after the highest pid, the kernel goes on with 300. A misread pid is often 0,
// and kill(0) ends our own process group.
const LOWEST_PID = 300;

const STOP_MS = 5_000;

function findStat(pid: number, folder = `/proc/${pid}`) {
  try {
    const text = readFileSync(`${folder}/stat`, "utf8");
    // The command name may contain spaces and parentheses, so fields are counted after the last parenthesis.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0], parentPid: Number(fields[1]), startTicks: Number(fields[19]) };
  } catch {
    return undefined;
  }
}

export function findProcess(pid: number): ProcessId | undefined {
  const stat = findStat(pid);
  return stat && { pid, startTicks: stat.startTicks };
}

export function getOwnProcess(): ProcessId {
  const self = findProcess(process.pid);
  if (!self) throw new Error("The engines need Linux, because they find their processes in /proc");
  return self;
}

/** A zombie does not count as running: it has no port and no file open. */
export function isRunning({ pid, startTicks }: ProcessId): boolean {
  const stat = findStat(pid);
  return stat?.startTicks === startTicks && stat.state !== "Z" && stat.state !== "X";
}

/** Whether all its threads have stopped. After SIGSTOP a thread may still answer requests for some time. */
function isStopped({ pid }: ProcessId): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.every((thread) => findStat(pid, `/proc/${pid}/task/${thread}`)?.state === "T");
  } catch {
    return false;
  }
}

/** Does nothing when the process is gone, and waits until SIGSTOP has stopped it. Throws for a pid that no engine can have. */
export function sendSignal(target: ProcessId, signal: NodeJS.Signals): void {
  if (!Number.isInteger(target.pid) || target.pid < LOWEST_PID) throw new Error(`Refusing to signal pid ${target.pid}`);
  if (!isRunning(target)) return;
  try {
    process.kill(target.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
  if (signal === "SIGSTOP") waitForSync(() => isStopped(target) || !isRunning(target), STOP_MS);
}

/** Kills a process and its descendants with SIGKILL and returns them. PostgreSQL does not restart while a backend of the
 *  last postmaster runs, and each backend has its own process group. */
export function killTree(root: ProcessId): ProcessId[] {
  // A stopped parent neither forks nor reaps, so the pids found next are still its children when they are killed.
  sendSignal(root, "SIGSTOP");
  const targets = isRunning(root) ? [...descendantsOf(root.pid), root] : [];
  for (const target of targets) sendSignal(target, "SIGKILL");
  return targets;
}

function descendantsOf(root: number): ProcessId[] {
  const all = readdirSync("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) ? findStat(Number(name)) : undefined;
    return stat ? [{ ...stat, pid: Number(name) }] : [];
  });
  const below = (parentPid: number): ProcessId[] =>
    all.filter((it) => it.parentPid === parentPid).flatMap((it) => [...below(it.pid), it]);
  return below(root);
}

/** Uses up the low pids of a new container, because `sendSignal` refuses them. */
export function skipLowPids(): void {
  let { pid } = process;
  for (let tries = 0; pid < LOWEST_PID && tries < LOWEST_PID; tries++) pid = spawnSync("true").pid;
}
