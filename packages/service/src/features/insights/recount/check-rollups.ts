import type { Db } from "../../../platform/db/db.ts";
import { declareReaders } from "../../../platform/outbox/positions.ts";
import { ROLL_UP } from "../rollups/counters.ts";
import {
  allowWholeTables,
  compareDays,
  compareLines,
  compareSaves,
  compareStoreDays,
  compareStoreLines,
  type Difference,
  findFirstCoveredDay,
} from "./sql.ts";

/** Counting hundreds of millions of rows takes minutes. */
export const RECOUNT_MS = 1_800_000;
const DIFFERENCES_MAX = 1_000;

export type RollupCheck = {
  /** The days from this one on are compared with the events. Of earlier days the events are gone, and only their sums are
   *  checked. */
  readonly since: string;
  readonly differences: readonly Difference[];
};

/** Counts everything that can be counted, and returns the figures of the roll-ups that differ. The reader may go on
 *  meanwhile. */
export async function checkRollups(db: Db): Promise<RollupCheck> {
  await declareReaders(db.worker, [ROLL_UP]);
  return db.asWorker(
    async (tx) => {
      await allowWholeTables(tx);
      const since = await findFirstCoveredDay(tx);
      const differences: Difference[] = [];
      for (const compare of [compareLines, compareStoreLines, compareSaves, compareDays, compareStoreDays])
        differences.push(...(await compare(tx, DIFFERENCES_MAX)));
      return { since, differences };
    },
    { timeoutMs: RECOUNT_MS },
  );
}
