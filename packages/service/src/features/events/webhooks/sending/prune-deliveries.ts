import type { Prune } from "../../../../platform/housekeeping.ts";
import type { Metrics } from "../../../../platform/metrics.ts";
import { readTestTime, type TestTime } from "../time.ts";
import { emptyOldDeliveries, findLateness } from "./sql.ts";

/** Moving what still waits out of the oldest partition may take long. */
const TIMEOUT_MS = 60_000;

/** Removes deliveries that are more than five days old, two days of them at a time, and reports how late endpoints are that work. */
export const createPruneDeliveries =
  ({ metrics, ...time }: { readonly metrics: Metrics } & TestTime): Prune =>
  async (db) => {
    const at = readTestTime(time);
    metrics.webhooksLate.set(await findLateness(db.worker, at));
    await db.asWorker((tx) => emptyOldDeliveries(tx, at), { timeoutMs: TIMEOUT_MS });
  };
