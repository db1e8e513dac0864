import type { Db } from "../../../platform/db/db.ts";
import { deleteOldConfirmations } from "../sql.ts";

/** Forgets when addresses were asked to confirm, once it no longer counts. */
export const pruneConfirmations = (db: Db) => db.asWorker(deleteOldConfirmations);
