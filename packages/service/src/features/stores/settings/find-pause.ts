import type { StoreSettings } from "./settings.ts";

export type Pause = { readonly until: Date; readonly reason: string | null };

/** Until when, and why, the operator has paused the store's sending. A pause ends by itself. */
export function findPause({ sending = {} }: StoreSettings, now: number): Pause | undefined {
  const { pausedUntil, pauseReason = null } = sending;
  const until = pausedUntil === undefined ? undefined : new Date(pausedUntil);
  return until && until.getTime() > now ? { until, reason: pauseReason } : undefined;
}
