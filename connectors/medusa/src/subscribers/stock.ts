import type { SubscriberConfig } from "@medusajs/framework";
import { ContainerRegistrationKeys, InventoryEvents } from "@medusajs/framework/utils";
import { findVariantsOfItems } from "../shop/find-variants";
import { foldEvents } from "../shop/fold-events";
import { reportStock } from "../shop/report-variants";

interface LevelRow {
  readonly inventory_item_id: string;
  readonly updated_at: string | Date;
}

/** Stock changed: by hand, by an order or by a reservation. Medusa names only the level. */
export default foldEvents(async (container, levelIds) => {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "inventory_level",
    fields: ["inventory_item_id", "updated_at"],
    filters: { id: levelIds },
    withDeleted: true,
  });
  const levels = data as LevelRow[];
  const variants = await findVariantsOfItems(container, [...new Set(levels.map((level) => level.inventory_item_id))]);
  if (variants.length === 0) return;
  const changedAt = Math.max(...levels.map(({ updated_at }) => new Date(updated_at).getTime()));
  await reportStock(container, variants, changedAt);
});

export const config: SubscriberConfig = {
  event: [
    InventoryEvents.INVENTORY_LEVEL_CREATED,
    InventoryEvents.INVENTORY_LEVEL_UPDATED,
    InventoryEvents.INVENTORY_LEVEL_DELETED,
  ],
  context: { subscriberId: "keepsake-stock" },
};
