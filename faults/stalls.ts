import { setTimeout as pause } from "node:timers/promises";
import { createDb } from "../packages/service/src/platform/db/db.ts";
import { AppError } from "../packages/service/src/platform/errors.ts";

const WATCH_EVERY_MS = 100;
/** Half of what a call may wait for the database before the service refuses it. */
const STALL_MS = 500;
/** A load balancer sends traffic again this long after the database answers. */
const RECOVERY_MS = 3_000;
/** When the stalls add up to more than 15 seconds and more than a quarter of the test, refused calls count as failures. */
const STALLED_MAX_MS = 15_000;
const STALLED_SHARE_MAX = 0.25;

export type Stalls = {
  /** Whether the machine stalled during, or just before, a call that began at this time and has just ended. */
  overlap(callBegun: number): boolean;
  totalMs(): number;
  stop(): Promise<void>;
};

/** Commits a transaction of its own ten times a second, past the service, and notes when it is late. A machine whose disk
 *  or processor pauses for seconds makes the service refuse calls, which says nothing about the fault under test. */
export function watchStalls(database: string): Stalls {
  const db = createDb(database, { onError: () => undefined, wake: () => undefined, allowPrivilegedLogin: true });
  let isOver = false;
  const begun = performance.now();
  let lastCommitAt = begun;
  let lastEndedAt = Number.NEGATIVE_INFINITY;
  let total = 0;
  const lateMs = () => performance.now() - lastCommitAt - WATCH_EVERY_MS;

  async function watch() {
    while (!isOver) {
      // A machine that stops as a whole usually stops during this pause, so the pause counts too.
      await pause(WATCH_EVERY_MS);
      // The message makes the commit wait for the disk, and leaves no row behind.
      await db.asOperator((tx) => tx`select pg_logical_emit_message(true, 'stalls', '')`).catch(ignoreUnavailable);
      const late = lateMs();
      lastCommitAt = performance.now();
      if (late > STALL_MS) {
        total += late;
        lastEndedAt = lastCommitAt;
      }
    }
  }

  const watching = watch();
  return {
    overlap(callBegun) {
      const stalledMax = Math.max(STALLED_MAX_MS, STALLED_SHARE_MAX * (performance.now() - begun));
      return total < stalledMax && (lateMs() > STALL_MS || callBegun < lastEndedAt + RECOVERY_MS);
    },
    totalMs: () => Math.round(total),
    async stop() {
      isOver = true;
      await watching;
      await db.end();
    },
  };
}

/** A test may kill the database. Any other error would make the watcher blind, so it fails the test. */
function ignoreUnavailable(error: unknown) {
  if (!(error instanceof AppError && error.kind === "unavailable")) throw error;
}
