import type { Db } from "../../../platform/db/db.ts";
import { declareReaders, lockPositions } from "../../../platform/outbox/positions.ts";
import { PARTITIONS } from "../../../platform/outbox/reader.ts";
import { ROLL_UP } from "../rollups/counters.ts";
import { RECOUNT_MS } from "./check-rollups.ts";
import { allowWholeTables, findFirstCoveredDay, recountDays, recountLines, recountSaves } from "./sql.ts";

const ALL = Array.from({ length: PARTITIONS }, (_, partition) => partition);

/** Counts everything again and writes it. The reader waits meanwhile and then goes on where it was: what it has not read is
 *  not in the counts. Returns the first day that was counted again. Earlier days stay as they are, because their events are
 *  gone. */
export async function rebuildRollups(db: Db): Promise<string> {
  await declareReaders(db.worker, [ROLL_UP]);
  return db.asWorker(
    async (tx) => {
      await allowWholeTables(tx);
      await lockPositions(tx, ROLL_UP, ALL);
      await recountLines(tx);
      await recountSaves(tx);
      await recountDays(tx);
      return findFirstCoveredDay(tx);
    },
    { timeoutMs: RECOUNT_MS },
  );
}
