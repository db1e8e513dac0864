import type { Db } from "../../../platform/db/db.ts";
import { IDLE_DAYS_MAX } from "../../stores/settings/settings.ts";
import { deleteIdleSessions } from "./sql.ts";

const PAGE = 5_000;

/** Deletes sessions of browsers that have not been used for longer than any store allows. */
export const pruneSessions = (db: Db) =>
  db.asWorker((tx) => deleteIdleSessions(tx, { days: IDLE_DAYS_MAX, limit: PAGE }));
