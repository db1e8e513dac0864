import type { Db } from "../../../platform/db/db.ts";
import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import { pruneOldHolds } from "./sql.ts";

const GIVEN_UP_DAYS = 7;
/** The merchant sees so long that something was not released. */
const KEPT_DAYS = 30;
const AT_ONCE = 1_000;

/** Gives up what no connector has released for a week, and deletes what is over. */
export const pruneHolds = (db: Db): Promise<number> =>
  pruneInPages(() =>
    db.asWorker((tx) => pruneOldHolds(tx, { givenUpDays: GIVEN_UP_DAYS, keptDays: KEPT_DAYS, limit: AT_ONCE })),
  );
