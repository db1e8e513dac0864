import type { Db } from "../../../platform/db/db.ts";
import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import { deleteOldConfirmations, deleteOldRequests } from "./sql.ts";

const PAGE = 5_000;
const KEEP_CONFIRMED_DAYS = 180;

/** Deletes the counts of confirmation mails that are too old to matter. */
export const pruneConfirmations = (db: Db): Promise<number> =>
  pruneInPages(() => db.asWorker((tx) => deleteOldConfirmations(tx, PAGE)));

/** Deletes requests that were not confirmed in time, and confirmed ones after 180 days. */
export const pruneRequests = (db: Db): Promise<number> =>
  pruneInPages(() => db.asWorker((tx) => deleteOldRequests(tx, { days: KEEP_CONFIRMED_DAYS, limit: PAGE })));
