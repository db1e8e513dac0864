import type { Db } from "../../../platform/db/db.ts";
import { announceRestocks, findStoresWithDueRestocks } from "./sql.ts";

/** Announces the restocks whose settle time is over, in every store. */
export async function announceDueRestocks(db: Db): Promise<void> {
  for (const { storeId } of await db.asWorker(findStoresWithDueRestocks)) {
    await db.inStore(storeId, async (tx) => {
      await announceRestocks(tx);
      tx.wakeAfterCommit("outbox");
    });
  }
}
