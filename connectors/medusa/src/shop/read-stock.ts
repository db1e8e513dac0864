import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { type StockLevel, UNTRACKED } from "keepsake-connector";
import { findHeld } from "../holds/find-held";
import { findLocations } from "./find-locations";
import { findItemsOfVariants } from "./find-variants";
import { type ItemsRow, toItems } from "./to-items";
import { toLevels } from "./to-levels";

interface VariantRow extends ItemsRow {
  readonly manage_inventory: boolean;
  readonly product: { readonly status: string } | null;
}

/** Reads what can be sold of these variants at each location of the shop, as of the moment before the read. Variants that no
 *  longer exist have nothing. */
export async function readStock(container: MedusaContainer, variantIds: readonly string[]): Promise<StockLevel[]> {
  const occurredAt = new Date().toISOString();
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const locations = await findLocations(container);
  const locationIds = locations.map(({ id }) => id);
  const selling = new Set(locations.filter(({ isSelling }) => isSelling).map(({ id }) => id));

  const itemIds = await findItemsOfVariants(container, variantIds);
  const before = await findHeld(container, itemIds);
  const { data } = await query.graph({
    entity: "variant",
    fields: [
      "id",
      "manage_inventory",
      "product.status",
      "inventory_items.required_quantity",
      "inventory_items.inventory.id",
      "inventory_items.inventory.location_levels.location_id",
      "inventory_items.inventory.location_levels.stocked_quantity",
      "inventory_items.inventory.location_levels.reserved_quantity",
    ],
    filters: { id: [...variantIds] },
  });
  const rows = new Map((data as VariantRow[]).map((row) => [row.id, row]));
  // Medusa has no read of both at one moment. A reservation of ours that was made or released meanwhile does not count:
  // then too little is reported, until the event of this very change.
  const after = new Set((await findHeld(container, itemIds)).map(({ id }) => id));
  const held = before.filter(({ id }) => after.has(id));

  return variantIds.flatMap((epi) => {
    const row = rows.get(epi);
    const levels = toLevels(row ? toItems(row, held) : [], locationIds);
    const isForSale = row?.product?.status === "published";
    return levels.map(({ location, quantity }) => ({
      epi,
      location,
      quantity: !isForSale ? 0 : !row.manage_inventory ? UNTRACKED : selling.has(location) ? quantity : 0,
      occurredAt,
    }));
  });
}
