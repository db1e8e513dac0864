import type { Held } from "../holds/find-held";
import type { InventoryItem } from "./to-levels";

/** What Medusa says of the inventory items of a variant. */
export interface ItemsRow {
  readonly id: string;
  readonly inventory_items: readonly {
    readonly required_quantity: number;
    readonly inventory: {
      readonly id: string;
      readonly location_levels: readonly LevelRow[] | null;
    } | null;
  }[];
}
interface LevelRow {
  readonly location_id: string;
  readonly stocked_quantity: number | string;
  readonly reserved_quantity: number | string;
}
type Reserved = Pick<Held, "inventory_item_id" | "location_id" | "quantity" | "metadata">;

/** The stock of a variant's inventory items. Variants can share an item: Keepsake counts an accepted offer only at the variant that
 *  was offered, so for the others its units are gone. */
export function toItems({ id, inventory_items }: ItemsRow, held: readonly Reserved[]): InventoryItem[] {
  const own = held.filter(({ metadata }) => metadata.keepsake_variant === id);
  return inventory_items.flatMap(({ required_quantity, inventory }) =>
    inventory
      ? [
          {
            required: required_quantity,
            stock: (inventory.location_levels ?? []).map((level) => ({
              location: level.location_id,
              stocked: Number(level.stocked_quantity),
              reserved: Number(level.reserved_quantity),
              held: sum(own, inventory.id, level.location_id),
            })),
          },
        ]
      : [],
  );
}

const sum = (held: readonly Reserved[], itemId: string, locationId: string) =>
  held
    .filter(({ inventory_item_id, location_id }) => inventory_item_id === itemId && location_id === locationId)
    .reduce((units, { quantity }) => units + Number(quantity), 0);
