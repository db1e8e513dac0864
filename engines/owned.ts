import { rmSync } from "node:fs";
import { isRunning, killTree, type ProcessId, sendSignal } from "./processes.ts";
import { waitForSync } from "./wait-for.ts";

const QUIT_MS = 10_000;

const processes = new Map<ProcessId, NodeJS.Signals | undefined>();
const folders = new Set<string>();
let isWatching = false;

/** Sends `quitSignal` to the process when this one ends first; without a signal, waits for it to end by itself. Returns
 *  a function that releases it. */
export function ownProcess(owned: ProcessId, quitSignal?: NodeJS.Signals): () => void {
  watch();
  processes.set(owned, quitSignal);
  return () => processes.delete(owned);
}

/** Removes the folder when this process ends. Returns a function that releases it. */
export function ownFolder(folder: string): () => void {
  watch();
  folders.add(folder);
  return () => folders.delete(folder);
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  process.on("exit", endOwned);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, endOwnedOnSignal);
}

function endOwned(): void {
  for (const [owned, quitSignal] of processes) if (quitSignal) sendSignal(owned, quitSignal);
  const stillRunning = () => [...processes.keys()].filter(isRunning);
  waitForSync(() => stillRunning().length === 0, QUIT_MS);
  for (const owned of stillRunning()) killTree(owned);
  for (const folder of folders) removeNow(folder);
  processes.clear();
  folders.clear();
}

function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // The next start removes it, because its owner is gone.
  }
}

function endOwnedOnSignal(signal: NodeJS.Signals): void {
  // Another listener decides how this process ends, and the exit hook runs then. Compared by name, because a test runner
  // may load this module twice, and the two copies would wait for each other.
  if (process.listeners(signal).some((listener) => listener.name !== endOwnedOnSignal.name)) return;
  endOwned();
  process.off(signal, endOwnedOnSignal);
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
