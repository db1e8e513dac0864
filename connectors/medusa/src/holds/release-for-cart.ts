import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { findItemsOfVariants } from "../shop/find-variants";
import { deleteHeld, itemsOf } from "./delete-held";
import { findHeld, type Held } from "./find-held";
import { withItemsLocked } from "./with-items-locked";

/** Releases what this cart claimed of these variants, and returns it, so that `restore` can reserve it again. What the shopper took
 *  out of the cart stays reserved until the offer ends. */
export async function releaseForCart(
  container: MedusaContainer,
  cartId: string,
  variantIds: readonly string[],
): Promise<Held[]> {
  if (variantIds.length === 0) return [];
  const itemsOfVariants = await findItemsOfVariants(container, variantIds);
  return deleteHeld(container, async (itemIds = itemsOfVariants) =>
    (await findHeld(container, itemIds)).filter(
      ({ metadata }) => metadata.keepsake_cart === cartId && variantIds.includes(metadata.keepsake_variant),
    ),
  );
}

/** Reserves the same units again, and for the same offer. */
export async function restore(container: MedusaContainer, held: readonly Held[]) {
  if (held.length === 0) return;
  await withItemsLocked(container, itemsOf(held), () => createAgain(container, held));
}

/** For callers who have locked the items. */
export const createAgain = (container: MedusaContainer, held: readonly Held[], cartId?: string) =>
  container.resolve(Modules.INVENTORY).createReservationItems(
    held.map(({ inventory_item_id, location_id, quantity, description, created_by, metadata }) => ({
      inventory_item_id,
      location_id,
      quantity,
      description: description ?? null,
      created_by: created_by ?? null,
      metadata: cartId === undefined ? metadata : { ...metadata, keepsake_cart: cartId },
    })),
  );
