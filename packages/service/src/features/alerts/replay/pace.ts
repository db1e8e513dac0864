import { setImmediate } from "node:timers/promises";

/** How long a replay computes before other requests come first. */
const TURN_MS = 5;

/** A replay calls it again and again: it lets other requests come first, and throws TookTooLong when the time is over. */
export type Pace = () => Promise<void>;

export class TookTooLong extends Error {}

export function createPace(timeMaxMs = Number.POSITIVE_INFINITY): Pace {
  const end = performance.now() + timeMaxMs;
  let turnEnd = 0;
  return async () => {
    const now = performance.now();
    if (now >= end) throw new TookTooLong("The time for a replay is over");
    if (now < turnEnd) return;
    await setImmediate();
    turnEnd = performance.now() + TURN_MS;
  };
}
