import type { MedusaContainer, ReservationItemDTO } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";

/** Marks a reservation as ours; its metadata names the offer. */
export const CREATED_BY = "keepsake";
const RESERVATIONS_MAX = 10_000;

/** Written into each reservation, so that Medusa's records alone say what it is for. */
export interface HoldMetadata extends Record<string, unknown> {
  readonly keepsake_offer: string;
  readonly keepsake_until: string;
  readonly keepsake_variant: string;
  readonly keepsake_units: number;
  /** The cart of the shopper who claimed the offer. */
  readonly keepsake_cart?: string;
}
export type Held = Omit<ReservationItemDTO, "metadata"> & { readonly metadata: HoldMetadata };

/** What is reserved for accepted offers, of all inventory items or of these. Throws rather than leave some out: what is not in the
 *  list would count as released. */
export async function findHeld(container: MedusaContainer, itemIds?: readonly string[]): Promise<Held[]> {
  const reservations = await container
    .resolve(Modules.INVENTORY)
    .listReservationItems(
      { created_by: CREATED_BY, ...(itemIds ? { inventory_item_id: [...itemIds] } : {}) },
      { take: RESERVATIONS_MAX + 1 },
    );
  if (reservations.length > RESERVATIONS_MAX)
    throw new Error(`Medusa has more than ${RESERVATIONS_MAX} reservations that were created by ${CREATED_BY}.`);
  return reservations.filter((one): one is Held => typeof one.metadata?.["keepsake_offer"] === "string");
}

export const findHeldFor = async (container: MedusaContainer, offer: string, itemIds?: readonly string[]) =>
  (await findHeld(container, itemIds)).filter(({ metadata }) => metadata.keepsake_offer === offer);
