import { useState } from "react";

/** Runs work that a person started: whether it is under way, and why the last one failed. */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  async function run(work: () => Promise<unknown>) {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, run: (work: () => Promise<unknown>) => void run(work) };
}
