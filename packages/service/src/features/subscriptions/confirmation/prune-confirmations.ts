import type { Db } from "../../../platform/db/db.ts";
import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import { createWalk } from "../../../platform/db/walk.ts";
import { privacyRules } from "../../stores/settings/settings.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { deleteConfirmedRequests, deleteOldConfirmations, deleteOldRequests, findConfirmedPage } from "./sql.ts";

const PAGE = 5_000;

/** Deletes the counts of confirmation mails that are too old to matter. */
export const pruneConfirmations = (db: Db): Promise<number> =>
  pruneInPages(() => db.asWorker((tx) => deleteOldConfirmations(tx, PAGE)));

/** Deletes requests that were not confirmed in time, and confirmed ones after the days of their store. */
export function createPruneRequests(stores: StoreCache): (db: Db) => Promise<number> {
  const walk = createWalk((db, after, limit) => db.asWorker((tx) => findConfirmedPage(tx, { after, limit })), PAGE);
  const pruneConfirmed = async (db: Db) => {
    let deleted = 0;
    for (const [storeId, requests] of await walk(db)) {
      const { requestDays } = privacyRules((await stores.getById(storeId)).settings);
      const ids = requests.map(({ id }) => id);
      deleted += await db.inStore(storeId, (tx) => deleteConfirmedRequests(tx, ids, requestDays));
    }
    return deleted;
  };
  return async (db) => {
    const unconfirmed = await pruneInPages(() => db.asWorker((tx) => deleteOldRequests(tx, PAGE)));
    return unconfirmed + (await pruneInPages(() => pruneConfirmed(db)));
  };
}
