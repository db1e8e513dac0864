import type { Doorbell } from "./doorbell.ts";
import type { Log } from "./log.ts";
import { OUTBOX_BELL } from "./outbox/relay.ts";

/** Runs `work` when the bell rings, when woken, and every `pollMs`; never twice at the same time. `work` returns whether
 *  there may be more to do. `failure` is logged when it throws. */
export function startLoop(
  work: () => Promise<boolean>,
  { doorbell, pollMs, log, failure }: { doorbell: Doorbell; pollMs: number; log: Log; failure: string },
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
  doorbell.listen(OUTBOX_BELL, wake);
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
