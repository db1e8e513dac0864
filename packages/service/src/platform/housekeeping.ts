import type { Db } from "./db/db.ts";
import type { Log } from "./log.ts";

export type Prune = (db: Db) => Promise<unknown>;

const EVERY_MS = 60_000;

/** Runs the pruners every minute, one after the other, so that they leave the other connections to the worker's own tasks.
 *  When one fails, the others run all the same. */
export function startHousekeeping({ db, log }: { db: Db; log: Log }, pruners: readonly Prune[], everyMs = EVERY_MS) {
  let running: Promise<void> | undefined;
  let isStopped = false;

  async function run() {
    for (const prune of pruners) {
      if (isStopped) return;
      await prune(db).catch((error: unknown) =>
        log.warn({ error }, "Housekeeping did not finish: next try in a minute"),
      );
    }
  }
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = undefined;
    });
  }, everyMs);

  return {
    /** Waits for the pruner that is running. */
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
