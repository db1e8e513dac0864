import type { Db } from "../../../platform/db/db.ts";
import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import { deleteOldClicks } from "./sql.ts";

const ROWS_AT_ONCE = 5_000;

export const pruneClicks = (db: Db): Promise<number> =>
  pruneInPages(() => db.asWorker((tx) => deleteOldClicks(tx, ROWS_AT_ONCE)));
