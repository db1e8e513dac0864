import type { Log } from "./log.ts";
import { OUTBOX_WAKE_UP } from "./outbox/relay.ts";
import type { WakeUps } from "./wake-ups.ts";

/** Runs `work` on a wake-up from any process, when the caller wakes it, and every `pollMs`; never twice at the same time.
 *  `work` returns whether there may be more to do. `failure` is logged when it throws. */
export function startLoop(
  work: () => Promise<boolean>,
  { wakeUps, pollMs, log, failure }: { wakeUps: WakeUps; pollMs: number; log: Log; failure: string },
) {
  let running: Promise<void> | undefined;
  let wasWoken = false;
  let stopped = false;

  async function run() {
    do {
      wasWoken = false;
      while (!stopped && (await work()));
    } while (wasWoken && !stopped);
  }
  function wake() {
    wasWoken = true;
    if (stopped) return;
    running ??= run()
      .catch((error: unknown) => log.warn({ error }, `${failure}: trying again`))
      .finally(() => {
        running = undefined;
      });
  }
  wakeUps.listen(OUTBOX_WAKE_UP, wake);
  const poll = setInterval(wake, pollMs);
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(poll);
      await running;
    },
  };
}
