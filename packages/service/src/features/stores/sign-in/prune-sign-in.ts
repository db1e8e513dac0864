import type { Db } from "../../../platform/db/db.ts";
import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import { deleteEnded } from "./sql.ts";

const PAGE = 1_000;

/** Deletes sessions and links that have ended, and wrong passwords of yesterday. */
export const pruneSignIn = (db: Db): Promise<number> =>
  pruneInPages(() => db.asWorker(async (tx) => (await deleteEnded(tx, PAGE))[0]?.gone ?? 0));
