import type { Clock } from "../clock.ts";

export type Window = { readonly used: number; readonly msBeforeNext: number };

/** Counts calls per key, each in a window that begins with its first call. Where there are more keys than `max`,
 *  the window that began first is forgotten. */
export function createWindows({ max, clock }: { max: number; clock: Clock }) {
  const windows = new Map<string, { used: number; endsAt: number }>();
  return (key: string, seconds: number, calls: number): Window => {
    const now = clock();
    let window = windows.get(key);
    if (!window || window.endsAt <= now) {
      windows.delete(key);
      if (windows.size >= max) windows.delete(windows.keys().next().value ?? "");
      window = { used: 0, endsAt: now + seconds * 1000 };
      windows.set(key, window);
    }
    window.used += calls;
    return { used: window.used, msBeforeNext: window.endsAt - now };
  };
}
