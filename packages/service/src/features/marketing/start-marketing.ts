import { startLoop } from "../../platform/loop.ts";
import type { WakeUps } from "../../platform/wake-ups.ts";
import { createSending, type SendingDeps } from "./sending/send-due.ts";
import { findIsDue } from "./sql.ts";

/** What is due later than this is found by polling. */
const TIMER_MAX_MS = 60_000;
/** An idle worker looks for work seldom: it hears of new messages, and sets timers for the next turns. What it finds was left by
 *  a worker that died, and no shopper waits for it. */
const POLL_FACTOR = 30;

/** Sends messages to marketing tools until stopped. */
export function startMarketing(deps: SendingDeps, { wakeUps, pollMs }: { wakeUps?: WakeUps; pollMs: number }) {
  const { db, log } = deps;
  const sending = createSending(deps, { onTurnEnd });
  const timers = new Set<NodeJS.Timeout>();

  const loop = startLoop(async () => (await findIsDue(db.worker)) && (await sending.startTurns()) > 0, {
    ...(wakeUps ? { wakeUps, bell: "marketing" } : {}),
    pollMs: pollMs * POLL_FACTOR,
    log,
    failure: "Could not send to marketing tools",
  });

  /** There is room for another turn now. What is due within a minute gets a timer. */
  function onTurnEnd(dueInMs: number | null) {
    loop.wake();
    if (dueInMs === null || dueInMs > TIMER_MAX_MS) return;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        loop.wake();
      },
      Math.max(0, dueInMs),
    );
    timers.add(timer);
  }

  return {
    async stop() {
      await Promise.all([loop.stop(), sending.stop()]);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
