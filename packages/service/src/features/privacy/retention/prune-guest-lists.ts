import type { Db } from "../../../platform/db/db.ts";
import { createStoreWalk } from "../../../platform/db/walk.ts";
import type { ShopperId, StoreId } from "../../../platform/ids.ts";
import { findIdleListOwners } from "../../lists/privacy/find-idle-owners.ts";
import { forgetLists } from "../../lists/privacy/forget-lists.ts";
import { lockGuestsAmong } from "../../shoppers/privacy/lock-guests.ts";
import { findShoppersOfStore } from "../../shoppers/walk-shoppers.ts";
import { findStoresThatSet } from "../../stores/settings/find-stores-that-set.ts";
import { KEEP_DAYS_MIN, privacyRules } from "../../stores/settings/settings.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { findWaiting } from "../../subscriptions/find-subscribers.ts";

const PAGE = 2_000;

/** Deletes the lists of guests who changed none for as long as their store keeps them, and who wait for no alert. Guests who
 *  have nothing then are deleted like others who have nothing; an ended alert keeps the row of its guest. */
export function createPruneGuestLists(stores: StoreCache): (db: Db) => Promise<number> {
  return createStoreWalk({
    findStores: (db) => findStoresThatSet(db, "privacy", "guestDays"),
    read: (db, storeId, after) => findShoppersOfStore(db, storeId, { after, days: KEEP_DAYS_MIN, limit: PAGE }),
    async prune(db, storeId, page) {
      const { guestDays } = privacyRules((await stores.getById(storeId)).settings);
      const ids = page.filter(({ isOld }) => isOld).map(({ id }) => id);
      return guestDays === null || ids.length === 0 ? 0 : pruneOfStore(db, storeId, ids, guestDays);
    },
  });
}

/** A page of lists at a time, because one guest may have many. */
async function pruneOfStore(db: Db, storeId: StoreId, ids: readonly ShopperId[], days: number): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await db.inStore(storeId, async (tx) => {
      // Looked for before the lock, which writes into each row, and again after it: they may have done something.
      const guests = await lockGuestsAmong(tx, await findIdleListOwners(tx, ids, days));
      const waiting = new Set((await findWaiting(tx, guests)).map(({ shopperId }) => shopperId));
      const idle = await findIdleListOwners(
        tx,
        guests.filter((id) => !waiting.has(id)),
        days,
      );
      return forgetLists.forget(tx, { addresses: [], hashes: [], unconfirmed: [], regids: [], shopperIds: idle });
    });
    total += deleted;
    if (deleted === 0) return total;
  }
}
