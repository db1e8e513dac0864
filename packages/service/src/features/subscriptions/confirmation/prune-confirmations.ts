import type { Db } from "../../../platform/db/db.ts";
import { deleteOldConfirmations } from "./sql.ts";

/** Deletes the counts of confirmation mails that are too old to matter. */
export const pruneConfirmations = (db: Db) => db.asWorker(deleteOldConfirmations);
