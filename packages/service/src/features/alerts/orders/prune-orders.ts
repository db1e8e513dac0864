import type { Db } from "../../../platform/db/db.ts";
import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import { eachStore } from "../../../platform/each-store.ts";
import { deleteOrders, findOldOrders } from "./sql.ts";

/** As long as the figures that they were counted in. */
const KEEP_DAYS = 800;
const ORDERS_AT_ONCE = 500;

export const pruneOrders = (db: Db): Promise<number> =>
  pruneInPages(async () => {
    const old = await db.asWorker((tx) => findOldOrders(tx, KEEP_DAYS, ORDERS_AT_ONCE));
    await eachStore(old, (storeId, ofStore) =>
      db.inStore(storeId, (tx) =>
        deleteOrders(
          tx,
          ofStore.map(({ id }) => id),
        ),
      ),
    );
    return old.length;
  });
