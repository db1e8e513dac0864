import type { Db } from "../../../platform/db/db.ts";
import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import { deleteOldDays } from "./sql.ts";

/** A range of 400 days can be compared with the range before it. */
export const ROLL_UP_DAYS = 800;
const ROWS_AT_ONCE = 5_000;

export const pruneRollups = (db: Db): Promise<number> =>
  pruneInPages(() => db.asWorker((tx) => deleteOldDays(tx, ROLL_UP_DAYS, ROWS_AT_ONCE)));
