import type { Db } from "../../../platform/db/db.ts";
import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import { deleteOldEntries } from "./sql.ts";

const PAGE = 1_000;

/** Deletes entries that are older than two years. */
export const pruneAudit = (db: Db): Promise<number> =>
  pruneInPages(() => db.asWorker(async (tx) => (await deleteOldEntries(tx, PAGE)).length));
