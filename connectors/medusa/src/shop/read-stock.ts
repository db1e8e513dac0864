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

const TRIES = 3;

/** Reads what can be sold of these variants at each location of the shop, as of the moment before the read. Variants that no
 *  longer exist have nothing. */
export async function readStock(container: MedusaContainer, variantIds: readonly string[]): Promise<StockLevel[]> {
  const { occurredAt, locations, rows, held } = await readRows(container, variantIds);
  const locationIds = locations.map(({ id }) => id);

  return variantIds.flatMap((epi) => {
    const row = rows.get(epi);
    const levels = toLevels(row ? toItems(row, held) : [], locationIds);
    const isForSale = row?.product?.status === "published";
    return levels.map(({ location, quantity }, index) => {
      const { isSelling = false, isDeleted = false } = locations[index] ?? {};
      const isGone = !isForSale || isDeleted;
      return {
        epi,
        location,
        quantity: isGone ? 0 : !row.manage_inventory ? UNTRACKED : isSelling ? quantity : 0,
        occurredAt,
      };
    });
  });
}

/** Medusa has no read of the stock and our reservations at one moment, and a claim replaces a reservation. So both are read again
 *  when the reservations have changed meanwhile. */
async function readRows(container: MedusaContainer, variantIds: readonly string[]) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  for (let tries = 1; ; tries += 1) {
    const occurredAt = new Date().toISOString();
    const locations = await findLocations(container);
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
    const after = new Set((await findHeld(container, itemIds)).map(({ id }) => id));
    const held = before.filter(({ id }) => after.has(id));
    // What changes all the time does not count: then too little is reported, until the event of the last change.
    if ((held.length === before.length && held.length === after.size) || tries === TRIES)
      return { occurredAt, locations, rows, held };
  }
}
