import type { Db } from "../../../platform/db/db.ts";
import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import { IDLE_DAYS_MAX } from "../../stores/settings/settings.ts";
import { deleteIdleSessions } from "./sql.ts";

const PAGE = 1_000;

/** Deletes sessions of browsers that have not been used for longer than any store allows. */
export const pruneSessions = (db: Db): Promise<number> =>
  pruneInPages(async () => {
    const gone = await db.asWorker((tx) => deleteIdleSessions(tx, { days: IDLE_DAYS_MAX, limit: PAGE }));
    return gone.length;
  });
