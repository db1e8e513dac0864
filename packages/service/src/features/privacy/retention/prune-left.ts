import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { pruneInPages } from "../../../platform/db/prune-in-pages.ts";
import { findNotified } from "../../alerts/privacy/find-notified.ts";
import { forgetAlerts } from "../../alerts/privacy/forget-alerts.ts";
import { KEEP_DAYS_MIN, privacyRules } from "../../stores/settings/settings.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { createWalkContacts, forgetLeft } from "../../subscriptions/privacy/forget-left.ts";

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
  const walk = createWalkContacts(KEEP_DAYS_MIN, PAGE);
  const prunePage = async (db: Db) => {
    let deleted = 0;
    for (const [storeId, ids] of await walk(db)) {
      const { leftDays: days } = privacyRules((await stores.getById(storeId)).settings);
      if (days === null) continue;
      const terms = { days, now: clock(), alerts: forgetAlerts, findNotified };
      deleted += await db.inStore(storeId, (tx) => forgetLeft(tx, ids, terms));
    }
    return deleted;
  };
  return (db) => pruneInPages(() => prunePage(db));
}
