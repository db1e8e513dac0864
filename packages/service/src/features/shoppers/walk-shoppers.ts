import type { Db } from "../../platform/db/db.ts";
import { createWalk } from "../../platform/db/walk.ts";
import type { ShopperId, StoreId } from "../../platform/ids.ts";
import { findShopperPage, findShopperPageOfStore } from "./sql.ts";

/** Walks through the shoppers of all stores, for housekeeping. Returns a function that returns the next page: those first
 *  seen more than `days` ago, by store. */
export function createWalkShoppers(
  days: number,
  pageSize: number,
): (db: Db) => Promise<ReadonlyMap<StoreId, readonly ShopperId[]>> {
  const walk = createWalk(
    (db, after, limit) => db.asWorker((tx) => findShopperPage(tx, { after, days, limit })),
    pageSize,
  );
  return async (db) => {
    const found = new Map<StoreId, readonly ShopperId[]>();
    for (const [storeId, page] of await walk(db)) {
      const old = page.filter(({ isOld }) => isOld).map(({ id }) => id);
      if (old.length > 0) found.set(storeId, old);
    }
    return found;
  };
}

/** A page of the store's shoppers. `isOld`: first seen more than `days` ago. */
export const findShoppersOfStore = (
  db: Db,
  storeId: StoreId,
  page: { readonly after: string; readonly days: number; readonly limit: number },
): Promise<readonly { readonly id: ShopperId; readonly isOld: boolean }[]> =>
  db.inStore(storeId, (tx) => findShopperPageOfStore(tx, page));
