import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";

export type Window = { readonly used: number; readonly msBeforeNext: number };

/** How many windows a process remembers. */
export const WINDOWS_MAX = 100_000;

/** Counts calls per key, each in a window that begins with its first call. With more keys than `max`, the key that was
 *  idle longest is dropped. */
export function createWindows({ max, clock }: { max: number; clock: Clock }) {
  const windows = new LRUCache<string, { used: number; endsAt: number }>({ max });
  return (key: string, seconds: number, calls: number): Window => {
    const now = clock();
    let window = windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { used: 0, endsAt: now + seconds * 1000 };
      windows.set(key, window);
    }
    window.used += calls;
    return { used: window.used, msBeforeNext: window.endsAt - now };
  };
}
