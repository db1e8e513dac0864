import { setTimeout as pause } from "node:timers/promises";
import type { StoreId } from "../ids.ts";
import type { SendRate } from "./send-rate.ts";

/** Waits until the provider takes a message of the store, `maxMs` at most or until stopped. Returns 0 when the message may be
 *  sent, or for how long it must still wait. */
export async function waitForTurn(
  rate: SendRate,
  storeId: StoreId,
  { maxMs, stop }: { readonly maxMs: number; readonly stop?: AbortSignal },
): Promise<number> {
  for (let waitedMs = 0; ; ) {
    const { granted, waitMs } = rate.take(storeId, 1);
    if (granted > 0) return 0;
    waitedMs += waitMs;
    if (waitedMs > maxMs || stop?.aborted) return waitMs;
    await pause(waitMs, undefined, stop && { signal: stop }).catch(() => undefined);
  }
}
