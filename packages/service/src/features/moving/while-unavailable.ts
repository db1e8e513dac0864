import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../platform/errors.ts";

const TRIES_MAX = 8;
const PAUSE_MS = 250;

/** Tries a page again after a timeout, a deadlock or a restart of the database. */
export async function whileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== "unavailable" || tries === TRIES_MAX) throw error;
      await pause(PAUSE_MS * 2 ** tries);
    }
  }
}
