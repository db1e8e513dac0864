import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { createStoreWalk } from "../../../platform/db/walk.ts";
import { findNotified } from "../../alerts/privacy/find-notified.ts";
import { forgetAlerts } from "../../alerts/privacy/forget-alerts.ts";
import { ordersOfAddresses } from "../../alerts/privacy/forget-orders.ts";
import { findStoresThatSet } from "../../stores/settings/find-stores-that-set.ts";
import { KEEP_DAYS_MIN, privacyRules } from "../../stores/settings/settings.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { findContactPage, forgetLeft } from "../../subscriptions/privacy/forget-left.ts";

/** A contact may have many ended subscriptions. */
const PAGE = 500;

/** Deletes addresses that have had no open alert for as long as their store keeps them. */
export function createPruneLeft({
  stores,
  clock,
}: {
  readonly stores: StoreCache;
  readonly clock: Clock;
}): (db: Db) => Promise<number> {
  return createStoreWalk({
    findStores: (db) => findStoresThatSet(db, "privacy", "leftDays"),
    read: (db, storeId, after) => findContactPage(db, storeId, { after, days: KEEP_DAYS_MIN, limit: PAGE }),
    async prune(db, storeId, page) {
      const { leftDays: days } = privacyRules((await stores.getById(storeId)).settings);
      const ids = page.filter(({ isOld }) => isOld).map(({ id }) => id);
      if (days === null || ids.length === 0) return 0;
      const terms = { days, now: clock(), alerts: forgetAlerts, findNotified, orders: ordersOfAddresses };
      return db.inStore(storeId, (tx) => forgetLeft(tx, ids, terms));
    },
  });
}
