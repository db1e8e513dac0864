import { setTimeout as pause } from "node:timers/promises";
import { startLoop } from "../../../platform/loop.ts";
import type { WakeUps } from "../../../platform/wake-ups.ts";
import { queueNextReplay, type ToDeliveries } from "./log/queue-replay.ts";
import { createSending, type SendingDeps } from "./sending/send-due.ts";
import { findDueWork } from "./sql.ts";

/** A delivery that is due later than this is found by polling. */
const TIMER_MAX_MS = 60_000;
/** An idle worker looks for work half as often as others. It hears of new deliveries, and sets timers for the next tries, so
 *  what it finds is left over from a worker that died. */
const POLL_FACTOR = 2;
/** Under load, turns that become due within this time are leased together. */
const APART_MS = 20;

export type WebhooksDeps = SendingDeps & { readonly toDeliveries: ToDeliveries };

/** Sends webhooks and queues replays until stopped. */
export function startWebhooks(deps: WebhooksDeps, { wakeUps, pollMs }: { wakeUps: WakeUps; pollMs: number }) {
  const { db, log, toDeliveries } = deps;
  const sending = createSending(deps, { onTurnEnd });
  let replaying: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let firesAt = Number.POSITIVE_INFINITY;
  let earliest = 0;

  const loop = startLoop(
    async () => {
      await pause(Math.max(0, earliest - performance.now()));
      earliest = performance.now() + APART_MS;
      const due = await findDueWork(db.worker);
      const started = await sending.startTurns(due);
      if (due.replays) replaying ??= replay(); // beside the turns, which do not wait for a page of a thousand events
      return started > 0;
    },
    { wakeUps, bell: "webhooks", pollMs: pollMs * POLL_FACTOR, log, failure: "Could not send webhooks" },
  );

  async function replay() {
    try {
      if (await queueNextReplay({ db, log, toDeliveries })) loop.wake();
    } catch (error) {
      log.warn({ error }, "Could not queue a replay of webhooks");
    } finally {
      replaying = undefined;
    }
  }

  /** There is room for another turn now. Deliveries that are tried again within a minute get a timer. */
  function onTurnEnd(dueInMs: number | null) {
    loop.wake();
    if (dueInMs === null || dueInMs > TIMER_MAX_MS || performance.now() + dueInMs >= firesAt) return;
    clearTimeout(timer);
    firesAt = performance.now() + dueInMs;
    timer = setTimeout(
      () => {
        firesAt = Number.POSITIVE_INFINITY;
        loop.wake();
      },
      Math.max(0, dueInMs),
    );
  }

  return {
    async stop() {
      await Promise.all([loop.stop(), sending.stop()]);
      await replaying;
      clearTimeout(timer);
    },
  };
}
