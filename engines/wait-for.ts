const PAUSE_MS = 5;

/** Waits for the condition. Returns false when the deadline passes first. */
export async function waitFor(condition: () => boolean | Promise<boolean>, deadlineMs: number): Promise<boolean> {
  const end = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return true;
}

/** Like waitFor, but without the event loop, which has stopped while a process exits. */
export function waitForSync(condition: () => boolean, deadlineMs: number): boolean {
  const end = performance.now() + deadlineMs;
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (!condition()) {
    if (performance.now() >= end) return false;
    Atomics.wait(never, 0, 0, PAUSE_MS);
  }
  return true;
}
