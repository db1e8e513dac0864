import type { Db } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Events } from "../../../platform/outbox/events.ts";
import { findSavedVariants } from "../../lists/items/find-saved-variants.ts";
import { endSubscriptions } from "../sql.ts";
import { findWatches } from "./sql.ts";

/** Ends the watches of items that are no longer on any list of the shopper. */
export const endWatches = (db: Db, storeId: StoreId, { shopperId, variantIds }: Events["item.removed"]) =>
  db.inStore(storeId, async (tx) => {
    const watches = await findWatches(tx, shopperId, variantIds);
    if (watches.length === 0) return;
    const saved = await findSavedVariants(tx, shopperId, variantIds);
    const removed = watches.filter(({ variantId }) => !saved.has(variantId)).map(({ id }) => id);
    if (removed.length === 0) return;
    await endSubscriptions(tx, removed, { state: "unsubscribed", reason: "the item was removed from the list" });
  });
