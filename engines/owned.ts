import { rmSync } from "node:fs";
import { isRunning, killTree, type ProcessId, sendSignal } from "./processes.ts";
import { waitForSync } from "./wait-for.ts";

const QUIT_MS = 10_000;

const processes = new Map<ProcessId, NodeJS.Signals | undefined>();
const folders = new Set<string>();
let isWatching = false;

/** Ends the process with `quitSignal` when this one ends first; without a signal, waits for it to end by itself.
 *  Returns how to let go of it. */
export function ownProcess(owned: ProcessId, quitSignal?: NodeJS.Signals): () => void {
  watch();
  processes.set(owned, quitSignal);
  return () => processes.delete(owned);
}

/** Removes the folder when this process ends first. Returns how to let go of it. */
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
    // The next start sweeps it: its owner is gone.
  }
}

function endOwnedOnSignal(signal: NodeJS.Signals): void {
  // Somebody else listens and decides how this process ends; the exit hook follows. Known by name, because a test
  // runner may have loaded this module twice, and two that wait for each other would wait for ever.
  if (process.listeners(signal).some((listener) => listener.name !== endOwnedOnSignal.name)) return;
  endOwned();
  process.off(signal, endOwnedOnSignal);
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
