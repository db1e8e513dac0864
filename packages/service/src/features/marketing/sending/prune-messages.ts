import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import type { Prune } from "../../../platform/housekeeping.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import { readTestTime, type TestTime } from "../../events/webhooks/time.ts";
import { deleteOldMessages, findLateness } from "./sql.ts";

const AT_ONCE = 5_000;

/** Drops messages that no tool has accepted for a week, and reports how late tools are that work. */
export const createPruneMessages =
  ({ metrics, ...time }: { readonly metrics: Metrics } & TestTime): Prune =>
  async (db) => {
    const at = readTestTime(time);
    metrics.marketingLate.set(await findLateness(db.worker, at));
    await pruneInPages(() => db.asWorker((tx) => deleteOldMessages(tx, at, AT_ONCE)));
  };
