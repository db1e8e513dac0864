import type { Db } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Events } from "../../../platform/outbox/events.ts";
import { findSavedVariants } from "../../lists/items/find-saved-variants.ts";
import { endWatched, findWatched } from "../sql.ts";

/** Ends the watches of items that are on none of the shopper's lists any more. */
export const endWatches = (db: Db, storeId: StoreId, { shopperId, variantIds }: Events["item.removed"]) =>
  db.inStore(storeId, async (tx) => {
    const watched = await findWatched(tx, shopperId, variantIds);
    if (watched.length === 0) return;
    const saved = await findSavedVariants(tx, shopperId, variantIds);
    const gone = watched.filter(({ variantId }) => !saved.has(variantId)).map(({ id }) => id);
    if (gone.length > 0) await endWatched(tx, gone, "removed from the list");
  });
