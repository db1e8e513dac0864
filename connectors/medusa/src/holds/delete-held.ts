import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import type { Held } from "./find-held";
import { withItemsLocked } from "./with-items-locked";

/** Deletes the reservations that `find` returns, and returns them. Medusa reads a level and then writes its reserved quantity as a
 *  whole, so everybody who changes a level must have locked its item. What was found before the lock may be deleted or replaced by
 *  then; it is found again, among the locked items only. */
export async function deleteHeld(
  container: MedusaContainer,
  find: (itemIds?: readonly string[]) => Promise<Held[]>,
): Promise<Held[]> {
  const itemIds = itemsOf(await find());
  if (itemIds.length === 0) return [];
  return withItemsLocked(container, itemIds, async () => {
    const held = await find(itemIds);
    if (held.length > 0) await container.resolve(Modules.INVENTORY).deleteReservationItems(held.map(({ id }) => id));
    return held;
  });
}

export const itemsOf = (held: readonly Held[]) => [...new Set(held.map(({ inventory_item_id }) => inventory_item_id))];
