import type { HotDb, StoreTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { OutboxEvent } from "../../../platform/outbox/events.ts";
import { findSavedItems, savedItemKey } from "../../lists/items/find-saved-items.ts";
import { HAPPENINGS } from "../line/happenings.ts";
import { endSubscriptions } from "../sql.ts";
import { findOpenAlerts, findWatches, type RemovedItem } from "./sql.ts";

export type Removal = Extract<OutboxEvent, { subject: "item.removed" }>;
type RemovedWithAlert = RemovedItem & { readonly storeId: StoreId };

/** The removed items that their shopper has alerts for. Most have none: one statement finds that out for all stores of a
 *  page. Alerts that are no watches are among them. */
export async function findRemovedWithAlerts(hot: HotDb, removals: readonly Removal[]): Promise<RemovedWithAlert[]> {
  const removed = new Map<string, { readonly of: Removal; readonly variantIds: Set<string> }>();
  for (const event of removals) {
    const key = `${event.storeId} ${event.payload.shopperId}`;
    const { variantIds } = removed.get(key) ?? { variantIds: new Set() };
    for (const variantId of event.payload.variantIds) variantIds.add(variantId);
    removed.set(key, { of: event, variantIds });
  }
  if (removed.size === 0) return [];
  const shoppers = [...removed.values()].map(({ of: { storeId, payload } }) => ({
    storeId,
    shopperId: payload.shopperId,
  }));
  const alerts = await findOpenAlerts(hot, shoppers);
  return alerts.filter(({ storeId, shopperId, variantId }) =>
    removed.get(`${storeId} ${shopperId}`)?.variantIds.has(variantId),
  );
}

/** Ends the watches of items that are no longer on any list of their shopper. */
export async function endWatches(tx: StoreTx, items: readonly RemovedItem[]): Promise<void> {
  const watches = await findWatches(tx, items);
  if (watches.length === 0) return;
  const saved = await findSavedItems(tx, watches);
  const removed = watches.filter((watch) => !saved.has(savedItemKey(watch))).map(({ id }) => id);
  if (removed.length === 0) return;
  await endSubscriptions(tx, removed, { state: "unsubscribed", reason: HAPPENINGS.say("left-list", {}) });
}
