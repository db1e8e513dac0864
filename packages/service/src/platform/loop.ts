import type { Bell } from "./bell.ts";
import type { Log } from "./log.ts";
import type { WakeUps } from "./wake-ups.ts";

/** Runs `work` when the bell, if given, rings in any process, when the caller wakes it, and every `pollMs`, if given; never
 *  twice at the same time. `work` returns whether there may be more to do. `failure` is logged when it throws. */
export function startLoop(
  work: () => Promise<boolean>,
  options: { wakeUps?: WakeUps; bell?: Bell; pollMs?: number; log: Log; failure: string },
) {
  const { wakeUps, bell, pollMs, log, failure } = options;
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
  if (bell) wakeUps?.listen(bell, wake);
  const poll = pollMs === undefined ? undefined : setInterval(wake, pollMs);
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(poll);
      await running;
    },
  };
}
