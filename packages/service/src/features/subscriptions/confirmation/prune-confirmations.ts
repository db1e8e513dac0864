import type { Db } from "../../../platform/db/db.ts";
import { deleteOldConfirmations, deleteOldRequests } from "./sql.ts";

const PAGE = 5_000;
/** How many pages one run deletes at most. The next run, a minute later, goes on. */
const PAGES_MAX = 40;
const KEEP_CONFIRMED_DAYS = 180;

/** Deletes the counts of confirmation mails that are too old to matter. */
export const pruneConfirmations = (db: Db) => db.asWorker(deleteOldConfirmations);

/** Deletes requests that were not confirmed in time, and confirmed ones after 180 days. */
export async function pruneRequests(db: Db): Promise<void> {
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const deleted = await db.asWorker((tx) => deleteOldRequests(tx, { days: KEEP_CONFIRMED_DAYS, limit: PAGE }));
    if (deleted < PAGE) return;
  }
}
