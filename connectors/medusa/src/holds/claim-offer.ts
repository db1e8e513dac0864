import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils";
import { addToCartWorkflow } from "@medusajs/medusa/core-flows";
import { itemsOf } from "./delete-held";
import { findHeldFor } from "./find-held";
import { createAgain } from "./release-for-cart";
import { withItemsLocked } from "./with-items-locked";

/** Puts what an accepted offer reserves into the cart, which alone can use it from then on. A second click waits for the first:
 *  while that one works, nothing is reserved, and the offer would seem to be over. */
export const claimOffer = (container: MedusaContainer, offer: string, cartId: string): Promise<void> =>
  container.resolve(Modules.LOCKING).execute([`keepsake-offer:${offer}`], () => claimUnits(container, offer, cartId));

/** Medusa adds only what is free, so the units are free for a moment, in which the lock of their items keeps orders out. */
async function claimUnits(container: MedusaContainer, offer: string, cartId: string): Promise<void> {
  const itemIds = itemsOf(await findHeldFor(container, offer));
  if (itemIds.length === 0) throw offerIsOver();
  await withItemsLocked(container, itemIds, async () => {
    // Read again under the lock: before it, the offer may end, or its units may be bought.
    const held = await findHeldFor(container, offer, itemIds);
    const [first] = held;
    if (!first || new Date(first.metadata.keepsake_until) < new Date()) throw offerIsOver();
    const { keepsake_variant: variantId, keepsake_units: units } = first.metadata;
    const missing = units - (await countInCart(container, cartId, variantId));
    await container.resolve(Modules.INVENTORY).deleteReservationItems(held.map(({ id }) => id));
    // A claim that fails leaves the units to the cart that had them.
    let newOwner: string | undefined;
    try {
      if (missing > 0)
        await addToCartWorkflow(container).run({
          input: { cart_id: cartId, items: [{ variant_id: variantId, quantity: missing }] },
        });
      newOwner = cartId;
    } finally {
      await createAgain(container, held, newOwner);
    }
  });
}

const offerIsOver = () =>
  new MedusaError(MedusaError.Types.NOT_FOUND, "This offer is over, or what it reserved was bought already.");

async function countInCart(container: MedusaContainer, cartId: string, variantId: string): Promise<number> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart",
    fields: ["items.variant_id", "items.quantity"],
    filters: { id: cartId },
  });
  const [cart] = data as { items?: { variant_id: string | null; quantity: number }[] | null }[];
  if (!cart) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no cart ${cartId}.`);
  return (cart.items ?? [])
    .filter((item) => item.variant_id === variantId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}
