import type { Doorbell } from "./doorbell.ts";
import type { Log } from "./log.ts";
import { OUTBOX_BELL } from "./outbox/relay.ts";

/** Does what there is to do: when the bell rings, when woken, and every `pollMs` in any case; never twice at once.
 *  `work` answers whether there may be more. */
export function startLoop(
  work: () => Promise<boolean>,
  { doorbell, pollMs, log, says }: { doorbell: Doorbell; pollMs: number; log: Log; says: string },
) {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  async function run() {
    do {
      again = false;
      while (!stopped && (await work()));
    } while (again && !stopped);
  }
  function wake() {
    again = true;
    if (stopped) return;
    running ??= run()
      .catch((error: unknown) => log.warn({ error }, `${says}: trying again`))
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
