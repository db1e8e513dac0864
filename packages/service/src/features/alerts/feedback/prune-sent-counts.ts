import type { Db } from "../../../platform/db/db.ts";
import { deleteOldSentCounts } from "./sql.ts";

const KEEP_DAYS = 30;

/** Deletes the counts of sent alerts that are too old to matter. */
export const pruneSentCounts = (db: Db) => db.asWorker((tx) => deleteOldSentCounts(tx, KEEP_DAYS));
