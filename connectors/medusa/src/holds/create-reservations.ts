import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { Hold, Reservations } from "keepsake-connector";
import type { KeepsakeOptions } from "../modules/keepsake/options";
import { findLocations } from "../shop/find-locations";
import { type InventoryItem, toLevels } from "../shop/to-levels";
import { deleteHeld } from "./delete-held";
import { CREATED_BY, findHeld, findHeldFor, type HoldMetadata } from "./find-held";
import { withItemsLocked } from "./with-items-locked";

interface VariantRow {
  readonly manage_inventory: boolean;
  readonly inventory_items: readonly {
    readonly required_quantity: number;
    readonly inventory_item_id: string;
  }[];
}

/** Reservations of Medusa's inventory module. Its administration shows them. */
export function createReservations(
  container: MedusaContainer,
  claimUrl: NonNullable<KeepsakeOptions["claimUrl"]>,
): Reservations {
  const inventory = container.resolve(Modules.INVENTORY);
  const heldAnswer = (offer: string, id: string) => ({ reference: id, url: claimUrl({ offer }) });

  return {
    async reserve({ offer, epi, units, until, locations }: Hold) {
      const variant = await findVariant(container, epi);
      if (!variant) return { refused: "Medusa has no such variant" };
      const parts = variant.inventory_items;
      if (!variant.manage_inventory || parts.length === 0) return { refused: "Medusa does not track this variant" };

      const itemIds = parts.map(({ inventory_item_id }) => inventory_item_id);
      return withItemsLocked(container, itemIds, async () => {
        const [known] = await findHeldFor(container, offer);
        if (known) return heldAnswer(offer, known.id);
        const location = await findLocation(container, parts, { units, allowed: locations });
        if (location === undefined) return { refused: "Sold out at Medusa" };
        const metadata: HoldMetadata = {
          keepsake_offer: offer,
          keepsake_until: until,
          keepsake_variant: epi,
          keepsake_units: units,
        };
        const [first] = await inventory.createReservationItems(
          parts.map((part) => ({
            inventory_item_id: part.inventory_item_id,
            location_id: location,
            quantity: part.required_quantity * units,
            description: "Accepted offer of Keepsake",
            created_by: CREATED_BY,
            metadata,
          })),
        );
        if (!first) throw new Error(`Medusa reserved nothing for the offer ${offer}`);
        return heldAnswer(offer, first.id);
      });
    },

    async release(offer) {
      await deleteHeld(container, (itemIds) => findHeldFor(container, offer, itemIds));
    },

    async findOffers() {
      return [...new Set((await findHeld(container)).map(({ metadata }) => metadata.keepsake_offer))];
    },
  };
}

async function findVariant(container: MedusaContainer, id: string) {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "variant",
    fields: ["manage_inventory", "inventory_items.required_quantity", "inventory_items.inventory_item_id"],
    filters: { id },
  });
  return (data as VariantRow[])[0];
}

/** The first of the allowed locations that sells and has the units, in the order in which Medusa looks for the units of an order.
 *  An order takes its units from one location, too. */
async function findLocation(
  container: MedusaContainer,
  parts: VariantRow["inventory_items"],
  { units, allowed }: { units: number; allowed: readonly string[] | undefined },
) {
  const levels = await container
    .resolve(Modules.INVENTORY)
    .listInventoryLevels({ inventory_item_id: parts.map(({ inventory_item_id }) => inventory_item_id) });
  const items: InventoryItem[] = parts.map(({ inventory_item_id, required_quantity }) => ({
    required: required_quantity,
    stock: levels
      .filter((level) => level.inventory_item_id === inventory_item_id)
      .map(({ location_id, stocked_quantity, reserved_quantity }) => ({
        location: location_id,
        stocked: stocked_quantity,
        reserved: reserved_quantity,
        held: 0,
      })),
  }));
  const selling = new Set((await findLocations(container)).filter(({ isSelling }) => isSelling).map(({ id }) => id));
  const locations = [...new Set(levels.map(({ location_id }) => location_id))].filter(
    (location) => selling.has(location) && (allowed?.includes(location) ?? true),
  );
  return toLevels(items, locations).find(({ quantity }) => quantity >= units)?.location;
}
